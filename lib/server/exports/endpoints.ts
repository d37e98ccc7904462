import type { managerFulfilmentEndpoints } from '@/lib/contract/fulfilment'
import { type managerEndpoints, type managerExportsEndpoints, MAX_EXPORTED_ROWS } from '@/lib/contract/manager'
import type { Language } from '@/lib/contract/primitives'
import { formatSum } from '@/lib/domain/money'
import { kyivDayOf } from '@/lib/domain/working-hours'
import { kyivDate } from '@/lib/i18n/formats'
import { audit } from '@/lib/server/platform/audit'
import { joinCategoryTexts } from '@/lib/server/platform/company-sql'
import { OFFICE_TEXTS, type OfficeTextKey } from '@/lib/i18n/office-texts'
import type { Pool } from '@/lib/server/platform/db/pool'
import type { Clock } from '@/lib/server/platform/clock'
import { answer, type Call, type Handlers, type Outcome, refuse, staffOf } from '@/lib/server/platform/call'
import {
  AGREEMENTS,
  FEEDBACK,
  FULFILMENT,
  ORDERS,
  QUESTIONS,
  readTable,
  storedColumns,
  type StoredTable,
  type Word,
} from './requests'
import { type Column, type FileFormat, fileOf } from '@/lib/server/platform/tables'
import { creditTransferOf } from './credit-transfer'
import { omissionOf, readReturns, returnColumns } from './returns'
import { accountColumns, applicationColumns, auditColumns, bidColumns, totalsColumns, winnerColumns } from './columns'

/** The office's texts, so that a table has the same headings as its list. */
function wordsIn(language: Language): Word {
  const texts = OFFICE_TEXTS[language]
  return (key, details = {}) =>
    texts[key].replace(/\{(\w+)\}/g, (whole, name: string) => String(details[name] ?? whole))
}

interface ExportsDependencies {
  pool: Pool
  clock: Clock
  /** The tables are made from these lists, which hide sealed prices (R2.3). */
  lists: Pick<Handlers<typeof managerEndpoints>, 'accounts' | 'audit' | 'applications' | 'bids' | 'winners'> &
    Pick<Handlers<typeof managerFulfilmentEndpoints>, 'fulfilmentTotals'>
}

interface Export<Row> {
  /** The subject of the audit entry. */
  subject: string
  /** Number of the auction, in the titles of its tables. */
  auction?: string
  filters?: object
  rows: Promise<Outcome<readonly Row[]>>
  columns: (word: Word) => Column<Row>[]
  format?: FileFormat
}

const PAGE_SIZE = 1000

