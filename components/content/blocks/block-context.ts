import type { ContactFacts } from '@/components/content/contact-sheet'
import type { Category } from '@/lib/contract/content'
import type { Certificate } from '@/lib/contract/pages'

/** What blocks show besides an editor’s own words. */
export interface BlockContext {
  categories: Category[]
  /** The product that the page is about; null where it is about all. */
  category: Category | null
  contacts: ContactFacts
  /** Read only where a block asks for them. */
  certificates: Certificate[]
  today: Date
}
