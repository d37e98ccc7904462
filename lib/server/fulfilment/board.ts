import { type BoardColumn, boardColumn, type BoardRow, type NextStep } from '@/lib/contract/fulfilment'
import type { Language } from '@/lib/contract/primitives'
import { formatSum, toQuantityString } from '@/lib/domain/money'
import { containsSql } from '@/lib/server/platform/db/contains'
import type { Queryable } from '@/lib/server/platform/db/pool'
import { joinCategoryTexts, joinTexts } from '@/lib/server/platform/company-sql'
import { decodeCursor, DEFAULT_LIMIT, type Page, pageOf } from '@/lib/server/platform/keyset'

interface Row {
  id: number
  number: string
  auction_number: number | null
  company_id: number
  company: string
  product: string
  unit: string
  quantity: string
  sum: string
  board: BoardColumn
  next: NextStep | null
  received: number
  missing: number
  loaded: number
  accepted: number
  urgency: number
}

/** The order of the columns: what is late comes first. */
const URGENCY: readonly BoardColumn[] = ['overdue', 'to_pay', 'to_sign', 'to_ship', 'to_accept', 'to_settle', 'closed']

/** Each agreement with its column on a day; without facts it waits for its signatures, or for its invoices. */
const BOARD = `(
  select agreement.id, agreement.number, agreement.company_id, agreement.auction_id, agreement.quantity, agreement.sum, fulfilment.next, fulfilment.due_on,
    coalesce(fulfilment.received, 0) as received, coalesce(fulfilment.missing, 0) as missing,
    coalesce(fulfilment.loaded, 0) as loaded, coalesce(fulfilment.accepted, 0) as accepted,
    case
      when fulfilment.board = 'closed' or (fulfilment.board is null and agreement.status = 'archived') then 'closed'
      when fulfilment.due_on < $1::date then 'overdue'
      when fulfilment.board is not null then fulfilment.board
      when exists (select from portal.agreement_signatures where agreement_id = agreement.id and act_id is null and side in ('organiser', 'paper')) then 'to_pay'
      else 'to_sign'
    end as board
  from cms.agreements agreement left join portal.fulfilments fulfilment on fulfilment.agreement_id = agreement.id
)`

/** @param today in Kyiv */
export async function readBoard(
  db: Queryable,
  {
    column,
    search,
    lang,
    cursor,
    limit = DEFAULT_LIMIT,
    today,
  }: {
    column?: BoardColumn | undefined
    search?: string | undefined
    lang: Language
    cursor?: string | undefined
    limit?: number | undefined
    today: string
  },
): Promise<Page<BoardRow>> {
  const position = decodeCursor(cursor, ['id', 'day', 'id'])
  const { rows } = await db.query<Row & { due: string }>(
    `select row.*, texts.product, names.unit_label as unit from (
     select row.*, company.company_short_name as company, auction.number::integer as auction_number, auction.category_id, ranked.urgency,
       coalesce(row.due_on, '9999-12-31')::text as due
     from ${BOARD} row
     join cms.companies company on company.id = row.company_id
     left join cms.auctions auction on auction.id = row.auction_id
     cross join lateral (select array_position($4::text[], row.board) as urgency) ranked
     where ($2::text is null or row.board = $2)
       and ($5::text is null or row.id = any (array(
         select id from cms.agreements sought where ${containsSql('sought.number', '$5')}
         union select sought.id from cms.agreements sought join cms.companies buyer on buyer.id = sought.company_id
         where strpos(portal.folded(buyer.company_short_name), portal.folded($5)) > 0 or buyer.edrpou = $5)))
       and ($6::integer is null or (ranked.urgency, coalesce(row.due_on, '9999-12-31'), -row.id) > ($6, $7::date, $8::integer))
     order by ranked.urgency, coalesce(row.due_on, '9999-12-31'), -row.id limit $9
     ) row
     ${joinTexts('agreements', 'row.id', '$3', ['product'])}
     ${joinCategoryTexts('row.category_id', '$3')}
     order by row.urgency, row.due, -row.id`,
    [
      today,
      column ?? null,
      lang,
      URGENCY,
      search || null,
      position?.[0] ?? null,
      position?.[1] ?? null,
      position?.[2] ?? null,
      limit + 1,
    ],
  )
  return pageOf(rows, limit, ({ urgency, due, id }) => [urgency, due, -id], shapeOf)
}

function shapeOf(row: Row): BoardRow {
  return {
    agreement_id: row.id,
    number: row.number,
    auction_number: row.auction_number,
    company: { id: row.company_id, name: row.company },
    product: row.product,
    unit: row.unit,
    quantity: row.quantity,
    sum: row.sum,
    column: row.board,
    next: row.next ?? firstStepOf(row.board),
    received: formatSum(BigInt(row.received)),
    missing: formatSum(BigInt(row.missing)),
    loaded: toQuantityString(row.loaded),
    accepted: toQuantityString(row.accepted),
  }
}

/** Of an agreement without facts. */
function firstStepOf(board: BoardColumn): NextStep | null {
  const step = { subject: null, amount: null, by: null }
  if (board === 'to_sign') return { ...step, side: 'buyer', action: 'sign_agreement' }
  return board === 'to_pay' ? { ...step, side: 'organiser', action: 'issue_invoices' } : null
}

/** How many agreements each column has, with what they are worth and what is missing. */
export async function readColumns(db: Queryable, today: string) {
  const { rows } = await db.query<{ board: BoardColumn; agreements: number; sum: string; missing: string }>(
    `select board, count(*)::integer as agreements, sum(sum::numeric(20, 2))::text as sum, sum(missing)::text as missing from ${BOARD} row group by board`,
    [today],
  )
  const found = new Map(rows.map((row) => [row.board, row]))
  return boardColumn.options.map((column) => {
    const row = found.get(column)
    return {
      column,
      agreements: row?.agreements ?? 0,
      sum: row?.sum ?? '0.00',
      missing: formatSum(BigInt(row?.missing ?? 0)),
    }
  })
}