export function createExports({ pool, clock, lists }: ExportsDependencies): Handlers<typeof managerExportsEndpoints> {
  /** Audits the export before the file is sent. */
  async function exportTable<Row>(
    call: Call,
    lang: Language,
    name: OfficeTextKey,
    { subject, auction, filters = {}, rows: reading, columns, format = 'xlsx' }: Export<Row>,
  ): Promise<Outcome<File>> {
    const result = await reading
    if (!result.ok) return result
    const word = wordsIn(lang)
    const title = auction === undefined ? word(name) : `${word('auction')} ${auction}, ${word(name).toLowerCase()}`
    const rows = result.answer.slice(0, MAX_EXPORTED_ROWS)
    const remark = rows.length < result.answer.length ? word('truncated', { count: MAX_EXPORTED_ROWS }) : undefined
    const day = kyivDate(new Date(clock.now()))
    const table = { title: `${title} ${day}`, columns: columns(word), rows, ...(remark !== undefined && { remark }) }
    const file = await fileOf(table, format, lang)
    await audit(pool, staffOf(call).staffId, 'exported', subject, { title, rows: rows.length, filters })
    return answer(file)
  }

  /** `table`: its columns name the unit of the auction's category. */
  async function ofAuction<Row>(auctionId: number, lang: Language, table: (word: Word, unit: string) => Column<Row>[]) {
    const { rows } = await pool.query<{ number: number; unit: string }>(
      `select coalesce(auction.number, auction.id)::integer as number, names.unit_label as unit from cms.auctions auction
       ${joinCategoryTexts('auction.category_id', '$2')} where auction.id = $1`,
      [auctionId, lang],
    )
    const [auction] = rows
    return {
      subject: `auction:${auctionId}`,
      auction: String(auction?.number ?? auctionId),
      columns: (word: Word) => table(word, auction?.unit ?? ''),
    }
  }

  /** `values`: the parameters of the table's query after its limit. */
  const stored = (table: StoredTable, ...values: unknown[]) => ({
    rows: readTable(pool, table, MAX_EXPORTED_ROWS + 1, ...values).then((rows) => answer(rows)),
    columns: (word: Word) => storedColumns(table, word),
  })

  return {
    exportAccounts: ({ lang, ...filters }, call) =>
      exportTable(call, lang, 'accounts', {
        subject: 'account',
        filters,
        rows: readPages((page) => lists.accounts({ ...filters, ...page }, call)),
        columns: accountColumns,
      }),
    exportAudit: ({ lang, ...filters }, call) =>
      exportTable(call, lang, 'audit', {
        subject: 'audit',
        filters,
        rows: readPages((page) => lists.audit({ ...filters, ...page }, call)),
        columns: auditColumns,
      }),
    exportApplications: async ({ lang, auction_id }, call) =>
      exportTable(call, lang, 'applications', {
        ...(await ofAuction(auction_id, lang, applicationColumns)),
        rows: readPages((page) => lists.applications({ auction_id, ...page }, call)),
      }),
    exportBids: async ({ lang, auction_id }, call) =>
      exportTable(call, lang, 'bids', {
        ...(await ofAuction(auction_id, lang, bidColumns)),
        rows: readPages((page) => lists.bids({ auction_id, ...page }, call)),
      }),
    exportWinners: async ({ lang, auction_id }, call) => {
      const board = await lists.winners({ auction_id }, call)
      if (!board.ok) return board
      return exportTable(call, lang, 'winners', {
        ...(await ofAuction(auction_id, lang, winnerColumns)),
        rows: Promise.resolve(answer(board.answer.data.list)),
      })
    },
    exportOrders: ({ lang, status }, call) =>
      exportTable(call, lang, 'orders', {
        subject: 'orders',
        filters: { status },
        ...stored(ORDERS, status, lang),
      }),
    exportFeedback: ({ lang, status }, call) =>
      exportTable(call, lang, 'feedback', {
        subject: 'feedback',
        filters: { status },
        ...stored(FEEDBACK, status),
      }),
    exportAgreements: ({ lang, status }, call) =>
      exportTable(call, lang, 'agreements', {
        subject: 'agreements',
        filters: { status },
        ...stored(AGREEMENTS, status, lang),
      }),
    checkReturns: async () => {
      const returns = await readReturns(pool)
      const payable = returns.filter((each) => omissionOf(each) === null)
      return answer({
        data: {
          transfers: payable.length,
          total: formatSum(payable.reduce((total, { amount }) => total + amount, 0n)),
          left_out: returns.flatMap((each) => {
            const reason = omissionOf(each)
            return reason === null
              ? []
              : [{ company: each.to.name, purpose: each.purpose, amount: formatSum(each.amount), reason }]
          }),
        },
      })
    },
    exportReturns: async ({ lang, format }, call) => {
      const returns = await readReturns(pool)
      if (format === 'csv') {
        const table = { subject: 'returns', format, rows: Promise.resolve(answer(returns)), columns: returnColumns }
        return exportTable(call, lang, 'returns', table)
      }
      const payable = returns.filter((each) => omissionOf(each) === null)
      if (payable.length === 0) return refuse('nothing_to_return')
      const title = wordsIn(lang)('returns')
      await audit(pool, staffOf(call).staffId, 'exported', 'returns', {
        ...{ title, rows: payable.length, left_out: returns.length - payable.length },
      })
      const [at, day] = [new Date(clock.now()).toISOString(), kyivDayOf(clock.now())]
      return answer(
        new File([creditTransferOf(payable, { at, day })], `${title} ${day}.xml`, { type: 'application/xml' }),
      )
    },
    exportFulfilment: async ({ lang, what, from, until, format }, call) => {
      const table = stored(FULFILMENT[what], from, until)
      // A table without rows looks like one that was not made well.
      const rows = await table.rows
      if (rows.ok && rows.answer.length === 0) return refuse('period_empty')
      return exportTable(call, lang, what, {
        ...{ subject: 'fulfilment', filters: { what, from, until }, format },
        ...table,
      })
    },
    exportFulfilmentTotals: ({ lang, ...filters }, call) =>
      exportTable(call, lang, 'fulfilmentTotals', {
        subject: 'fulfilment',
        filters,
        rows: readPages(() => lists.fulfilmentTotals({ lang, ...filters }, call)),
        columns: totalsColumns,
      }),
    exportQuestions: ({ lang, auction_id: auctionId, open }, call) =>
      exportTable(call, lang, 'questions', {
        subject: auctionId === undefined ? 'questions' : `auction:${auctionId}`,
        filters: { open },
        ...stored(QUESTIONS, auctionId, open, lang),
      }),
  }
}

type Listing<Item> = Outcome<{ data: { list: Item[]; next_cursor: string | null } }>

/** Reads a list to its end, or until it has more rows than fit into a table. */
async function readPages<Item>(
  read: (page: { cursor?: string; limit: number }) => Promise<Listing<Item>> | Listing<Item>,
): Promise<Outcome<Item[]>> {
  const all: Item[] = []
  let cursor: string | undefined
  do {
    const page = await read({ cursor, limit: PAGE_SIZE })
    if (!page.ok) return page
    all.push(...page.answer.data.list)
    cursor = page.answer.data.next_cursor ?? undefined
  } while (cursor !== undefined && all.length <= MAX_EXPORTED_ROWS)
  return answer(all)
}
