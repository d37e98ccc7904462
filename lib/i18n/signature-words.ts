import type { Locale } from '@/lib/config/constants'
import en from './signatures/en.json' with { type: 'json' }
import ru from './signatures/ru.json' with { type: 'json' }
import uk from './signatures/uk.json' with { type: 'json' }

/** What signed documents say in the cabinet and in the back office alike. A missing word does not compile. */
export const SIGNATURE_WORDS: Readonly<Record<Locale, typeof uk>> = { uk, en, ru }
