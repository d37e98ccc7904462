import type { managerEndpoints } from '@/lib/contract/manager'
import type { Language } from '@/lib/contract/primitives'
import type {
  ManagedQuestion,
  managerQuestionsEndpoints,
  OwnQuestion,
  questionsEndpoints,
} from '@/lib/contract/questions'
import type { Parsed } from '@/lib/contract/endpoint'
import { decideAnswer, acceptsQuestions } from '@/lib/domain/questions'
import { readAnswers } from '@/lib/server/events/answers'
import { audit } from '@/lib/server/platform/audit'
import { queueEmail, queueEmails } from '@/lib/server/jobs/emails'
import { accountOf, answer, type Call, type Handlers, refuse, staffOf, withOutcome } from '@/lib/server/platform/call'
import { decodeCursor, DEFAULT_LIMIT, pageOf } from '@/lib/server/platform/keyset'
import { sendOnce } from '@/lib/server/platform/send-once'
import type { Clock } from '@/lib/server/platform/clock'
import { type PoolClient, type Queryable, readRows } from '@/lib/server/platform/db/pool'
import { changeAuction, type ChangeDependencies } from './change-auction'
import { type OpenAuction } from '@/lib/server/events/open-auction'
import { joinTexts } from '@/lib/server/platform/company-sql'
import { findIdentifiers } from './named-applicants'

const BY = '(select portal.person_name(person) from portal.people person where person.id = question.person_id)'
const columns = `question.id, question.text, ${BY} as by, question.asked_at, question.number, question.rejection as reason,
  case when question.number is not null then 'answered' when question.rejection is not null then 'rejected' else 'open' end as status`

async function readQuestion(db: Queryable, id: number): Promise<OwnQuestion | undefined> {
  const [question] = await readRows<OwnQuestion>(db, `select ${columns} from portal.questions question where id = $1`, [
    id,
  ])
  return question
}

async function follow(db: Queryable, auctionId: number, companyId: number, at: number): Promise<void> {
  await db.query(
    'insert into portal.lot_followers (auction_id, company_id, since) values ($1, $2, $3) on conflict do nothing',
    [auctionId, companyId, new Date(at)],
  )
}

interface NewQuestion {
  auctionId: number
  companyId: number
  personId: number
  language: Language
  text: string
  askedAt: number
}

async function addQuestion(client: PoolClient, question: NewQuestion): Promise<OwnQuestion> {
  const { auctionId, companyId, personId, language, text, askedAt } = question
  const [added] = await readRows<OwnQuestion>(
    client,
    `insert into portal.questions as question (auction_id, company_id, person_id, language, text, asked_at) values ($1, $2, $3, $4, $5, $6)
     returning ${columns}`,
    [auctionId, companyId, personId, language, text, new Date(askedAt)],
  )
  if (added === undefined) throw new Error('A question was not inserted')
  await follow(client, auctionId, companyId, askedAt)
  await queueEmail(client, 'question_asked', null, {
    auction_id: auctionId,
    company_id: companyId,
    question_id: added.id,
  })
  return added
}

type QuestionDependencies = ChangeDependencies & { clock: Clock }

