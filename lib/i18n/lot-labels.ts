import type { Locale } from '@/lib/config/constants'
import type { LotDocument } from '@/lib/contract/auctions'
import type { LotFieldName, LotTerms } from '@/lib/contract/lot-fields'
import en from './lot/en.json' with { type: 'json' }
import ru from './lot/ru.json' with { type: 'json' }
import uk from './lot/uk.json' with { type: 'json' }

export type LotLabels = {
  fields: Record<LotFieldName, string>
  visibility: Record<LotTerms['visibility'], string>
  switch: Record<`${boolean}`, string>
  documents: Record<LotDocument['kind'], string>
  /** What keeps a lot from being published, in the wizard and from the server. */
  faults: (typeof uk)['faults']
}

/**
 * A lot's labels for the back office, documents and, as the namespace `Lot`, the site. They are separate from
 * `messages/`, which the build precompiles and plain Node cannot import. A missing label does not compile. They have no
 * values: the site has no parser of messages.
 */
export const LOT_LABELS: Readonly<Record<Locale, LotLabels>> = { uk, en, ru }
