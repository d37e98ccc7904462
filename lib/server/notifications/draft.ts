import type { Language } from '@/lib/contract/primitives'
import type { Queryable } from '@/lib/server/db/pool'
import type { LinkTokens } from '@/lib/server/kernel/link-tokens'
import type { AuctionFacts, CompanyFacts } from './facts'
import type { LetterKind, Payload } from './payloads'
import type { Places } from './places'
import type { LetterWords, Words } from './texts/words'
import type { Writer } from './writer'

export interface Attachment {
  name: string
  mediaType: string
  content: Buffer
}

/** A letter's content before it has a form. */
export interface Draft {
  words: LetterWords
  /** Names and values, exact. */
  rows?: [name: string, value: string][]
  /** Somebody's own words: a reason, a message. */
  quote?: string
  /** Where the button leads. */
  href?: string
  attachments?: Attachment[]
  /** Where the letter goes to another mailbox than the account's. */
  recipients?: string[]
  /** The letter goes to a customer of the shop, who has no account. */
  toCustomer?: boolean
  /** The letter goes to whoever had an account that has been closed for good. */
  toFormer?: boolean
  /** The last entry of the auction's protocol, in the letter's foot: what was told cannot be rewritten afterwards (R8.4). */
  entry?: { seq: number; hash: string }
  /** What the copy for the back office must not hold. */
  secrets?: string[]
  /** A body that somebody else has written, as HTML. */
  body?: string
}

/** News that are none any more: the letter is not sent, for this reason. */
export interface Dropped {
  dropped: string
}

export interface DraftContext {
  db: Queryable
  now: number
  language: Language
  /** The account that the letter goes to; null: the managers. */
  account: CompanyFacts | null
  words: Words
  writer: Writer
  places: Places
  linkTokens: LinkTokens
}

export type Drafts<Kinds extends LetterKind> = {
  [Kind in Kinds]: (payload: Payload<Kind>, context: DraftContext) => Promise<Draft | Dropped>
}

export const gone: Dropped = { dropped: 'what it tells of is gone' }

export function auctionValues({ writer }: DraftContext, auction: AuctionFacts): { number: string; title: string } {
  return { number: writer.number(auction.number), title: auction.title }
}

export function auctionRow({ words, writer }: DraftContext, auction: AuctionFacts): [string, string] {
  return [words.labels.auction, [writer.number(auction.number), auction.title].filter(Boolean).join(' · ')]
}

export function companyRows({ words }: DraftContext, company: CompanyFacts): [string, string][] {
  return [
    [words.labels.company, company.fullName],
    [words.labels.edrpou, company.edrpou],
    [words.labels.contact, company.person],
    [words.labels.phone, company.phone],
    [words.labels.email, company.email],
  ]
}