/** Asking questions on a lot, and following it (R12.1). */
export function questionHandlers({ pool, streams, clock }: QuestionDependencies): Handlers<typeof questionsEndpoints> {
  const isPublished = async (auctionId: number) => (await streams.snapshotOf(auctionId)) !== null

  return {
    async questions({ auction_id: auctionId, lang }) {
      if (!(await isPublished(auctionId))) return refuse('not_found')
      return answer({ data: { list: await readAnswers(pool, auctionId, lang), next_cursor: null } })
    },

    async ask({ auction_id: auctionId, text, lang }, call) {
      const { companyId, personId } = accountOf(call)
      const { idempotencyKey: key, receivedAt: sentAt } = call
      const snapshot = await streams.snapshotOf(auctionId)
      if (snapshot === null) return refuse('not_found')
      return withOutcome(pool, (client) =>
        sendOnce(
          client,
          { companyId, call: 'question', key, content: [auctionId, text, lang], sentAt },
          (id) => readQuestion(client, id),
          async () => {
            if (!acceptsQuestions(snapshot.state, sentAt)) return refuse('questions_closed')
            const question = { auctionId, companyId, personId, language: lang, text, askedAt: sentAt }
            return answer({ data: await addQuestion(client, question) })
          },
        ),
      )
    },

    async ownQuestions({ auction_id: auctionId }, call) {
      const { companyId } = accountOf(call)
      if (!(await isPublished(auctionId))) return refuse('not_found')
      const list = await readRows<OwnQuestion>(
        pool,
        `select ${columns} from portal.questions question where auction_id = $1 and company_id = $2 order by id desc limit 100`,
        [auctionId, companyId],
      )
      const { rowCount } = await pool.query(
        'select from portal.lot_followers where auction_id = $1 and company_id = $2',
        [auctionId, companyId],
      )
      return answer({ data: { following: rowCount === 1, list } })
    },

    async follow({ auction_id: auctionId, follow: wanted }, call) {
      const { companyId } = accountOf(call)
      if (!(await isPublished(auctionId))) return refuse('not_found')
      if (wanted) await follow(pool, auctionId, companyId, clock.now())
      else
        await pool.query('delete from portal.lot_followers where auction_id = $1 and company_id = $2', [
          auctionId,
          companyId,
        ])
      return answer({ data: {} })
    },
  }
}

type Publication = Pick<
  Parsed<typeof managerQuestionsEndpoints.publishAnswer>,
  'language' | 'texts' | 'names_confirmed'
> & {
  auctionId: number
  /** The company that asked, by a question or in its chat. */
  companyId: number
  askedAt: number | null
}

