import { createTranslators } from '@/lib/server/platform/translators'
import en from '../messages/en.json' with { type: 'json' }
import ru from '../messages/ru.json' with { type: 'json' }
import uk from '../messages/uk.json' with { type: 'json' }

/** What files say beside their figures: a buyer's own auctions and bids, and the results; what all of them head so is under `columns`. */
export const fileWords = createTranslators<typeof uk>({ uk, en, ru })

export type FileWords = (typeof fileWords)['uk']
