import type { Language } from '@/lib/contract/primitives'
import { type Task, type TaskKind, taskKind } from '@/lib/contract/tasks'
import { returnBy } from '@/lib/domain/deposit'
import { formatSum } from '@/lib/domain/money'
import { instantOf } from '@/lib/server/events/auction-shapes'
import { agreementEndsWithin, isAgreementArchived, joinTexts } from '@/lib/server/platform/company-sql'
import type { Queryable } from '@/lib/server/platform/db/pool'
import { readSelectionTasks, undecidedSql } from './managed-list'
import type { QueryDependencies } from './summary'

/** Rows of one kind, so that a thousand of them hide no other kind. */
const MAX_OF_KIND = 10
const MAX_SHOWN = 50
const MAX_SUBJECT = 160

type StoredKind = Exclude<TaskKind, 'winners' | 'completion' | 'partial'>

/** SQL of one kind of task; a row of `from` is one task. */
interface Source {
  from: string
  id: string
  since: string
  until?: string
  auction?: string
  company?: string
  /** Of a company without a record. */
  companyName?: string
  subject?: string
  /** In kopecks. */
  amount?: string
}

/** Deposits with a balance; the view computes the states of these only. */
const unsettledSql = `array(
  select application_id from portal.deposit_payments payment group by application_id
  having sum(amount) > coalesce((select sum(amount) from portal.deposit_settlements settlement where settlement.application_id = payment.application_id), 0))`

const deposit = (state: 'to_return' | 'to_apply'): Source => ({
  from: `portal.deposits deposit join portal.applications application on application.id = deposit.application_id
    where deposit.application_id = any (${unsettledSql}) and deposit.state = '${state}'`,
  id: 'deposit.application_id',
  since: 'coalesce(deposit.since, application.received_at)',
  auction: 'deposit.auction_id',
  company: 'deposit.company_id',
  amount: 'deposit.balance',
})

const agreement = (condition: string, since: string): Source => ({
  from: `cms.agreements agreement where ${condition}`,
  id: 'agreement.id',
  since,
  auction: 'agreement.auction_id',
  company: 'agreement.company_id',
  subject: 'agreement.number',
})

/** `$1` is the time. */
const SOURCES: Readonly<Record<StoredKind, Source>> = {
  // From the open auctions to their applications: those of all years are many.
  application: {
    from: `portal.auction_heads head
      join portal.applications application on application.auction_id = head.auction_id
      join cms.lots lot on lot.id = head.auction_id
      where head.unsuccessful_at is null and head.cancelled_at is null and head.completed_at is null
        and head.started_at is null and lot.starts_at > $1 and ${undecidedSql}`,
    id: 'application.id',
    since: 'application.received_at',
    until: 'lot.starts_at',
    auction: 'application.auction_id',
    company: 'application.company_id',
  },
  chat: {
    from: `portal.chat_conversations chat join portal.chat_messages last on last.id = chat.last_message_id
      cross join lateral (
        select sent_at from portal.chat_messages message
        where message.auction_id = chat.auction_id and message.company_id = chat.company_id and message.author = 'buyer'
        order by message.id desc offset chat.unanswered - 1 limit 1
      ) first
      where chat.unanswered > 0`,
    id: 'last.id',
    since: 'first.sent_at',
    auction: 'chat.auction_id',
    company: 'chat.company_id',
    subject: 'last.text',
  },
  question: {
    from: `portal.questions question join cms.lots lot on lot.id = question.auction_id
      left join portal.auction_heads head on head.auction_id = lot.id
      where question.decided_at is null and head.ended_at is null and head.finished_at is null`,
    id: 'question.id',
    since: 'question.asked_at',
    until: 'lot.starts_at',
    auction: 'question.auction_id',
    company: 'question.company_id',
    subject: 'question.text',
  },
  draft: {
    from: `portal.auction_listing listing join cms.auctions lot on lot.id = listing.auction_id where listing.state = 'draft'`,
    id: 'lot.id',
    since: 'lot.updated_at',
    auction: 'lot.id',
  },
  company: {
    from: `portal.account_standings standing
      join portal.accounts account on account.company_id = standing.company_id
      join cms.companies registered on registered.id = standing.company_id
      where standing.decision in ('none', 'rejected') and not account.rejected`,
    id: 'standing.company_id',
    since: `case standing.decision when 'none' then registered.created_at else greatest(standing.decided_at, standing.data_changed_at) end`,
    company: 'standing.company_id',
  },
  deletion: {
    from: 'portal.deletion_requests request where request.withdrawn_at is null and request.decision is null',
    id: 'request.id',
    since: 'request.requested_at',
    company: 'request.company_id',
    subject: 'request.comment',
  },
  deposit_return: deposit('to_return'),
  deposit_apply: deposit('to_apply'),
  statement_line: {
    from: `portal.statement_lines line join portal.bank_statements statement on statement.id = line.statement_id
      left join (
        select line_id, sum(amount)::bigint as counted from portal.line_parts group by line_id
      ) part on part.line_id = line.id
      where line.dismissed_at is null and line.amount > coalesce(part.counted, 0)`,
    id: 'line.id',
    since: 'statement.imported_at',
    companyName: 'line.payer_name',
    subject: 'line.purpose',
    amount: 'line.amount - coalesce(part.counted, 0)',
  },
  agreement_details: agreement(
    `agreement.status = 'awaiting_signature' and not ${isAgreementArchived('agreement')}
      and (agreement.starts_on is null or agreement.ends_on is null or portal.agreement_awaits(agreement.id) = 'organiser')`,
    'agreement.created_at',
  ),
  agreement_signature: agreement(
    `agreement.status = 'signed_by_buyer' and not ${isAgreementArchived('agreement')}`,
    `coalesce((select at from portal.agreement_signatures where agreement_id = agreement.id and act_id is null and side = 'buyer'), agreement.updated_at)`,
  ),
  agreement_ending: {
    ...agreement(
      agreementEndsWithin('agreement', 30),
      'coalesce(cms.safe_timestamp(agreement.starts_on), agreement.created_at)',
    ),
    until: 'agreement.ends_on',
  },
  order: {
    from: `cms.orders ordered where ordered.status = 'new'`,
    id: 'ordered.id',
    since: 'ordered.created_at',
    companyName: 'ordered.company',
    subject: 'ordered.number::text',
  },
  feedback: {
    from: `cms.feedback message where message.status = 'new'`,
    id: 'message.id',
    since: 'message.created_at',
    company: 'message.company_id',
    subject: 'message.subject',
  },
  email: {
    from: 'portal.outbox email where email.failed_at is not null and email.sent_at is null and not email.not_needed',
    id: 'email.id',
    since: 'email.failed_at',
    company: 'email.company_id',
    subject: 'email.kind',
  },
}

