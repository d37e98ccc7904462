import { createTranslators } from '@/lib/server/platform/translators'
import en from './messages/en.json' with { type: 'json' }
import ru from './messages/ru.json' with { type: 'json' }
import uk from './messages/uk.json' with { type: 'json' }

/** The texts of the protocol and the agreement, each under its name; shared ones are under `document`. */
export const documentTranslators = createTranslators<typeof uk>({ uk, en, ru })

export type DocumentTranslator = (typeof documentTranslators)['uk']
