import type { managerEndpoints, managerSearchEndpoints, SearchResults } from '@/lib/contract/manager'
import type { Language } from '@/lib/contract/primitives'
import { toPriceString, toQuantityString } from '@/lib/domain/money'
import { containsSql } from '@/lib/server/platform/db/contains'
import type { Pool, Queryable } from '@/lib/server/platform/db/pool'
import { answer, type Handlers, type Outcome, refuse, staffOf } from '@/lib/server/platform/call'
import { COMPANY_SEARCH_TEXT, joinTexts } from '@/lib/server/platform/company-sql'

interface SearchDependencies {
  pool: Pool
  /** The lists of the back office, with their own restrictions. */
  lists: Pick<Handlers<typeof managerEndpoints>, 'auctions' | 'accounts' | 'emails'>
}

const LIMIT = 5
/** A bid's number without an auction is searched only in the latest auctions. */
const AUCTIONS_SEARCHED = 200

export function createSearch({ pool, lists }: SearchDependencies): Handlers<typeof managerSearchEndpoints> {
  return {
    async search({ text, lang }, call) {
      const { role } = staffOf(call)
      if (role !== 'manager' && role !== 'admin') return refuse('forbidden')
      const query = { search: text, limit: LIMIT }
      const [lots, companies, bids, agreements, emails] = await Promise.all([
        lists.auctions({ ...query, lang }, call),
        lists.accounts(query, call),
        findBids(pool, text),
        findAgreements(pool, text, lang),
        lists.emails(query, call),
      ])
      return answer({
        data: {
          lots: listOf(lots).map(({ id, number, title, state }) => ({ id, number, title, state })),
          companies: listOf(companies).map(({ id, company_short_name, company_name, edrpou, status }) => ({
            id,
            name: company_short_name || company_name,
            edrpou,
            status,
          })),
          bids,
          agreements,
          emails: listOf(emails).map(({ id, kind, subject, company_name, state, created_at }) => ({
            id,
            kind,
            subject,
            company_name,
            state,
            created_at,
          })),
        },
      })
    },
  }
}

/** The lists never refuse these queries. */
function listOf<Item>(outcome: Outcome<{ data: { list: Item[] } }>): Item[] {
  if (!outcome.ok) throw new Error(`a list refused the search: ${outcome.refusal.code}`)
  return outcome.answer.data.list
}

interface BidRow {
  auction_id: number
  auction_number: number
  seq: number
  participant: number
  company_name: string
  price: number
  quantity: number
  received_at: Date
}

async function findBids(db: Queryable, text: string): Promise<SearchResults['bids']> {
  const numbers = /^№?\s*(?:(\d{1,9})\s*\/\s*№?\s*)?(\d{1,9})$/.exec(text)
  if (numbers === null) return []
  const [, auction, seq] = numbers
  const { rows } = await db.query<BidRow>({
    name: 'search-bids',
    text: `select bid.auction_id, coalesce(cms.safe_number(auction.number), auction.id)::integer as auction_number, bid.seq, bid.participant,
        company.company_short_name as company_name, bid.price, bid.quantity, bid.received_at
      from (
        select head.auction_id from portal.auction_heads head join cms.auctions auction on auction.id = head.auction_id
        where head.bid_seq >= $2 and ($1::integer is null or auction.number = $1)
        order by head.auction_id desc limit $3
      ) latest
      join portal.bids bid on bid.auction_id = latest.auction_id and bid.seq = $2
      join cms.auctions auction on auction.id = bid.auction_id
      join cms.companies company on company.id = bid.company_id
      order by bid.auction_id desc limit $4`,
    values: [auction === undefined ? null : Number(auction), Number(seq), AUCTIONS_SEARCHED, LIMIT],
  })
  return rows.map((row) => ({
    ...row,
    price: toPriceString(row.price),
    quantity: toQuantityString(row.quantity),
    received_at: row.received_at.toISOString(),
  }))
}

/** Searches numbers, names and companies, each with its own index; the newest agreements come first. */
async function findAgreements(db: Queryable, text: string, lang: Language): Promise<SearchResults['agreements']> {
  const newest = 'order by agreement.id desc limit $3'
  const { rows } = await db.query<SearchResults['agreements'][number]>(
    `select agreement.id, agreement.number, texts.name,
        coalesce(company.company_short_name, '') as company_name, agreement.sum
      from (
        (select agreement.id from cms.agreements agreement where ${containsSql('agreement.number', '$1')} ${newest})
        union
        (select agreement.id from cms.agreements agreement where agreement.id in (
          select words._parent_id from cms.agreements_locales words where words._locale::text in ($2, 'uk') and ${containsSql('words.name', '$1')}
        ) ${newest})
        union
        (select agreement.id from cms.agreements agreement join cms.companies company on company.id = agreement.company_id
          where ${containsSql(COMPANY_SEARCH_TEXT, '$1')} ${newest})
        order by id desc limit $3
      ) matching
      join cms.agreements agreement using (id)
      left join cms.companies company on company.id = agreement.company_id
      ${joinTexts('agreements', 'agreement.id', '$2', ['name'])}
      order by agreement.id desc`,
    [text, lang, LIMIT],
  )
  return rows
}
