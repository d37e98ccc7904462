import { mostOwnInFile } from '@/lib/contract/cabinet'
import type { Language } from '@/lib/contract/primitives'
import { toPriceString, formatSum, sumOf, toQuantityString } from '@/lib/domain/money'
import { type FileFormat, fileOf, type Column } from '@/lib/server/exports/tables'
import { readAuctions } from './auction-rows'
import { type OwnWords, ownWords } from './own-words'
import type { ShowingDependencies } from './summaries'

interface OwnBid {
  auction_id: number
  seq: number
  price: number
  quantity: number
  final: boolean
  preliminary: boolean
  received_at: Date
}

interface Row extends OwnBid {
  number: number | null
  title: string
  unit: string
}

/** Every bid of the account as it stands in the record (R4.6), the newest first. */
export async function ownBidsFile(deps: Pick<ShowingDependencies, 'pool' | 'faults'>, { lang, format }: { lang: Language; format: FileFormat }, accountId: number): Promise<File> {
  const words = ownWords[lang]
  const { rows: bids } = await deps.pool.query<OwnBid>({
    name: 'showing-own-bids',
    text: `select auction_id, seq::int as seq, price::float8 as price, quantity::float8 as quantity, final, preliminary, received_at
      from portal.bids where account_id = $1 order by received_at desc, auction_id desc, seq desc limit $2`,
    values: [accountId, mostOwnInFile.bids + 1],
  })
  const shown = bids.slice(0, mostOwnInFile.bids)
  const auctions = await readAuctions(deps, lang, [...new Set(shown.map((bid) => bid.auction_id))])
  const rows = shown.map((bid): Row => {
    const auction = auctions.get(bid.auction_id)
    return { ...bid, number: auction?.number ?? null, title: auction?.title ?? '', unit: auction?.unit ?? '' }
  })
  const remark = bids.length > shown.length ? words.truncated.replace('{count}', String(shown.length)) : undefined
  return fileOf({ title: words.bids, columns: columnsIn(words), rows, remark }, format, lang)
}

function columnsIn(words: OwnWords): Column<Row>[] {
  return [
    { heading: words.number, width: 12, kind: 'integer', value: (row) => row.number },
    { heading: words.name, width: 44, value: (row) => row.title },
    { heading: words.sequence, width: 14, kind: 'integer', value: (row) => row.seq },
    { heading: words.received, width: 20, kind: 'moment', value: (row) => row.received_at.toISOString() },
    { heading: words.price, width: 18, kind: 'decimal', value: (row) => toPriceString(row.price) },
    { heading: words.quantity, width: 16, kind: 'decimal', value: (row) => toQuantityString(row.quantity) },
    { heading: words.unit, width: 12, value: (row) => row.unit },
    { heading: words.sum, width: 20, kind: 'decimal', value: (row) => formatSum(sumOf(row.price, row.quantity)) },
    { heading: words.kind, width: 16, value: (row) => (row.preliminary ? words.preliminary : row.final ? words.final : words.ordinary) },
  ]
}
