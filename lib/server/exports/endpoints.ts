import { type managerEndpoints, type managerExportsEndpoints, maxExportedRows } from '@/lib/contract/manager'
import type { Language } from '@/lib/contract/primitives'
import { kyivDate } from '@/lib/i18n/formats'
import { audit } from '@/lib/server/audit/audit'
import { portalTranslations } from '@/lib/server/cms/translations'
import type { Pool } from '@/lib/server/platform/db/pool'
import type { Clock } from '@/lib/server/platform/clock'
import { answer, type Call, type Handlers, type Outcome, staffOf } from '@/lib/server/http/handler'
import {
  agreementColumns,
  feedbackColumns,
  orderColumns,
  readAgreements,
  readFeedback,
  readOrders,
  type Word,
} from './requests'
import { type Column, workbookOf } from '@/lib/server/platform/tables'
import { accountColumns, applicationColumns, auditColumns, bidColumns, winnerColumns } from './columns'

/** The back office's own words, so that a table reads as the list that it was made from. */
function wordsIn(language: Language): Word {
  const texts = portalTranslations[language].office
  return (key, details = {}) =>
    texts[key].replace(/\{\{(\w+)\}\}/g, (whole, name: string) => String(details[name] ?? whole))
}

interface ExportsDependencies {
  pool: Pool
  clock: Clock
  /** The lists that the tables are made from: what they hide (R2.3), a table hides too. */
  lists: Pick<Handlers<typeof managerEndpoints>, 'accounts' | 'audit' | 'applications' | 'bids' | 'winners'>
}

interface Export<Row> {
  /** Of the file and of the sheet. */
  title: string
  subject: string
  rows: readonly Row[]
  columns: readonly Column<Row>[]
}

const pageSize = 1000
const xlsx = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'

export function createExports({ pool, clock, lists }: ExportsDependencies): Handlers<typeof managerExportsEndpoints> {
  /** Noted before the file is handed out: nobody takes data away unseen. */
  async function hand<Row>(
    call: Call,
    word: Word,
    filters: object,
    { title, subject, rows, columns }: Export<Row>,
  ): Promise<Outcome<File>> {
    const cut = rows.length > maxExportedRows
    const shown = cut ? rows.slice(0, maxExportedRows) : rows
    const bytes = await workbookOf({
      title,
      columns,
      rows: shown,
      remark: cut ? word('truncated', { count: maxExportedRows }) : undefined,
    })
    await audit(pool, staffOf(call).staffId, 'exported', subject, { title, rows: shown.length, filters })
    const day = kyivDate(new Date(clock.now()))
    return answer(new File([new Uint8Array(bytes)], `${title} ${day}.xlsx`, { type: xlsx }))
  }

  async function ofAuction<Row>(
    call: Call,
    { auction_id, lang }: { auction_id: number; lang: Language },
    key: 'applications' | 'bids' | 'winners',
    read: () => Promise<Outcome<Row[]>>,
    columns: (word: Word) => Column<Row>[],
  ): Promise<Outcome<File>> {
    const word = wordsIn(lang)
    const rows = await read()
    if (!rows.ok) return rows
    const { rows: found } = await pool.query<{ number: number }>(
      `select coalesce(number, id)::integer as number from cms.auctions where id = $1`,
      [auction_id],
    )
    const title = `${word('auction')} ${found[0]?.number ?? auction_id}, ${word(key).toLowerCase()}`
    return hand(call, word, {}, { title, subject: `auction:${auction_id}`, rows: rows.answer, columns: columns(word) })
  }

  return {
    async exportAccounts({ lang, ...filters }, call) {
      const word = wordsIn(lang)
      const rows = await allOf((page) => lists.accounts({ ...filters, ...page }, call))
      return rows.ok
        ? hand(call, word, filters, {
            title: word('accounts'),
            subject: 'account',
            rows: rows.answer,
            columns: accountColumns(word),
          })
        : rows
    },
    async exportAudit({ lang, ...filters }, call) {
      const word = wordsIn(lang)
      const rows = await allOf((page) => lists.audit({ ...filters, ...page }, call))
      return rows.ok
        ? hand(call, word, filters, {
            title: word('audit'),
            subject: 'audit',
            rows: rows.answer,
            columns: auditColumns(word),
          })
        : rows
    },
    exportApplications: (input, call) =>
      ofAuction(
        call,
        input,
        'applications',
        () => allOf((page) => lists.applications({ auction_id: input.auction_id, ...page }, call)),
        applicationColumns,
      ),
    exportBids: (input, call) =>
      ofAuction(
        call,
        input,
        'bids',
        () => allOf((page) => lists.bids({ auction_id: input.auction_id, ...page }, call)),
        bidColumns,
      ),
    exportWinners: (input, call) =>
      ofAuction(
        call,
        input,
        'winners',
        async () => {
          const board = await lists.winners({ auction_id: input.auction_id }, call)
          return board.ok ? answer(board.answer.data.list) : board
        },
        winnerColumns,
      ),
    async exportOrders({ lang, status }, call) {
      const word = wordsIn(lang)
      const rows = await readOrders(pool, status, lang, maxExportedRows + 1)
      return hand(
        call,
        word,
        { status },
        { title: word('orders'), subject: 'orders', rows, columns: orderColumns(word) },
      )
    },
    async exportFeedback({ lang, status }, call) {
      const word = wordsIn(lang)
      const rows = await readFeedback(pool, status, maxExportedRows + 1)
      return hand(
        call,
        word,
        { status },
        { title: word('feedback'), subject: 'feedback', rows, columns: feedbackColumns(word) },
      )
    },
    async exportAgreements({ lang, status }, call) {
      const word = wordsIn(lang)
      const rows = await readAgreements(pool, status, lang, maxExportedRows + 1)
      return hand(
        call,
        word,
        { status },
        { title: word('agreements'), subject: 'agreements', rows, columns: agreementColumns(word) },
      )
    },
  }
}

type Listing<Item> = Outcome<{ data: { list: Item[]; next_cursor: string | null } }>

/** A list's pages one after another, until there are no more or more than a table takes. */
async function allOf<Item>(
  read: (page: { cursor?: string; limit: number }) => Promise<Listing<Item>> | Listing<Item>,
): Promise<Outcome<Item[]>> {
  const all: Item[] = []
  let cursor: string | undefined
  do {
    const page = await read({ cursor, limit: pageSize })
    if (!page.ok) return page
    all.push(...page.answer.data.list)
    cursor = page.answer.data.next_cursor ?? undefined
  } while (cursor !== undefined && all.length <= maxExportedRows)
  return answer(all)
}
