import type { Locale } from '@/lib/config/constants'
import en from './signatures/en.json' with { type: 'json' }
import ru from './signatures/ru.json' with { type: 'json' }
import uk from './signatures/uk.json' with { type: 'json' }

/** Texts of signed documents, shared by the cabinet and the back office. A missing text does not compile. */
export const SIGNATURE_TEXTS: Readonly<Record<Locale, typeof uk>> = { uk, en, ru }