/** The managers' queue of questions. */
export function managerQuestionHandlers(
  deps: QuestionDependencies,
): Pick<Handlers<typeof managerEndpoints>, keyof typeof managerQuestionsEndpoints> {
  const { pool, clock } = deps

  async function publish(auction: OpenAuction, publication: Publication, call: Call) {
    const { auctionId, companyId, askedAt, language, texts } = publication
    const { staffId } = staffOf(call)
    const published = Object.values(texts).flatMap((text) => (text === undefined ? [] : [text.question, text.answer]))
    const identifiers = await findIdentifiers(auction.client, { auctionId, companyId }, published.join('\n'))
    if (identifiers.length > 0 && !publication.names_confirmed)
      return refuse('text_names_company', { extensions: { found: identifiers } })
    const decision = decideAnswer(auction.stream().state, { askedAt, language, texts }, clock.now())
    if (!decision.ok) return refuse(decision.refusal.code)
    await auction.append(decision.events, { staffId })
    const { answers: number } = auction.stream().state
    const recipients = await readRecipients(auction.client, auctionId, companyId)
    await queueEmails(
      auction.client,
      recipients.map((to) => ({
        kind: 'question_answered',
        company_id: to,
        payload: { auction_id: auctionId, number },
        dedupe_key: `question_answered:${auctionId}:${number}:${to}`,
      })),
    )
    await audit(auction.client, staffId, 'question_answered', `auction:${auctionId}`, {
      number,
      from_chat: askedAt === null,
      ...(identifiers.length > 0 && { named: identifiers }),
    })
    const recorded = (await readAnswers(auction.client, auctionId, language)).at(-1)
    if (recorded === undefined) throw new Error('An answer was not recorded')
    return answer({ data: recorded })
  }

  async function findQuestion(id: number) {
    const { rows } = await pool.query<{ auction_id: number; company_id: number; asked_at: Date }>(
      'select auction_id, company_id, asked_at from portal.questions where id = $1',
      [id],
    )
    return rows[0]
  }

  return {
    async questions({ auction_id: auctionId, open, lang, cursor, limit = DEFAULT_LIMIT }) {
      const position = decodeCursor(cursor, ['instant', 'id'])
      const rows = await readRows<ManagedQuestion & { place: string }>(
        pool,
        `select ${columns}, question.auction_id, lot.number as auction_number, texts.title as auction_title,
           question.company_id, company.company_name, question.language, lot.question_deadline, lot.starts_at, question.decided_at, placed.place
         from portal.questions question
         join cms.lots lot on lot.id = question.auction_id
         join cms.companies company on company.id = question.company_id
         ${joinTexts('auctions', 'lot.id', '$2', ['title'])}
         cross join lateral (select coalesce(question.decided_at, lot.starts_at) as place) placed
         where ($1::integer is null or question.auction_id = $1) and (question.decided_at is null) = $3
           and ($4::timestamptz is null or case when $3 then (placed.place, question.id) > ($4, $5::integer) else (placed.place, question.id) < ($4, $5::integer) end)
         order by case when $3 then placed.place end, case when $3 then question.id end, placed.place desc, question.id desc
         limit $6`,
        [auctionId ?? null, lang, open, position && new Date(position[0]), position?.[1] ?? null, limit + 1],
      )
      return answer({
        data: pageOf(
          rows,
          limit,
          ({ place, id }) => [Date.parse(place), id],
          ({ place: _place, ...question }) => question,
        ),
      })
    },

    async answerQuestion({ question_id: questionId, ...texts }, call) {
      const question = await findQuestion(questionId)
      if (question === undefined) return refuse('question_not_found')
      const { auction_id: auctionId, company_id: companyId, asked_at: askedAt } = question
      return changeAuction(deps, auctionId, async (auction) => {
        const { rowCount } = await auction.client.query(
          `update portal.questions set number = $2, staff_id = $3, decided_at = $4 where id = $1 and decided_at is null`,
          [questionId, auction.stream().state.answers + 1, staffOf(call).staffId, new Date(clock.now())],
        )
        if (rowCount === 0) return refuse('question_already_decided')
        return publish(auction, { auctionId, companyId, askedAt: askedAt.getTime(), ...texts }, call)
      })
    },

    async publishAnswer({ auction_id: auctionId, company_id: companyId, ...texts }, call) {
      const { rowCount } = await pool.query(
        'select from portal.chat_conversations where auction_id = $1 and company_id = $2',
        [auctionId, companyId],
      )
      if (rowCount === 0) return refuse('not_found')
      return changeAuction(deps, auctionId, async (auction) => {
        const original = texts.texts[texts.language]
        const answers = await readAnswers(auction.client, auctionId, texts.language)
        // Publishing cannot be undone, so a retry after a lost answer must not publish a second time.
        const earlier = answers.find(
          ({ asked_at: askedAt, question, answer: text }) =>
            askedAt === null && question === original?.question && text === original.answer,
        )
        if (earlier !== undefined) return answer({ data: earlier })
        return publish(auction, { auctionId, companyId, askedAt: null, ...texts }, call)
      })
    },

    async rejectQuestion({ question_id: questionId, reason }, call) {
      const { staffId } = staffOf(call)
      const question = await findQuestion(questionId)
      if (question === undefined) return refuse('question_not_found')
      const { auction_id: auctionId, company_id: companyId } = question
      return withOutcome(pool, async (client) => {
        const { rowCount } = await client.query(
          'update portal.questions set rejection = $2, staff_id = $3, decided_at = $4 where id = $1 and decided_at is null',
          [questionId, reason, staffId, new Date(clock.now())],
        )
        if (rowCount === 0) return refuse('question_already_decided')
        await queueEmail(client, 'question_rejected', companyId, { auction_id: auctionId, question_id: questionId })
        await audit(client, staffId, 'question_rejected', `auction:${auctionId}`, { reason, question: questionId })
        return answer({ data: {} })
      })
    },
  }
}

/** The company that asked, current applicants, and followers of the lot. */
async function readRecipients(db: Queryable, auctionId: number, askedBy: number): Promise<number[]> {
  const { rows } = await db.query<{ company_id: number }>(
    `select company_id from portal.applications application where auction_id = $1 and not exists (
       select from portal.application_decisions where application_id = application.id and kind in ('withdrawn', 'rejected'))
     union select company_id from portal.lot_followers where auction_id = $1
     union select $2::integer order by company_id`,
    [auctionId, askedBy],
  )
  return rows.map(({ company_id: id }) => id)
}
