import type { Locale } from '@/lib/config/constants'
import type { LotDocument } from '@/lib/contract/auctions'
import type { LotFieldName, LotTerms } from '@/lib/contract/lot-fields'
import en from '@/messages/en.json' with { type: 'json' }
import ru from '@/messages/ru.json' with { type: 'json' }
import uk from '@/messages/uk.json' with { type: 'json' }

interface LotLabels {
  fields: Record<LotFieldName, string>
  visibility: Record<LotTerms['visibility'], string>
  documents: Record<LotDocument['kind'], string>
}

/** A lot's labels for the back office and the papers; the site reads the same ones with next-intl. A missing one does not compile. */
export const LOT_LABELS: Readonly<Record<Locale, LotLabels>> = { uk: uk.Lot, en: en.Lot, ru: ru.Lot }
