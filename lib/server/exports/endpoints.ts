import { type managerEndpoints, type managerExportsEndpoints, MAX_EXPORTED_ROWS } from '@/lib/contract/manager'
import type { Language } from '@/lib/contract/primitives'
import { kyivDate } from '@/lib/i18n/formats'
import { audit } from '@/lib/server/platform/audit'
import { joinCategoryTexts } from '@/lib/server/platform/company-sql'
import { OFFICE_TEXTS, type OfficeTextKey } from '@/lib/i18n/office-texts'
import type { Pool } from '@/lib/server/platform/db/pool'
import type { Clock } from '@/lib/server/platform/clock'
import { answer, type Call, type Handlers, type Outcome, staffOf } from '@/lib/server/platform/call'
import {
  AGREEMENTS,
  FEEDBACK,
  ORDERS,
  QUESTIONS,
  readTable,
  storedColumns,
  type StoredTable,
  type Word,
} from './requests'
import { type Column, workbookOf } from '@/lib/server/platform/tables'
import { accountColumns, applicationColumns, auditColumns, bidColumns, winnerColumns } from './columns'

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
  lists: Pick<Handlers<typeof managerEndpoints>, 'accounts' | 'audit' | 'applications' | 'bids' | 'winners'>
}

interface Export<Row> {
  /** The subject of the audit entry. */
  subject: string
  /** Number of the auction, in the titles of its tables. */
  auction?: string
  filters?: object
  rows: Promise<Outcome<readonly Row[]>>
  columns: (word: Word) => Column<Row>[]
}

const PAGE_SIZE = 1000
const XLSX = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'

export function createExports({ pool, clock, lists }: ExportsDependencies): Handlers<typeof managerExportsEndpoints> {
  /** Audits the export before the file is sent. */
  async function exportTable<Row>(
    call: Call,
    lang: Language,
    name: OfficeTextKey,
    { subject, auction, filters = {}, rows: reading, columns }: Export<Row>,
  ): Promise<Outcome<File>> {
    const result = await reading
    if (!result.ok) return result
    const word = wordsIn(lang)
    const title = auction === undefined ? word(name) : `${word('auction')} ${auction}, ${word(name).toLowerCase()}`
    const rows = result.answer.slice(0, MAX_EXPORTED_ROWS)
    const remark = rows.length < result.answer.length ? word('truncated', { count: MAX_EXPORTED_ROWS }) : undefined
    const bytes = await workbookOf({ title, columns: columns(word), rows, remark })
    await audit(pool, staffOf(call).staffId, 'exported', subject, { title, rows: rows.length, filters })
    const day = kyivDate(new Date(clock.now()))
    return answer(new File([new Uint8Array(bytes)], `${title} ${day}.xlsx`, { type: XLSX }))
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
