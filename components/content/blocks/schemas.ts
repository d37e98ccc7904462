import { cards } from './cards/schema'
import { contact } from './contact/schema'
import { documents } from './documents/schema'
import { faq } from './faq/schema'
import { hero } from './hero/schema'
import { portal } from './portal/schema'
import { steps } from './steps/schema'
import { table } from './table/schema'
import { text } from './text/schema'

/** The blocks of editors' pages, in the order in which they are offered. `blocks.tsx` has the view of each. */
export const BLOCKS = [hero, text, steps, table, cards, faq, documents, contact, portal]