function branchOf([kind, source]: [string, Source]): string {
  const { from, id, since, until = 'null::timestamptz', auction, company, companyName, subject, amount } = source
  return `(select '${kind}' as kind, (${id})::bigint as id, ${since} as since, ${until} as until,
    ${auction ?? 'null::integer'} as auction_id, ${company ?? 'null::integer'} as company_id, ${companyName ?? 'null::text'} as company_name,
    left(${subject ?? 'null::text'}, ${MAX_SUBJECT}) as subject, ${amount ?? 'null::bigint'} as amount, count(*) over ()::integer as total
    from ${from} order by until, since, id limit ${MAX_OF_KIND})`
}

interface Row {
  kind: TaskKind
  id: number
  since: Date
  until: Date | null
  auction_id: number | null
  auction_number: number | null
  auction_title: string
  company_id: number | null
  company_name: string | null
  subject: string | null
  amount: number | null
  total: number
}

const INBOX = `select task.kind, task.id, task.since, task.until, task.subject, task.amount, task.total,
    task.auction_id, cms.safe_number(lot.number)::integer as auction_number, texts.title as auction_title,
    task.company_id, coalesce(nullif(company.company_short_name, ''), company.company_name, task.company_name) as company_name
  from (
    ${Object.entries(SOURCES).map(branchOf).join('\n    union all ')}
    union all select kind, auction_id, since, until, auction_id, company_id, null, null, null, 1
      from unnest($3::text[], $4::integer[], $5::integer[], $6::timestamptz[], $7::timestamptz[])
        decided (kind, auction_id, company_id, since, until)
  ) task
  left join cms.auctions lot on lot.id = task.auction_id
  ${joinTexts('auctions', 'task.auction_id', '$2', ['title'])}
  left join cms.companies company on company.id = task.company_id`

/** The open tasks of the managers, those that cannot wait first. */
export async function readInbox(
  { pool, streams, clock }: Pick<QueryDependencies, 'pool' | 'streams' | 'clock'>,
  lang: Language,
): Promise<{ list: Task[]; counts: Record<TaskKind, number> }> {
  const now = clock.now()
  const rows = await readTasks(pool, await readSelectionTasks(pool, streams), { now, lang })
  const counts = Object.fromEntries(taskKind.options.map((kind) => [kind, 0])) as Record<TaskKind, number>
  for (const { kind, total } of rows) counts[kind] = isOfSelection(kind) ? counts[kind] + 1 : total
  const list = rows
    .map(taskOf)
    .map((task) => ({ task, ...urgencyOf(task, now) }))
    .toSorted((a, b) => Number(b.isUrgent) - Number(a.isUrgent) || a.due - b.due || a.task.id - b.task.id)
  return { list: list.slice(0, MAX_SHOWN).map(({ task }) => task), counts }
}

const isOfSelection = (kind: TaskKind) => !(kind in SOURCES)

async function readTasks(
  db: Queryable,
  decided: Awaited<ReturnType<typeof readSelectionTasks>>,
  { now, lang }: { now: number; lang: Language },
): Promise<Row[]> {
  const { rows } = await db.query<Row>({
    name: 'office-inbox',
    text: INBOX,
    values: [
      new Date(now),
      lang,
      decided.map(({ kind }) => kind),
      decided.map(({ auctionId }) => auctionId),
      decided.map(({ companyId }) => companyId),
      decided.map(({ since }) => since),
      decided.map(({ until }) => until),
    ],
  })
  return rows
}

function taskOf(row: Row): Task {
  const { kind, id, subject } = row
  // R11.4 counts working days, which the rules know.
  const until = kind === 'deposit_return' ? instantOf(returnBy(row.since.getTime())) : row.until?.toISOString()
  return {
    kind,
    id,
    auction:
      row.auction_id === null ? null : { id: row.auction_id, number: row.auction_number, title: row.auction_title },
    company: row.company_name === null ? null : { id: row.company_id, name: row.company_name },
    subject,
    amount: row.amount === null ? null : formatSum(BigInt(row.amount)),
    since: row.since.toISOString(),
    until: until ?? null,
  }
}

const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS

/** Hours after which a task without a deadline is due; a day where nothing is said. */
const PATIENCE: Partial<Record<TaskKind, number>> = { chat: 0, winners: 0, completion: 0, draft: Infinity }

/** A task is urgent if its deadline is less than a day away, or if participants are waiting for it. */
function urgencyOf({ kind, since, until }: Task, now: number): { isUrgent: boolean; due: number } {
  const patience = PATIENCE[kind] ?? 24
  const due = until === null ? Date.parse(since) + patience * HOUR_MS : Date.parse(until)
  return { isUrgent: (until !== null || patience === 0) && due < now + DAY_MS, due }
}
