import { bidLimits } from '@/lib/domain/bidding'
import { addWorkingDays, atKyivTime } from '@/lib/domain/working-hours'
import { type Kopecks, type Thousandths, toPriceString, toQuantityString } from '@/lib/domain/money'
import { getCms } from '@/lib/server/cms/cms'
import type { DemoDependencies } from '@/lib/server/compose/portal'
import type { Call, Caller } from '@/lib/server/platform/call'
import type { Pool } from '@/lib/server/platform/db/pool'
import { readDemoCallers } from './companies'
import type { InThree } from './content'
import { lotWithDeposit, makeLot, publishLot, SLOT_MINUTES } from './lots'
import { createRandom } from './random'
import { addToRolling } from './seed'
import seed from './seed.json' with { type: 'json' }

type RollingDependencies = Pick<DemoDependencies, 'pool' | 'clock' | 'streams' | 'handlers'>

const MINUTE_MS = 60_000
/** This long before the start, the demo's buyers apply for the auction. */
const FILL_BEFORE_START_MS = 3 * MINUTE_MS
const ROLLING_LOCK = 4_207_310_005

interface DemoAuction {
  auction_id: number
  starts_at: Date
  effective_end: Date
  started_at: Date | null
  ended_at: Date | null
}

/**
 * Keeps one auction running, the next one announced and the last one in selection, through the API. Only one server at a time does
 * this.
 */
export async function advanceDemo(deps: RollingDependencies): Promise<void> {
  const client = await deps.pool.connect()
  try {
    // A session lock, because a transaction would be idle for too long.
    const { rows } = await client.query<{ locked: boolean }>('select pg_try_advisory_lock($1) as locked', [
      ROLLING_LOCK,
    ])
    if (rows[0]?.locked !== true) return
    try {
      await advance(deps)
    } finally {
      await client.query('select pg_advisory_unlock($1)', [ROLLING_LOCK])
    }
  } finally {
    client.release()
  }
}

async function advance(deps: RollingDependencies): Promise<void> {
  const { pool, clock } = deps
  const office = await openOffice(deps)
  if (office === null) return
  const auctions = await demoAuctions(pool)
  const planned = auctions.filter((auction) => auction.started_at === null)
  for (const { auction_id: auctionId, starts_at: startsAt } of planned)
    if (startsAt.getTime() - clock.now() < FILL_BEFORE_START_MS) await fillAuction(deps, office, auctionId)
  if (!planned.some(({ starts_at: startsAt }) => startsAt.getTime() > clock.now()))
    await announceNext(deps, office, auctions)
  await announceWithDeposit(deps, office)
  const ended = auctions.filter((auction) => auction.ended_at !== null)
  for (const { auction_id: auctionId } of ended.slice(0, -1)) await finish(deps, office, auctionId)
}

/** The auctions that are not finished, in the order of their starts. */
async function demoAuctions(pool: Pool): Promise<DemoAuction[]> {
  const { rows } = await pool.query<DemoAuction>(
    `select auction.id as auction_id, auction.starts_at, coalesce(head.effective_end, auction.ends_at) as effective_end, head.started_at, head.ended_at
     from portal.demo_auctions demo
     join cms.auctions auction on auction.id = demo.auction_id
     left join portal.auction_heads head on head.auction_id = demo.auction_id
     where head.finished_at is null
     order by auction.starts_at`,
  )
  return rows
}

/**
 * The next auction starts when the running one ends. It gets three applications, one of which is left for the manager.
 */
async function announceNext(
  deps: RollingDependencies,
  office: DemoOffice,
  auctions: readonly DemoAuction[],
): Promise<void> {
  const { pool, clock } = deps
  // An auction without `started_at` counts too: it may be about to start.
  const open = auctions.filter((auction) => auction.ended_at === null)
  const soonest = clock.now() + FILL_BEFORE_START_MS + MINUTE_MS
  const startsAt =
    Math.ceil(Math.max(soonest, ...open.map(({ effective_end: end }) => end.getTime())) / MINUTE_MS) * MINUTE_MS
  const { rows } = await pool.query<{ count: number }>('select count(*)::int as count from portal.demo_auctions')
  const count = rows[0]?.count ?? 0
  const random = createRandom(startsAt / MINUTE_MS)
  const goods = count % 3 === 0 ? 'natural_gas' : 'gas_condensate'
  const next = makeLot(goods, { startsAt, minutes: SLOT_MINUTES, reserve: 20 }, clock.now(), random)
  const lot = { ...next, lot: { ...next.lot, questionDeadline: startsAt - FILL_BEFORE_START_MS } }
  const auctionId = await publishLot(await getCms(), lot)
  await addToRolling(pool, auctionId)
  for (const companyId of office.buyers.slice(2, 5)) await applyFor(deps, office, auctionId, companyId)
  for (const applicationId of (await office.waitingApplications(auctionId)).slice(0, 2))
    await office.confirm(applicationId)
  await askQuestions(office, auctionId)
}

/** Asks the seed's questions, and answers those that have an answer; the rest are left for the manager. */
async function askQuestions(office: DemoOffice, auctionId: number): Promise<void> {
  for (const [index, { question, answer }] of seed.questions.entries()) {
    const companyId = office.buyers[index + 1]
    if (companyId === undefined) return
    const id = await office.ask(companyId, auctionId, question.uk)
    if (id !== null && answer !== null) await office.answer(id, question, answer)
  }
}

/** Working days until the start, so that visitors have time to look at deposits and to import the statement. */
const DEPOSIT_DAYS = 5

/**
 * Ensures that a lot with a deposit (R11) is planned. One buyer has paid and is confirmed, one has paid a part, one nothing.
 * demo/statement-privatbank.csv contains the missing payments.
 */
async function announceWithDeposit({ pool, clock }: RollingDependencies, office: DemoOffice): Promise<void> {
  const now = clock.now()
  const { rowCount } = await pool.query('select from cms.lots where deposit_rate > 0 and starts_at > $1', [
    new Date(now),
  ])
  if (rowCount !== 0) return
  const startsAt = atKyivTime(addWorkingDays(now, DEPOSIT_DAYS), 11 * 60)
  const auctionId = await publishLot(await getCms(), lotWithDeposit(startsAt, now, createRandom(startsAt / MINUTE_MS)))
  const applicants = office.buyers.slice(1, 4)
  for (const [index, companyId] of applicants.entries())
    await office.apply(companyId, { auctionId, price: 1_450_000, quantity: (3 - index) * 100_000 })
  const [paid, part] = await office.waitingApplications(auctionId)
  if (paid === undefined || part === undefined) return
  await office.recordDeposit(paid, '130500.00')
  await office.recordDeposit(part, '40000.00')
  await office.confirm(paid)
}

/** All buyers apply and are confirmed, so that every login can bid once the auction runs. */
async function fillAuction(deps: RollingDependencies, office: DemoOffice, auctionId: number): Promise<void> {
  for (const companyId of office.buyers) await applyFor(deps, office, auctionId, companyId)
  for (const applicationId of await office.waitingApplications(auctionId)) await office.confirm(applicationId)
}

async function applyFor(
  { streams }: RollingDependencies,
  office: DemoOffice,
  auctionId: number,
  companyId: number,
): Promise<void> {
  const snapshot = await streams.snapshotOf(auctionId)
  const limits = snapshot && bidLimits(snapshot.state, companyId)
  if (!snapshot || !limits || snapshot.state.applications.has(companyId)) return
  const random = createRandom(auctionId * 1_000 + companyId)
  const { lot } = snapshot.state
  const steps = Math.round((lot.volume * (0.15 + random.next() * 0.4)) / lot.quantityStep)
  await office.apply(companyId, {
    auctionId,
    price: limits.minimumPrice + random.whole(0, 3) * limits.priceStep,
    quantity: Math.max(limits.minimumQuantity, steps * lot.quantityStep),
  })
}

/** Accepts the offered parts, confirms the winners and completes an auction. */
async function finish({ streams }: RollingDependencies, office: DemoOffice, auctionId: number): Promise<void> {
  // Each answer may lead to another offer, at most one for each participant.
  for (let answers = 0; answers <= office.buyers.length; answers += 1) {
    const state = (await streams.snapshotOf(auctionId))?.state
    const offer = state?.selection?.offer
    const bidderId = offer ? state?.lastBids[offer.participant - 1]?.bidderId : undefined
    // A visitor's company, or a bidder of past auctions, answers for itself or lets the term pass.
    if (!offer || bidderId === undefined || !office.buyers.includes(bidderId)) break
    if (!(await office.acceptPart(auctionId, bidderId, offer.quantity))) break
  }
  await office.complete(auctionId)
}

/** A call from within the process; rate limits do not apply to it. */
export function demoCall(caller: Caller, receivedAt: number): Call {
  return {
    requestId: crypto.randomUUID(),
    receivedAt,
    address: 'in-process',
    userAgent: 'demo',
    idempotencyKey: crypto.randomUUID(),
    caller,
  }
}

/** Two of the demo's companies share a phone number, so a confirmation needs a note (R14.4). */
const RELATED_NOTE = 'Спільний телефон бухгалтерії. Власники й ліцензії різні, документи перевірено.'

type DemoOffice = NonNullable<Awaited<ReturnType<typeof openOffice>>>

/**
 * Calls the API as the demo's buyers and manager. Null if these have been removed. A refusal is no error, because a visitor may have
 * acted first.
 */
async function openOffice({ pool, clock, handlers }: RollingDependencies) {
  const { rows: staff } = await pool.query<{ id: number; name: string }>(
    `select id, name from cms.staff where email = $1`,
    [seed.staff.find(({ role }) => role === 'manager')?.email],
  )
  const manager = staff[0]
  const callers = await readDemoCallers(pool)
  if (manager === undefined || callers.size === 0) return null

  const callBy = (caller: Caller) => demoCall(caller, clock.now())
  const buyer = (companyId: number) => callBy(callers.get(companyId)!)
  const byManager = () => callBy({ kind: 'staff', staffId: manager.id, role: 'manager', name: manager.name })

  return {
    buyers: [...callers.keys()],
    async apply(
      companyId: number,
      { auctionId, price, quantity }: { auctionId: number; price: Kopecks; quantity: Thousandths },
    ) {
      await handlers.auctions.apply(
        { auction_id: auctionId, price: toPriceString(price), quantity: toQuantityString(quantity) },
        buyer(companyId),
      )
    },
    async waitingApplications(auctionId: number) {
      const { rows: waiting } = await pool.query<{ id: number }>(
        `select id from portal.applications application where auction_id = $1 and not exists (
           select from portal.application_decisions decision
           where decision.application_id = application.id and decision.kind in ('confirmed', 'rejected', 'withdrawn')
         ) order by number`,
        [auctionId],
      )
      return waiting.map(({ id }) => id)
    },
    async recordDeposit(applicationId: number, amount: string) {
      const received_on = new Date(clock.now()).toISOString().slice(0, 10)
      const note = 'Виписка банку за сьогодні'
      await handlers.manager.recordDeposit(
        { application_id: applicationId, amount, received_on, reversal: false, note, received: '0.00' },
        byManager(),
      )
    },
    async confirm(applicationId: number) {
      const confirm = (note?: string) =>
        handlers.manager.confirmApplication(
          { application_id: applicationId, insistence: 'Демонстраційна заявка', note },
          byManager(),
        )
      const outcome = await confirm()
      if (!outcome.ok && outcome.refusal.code === 'related_note_required') await confirm(RELATED_NOTE)
    },
    /** Returns whether the call succeeded. */
    async acceptPart(auctionId: number, companyId: number, quantity: Thousandths) {
      const outcome = await handlers.auctions.answerPartial(
        { auction_id: auctionId, accept: true, quantity: toQuantityString(quantity) },
        buyer(companyId),
      )
      return outcome.ok
    },
    async complete(auctionId: number) {
      await handlers.manager.confirmWinners({ auction_id: auctionId }, byManager())
      await handlers.manager.complete({ auction_id: auctionId }, byManager())
    },
    /** Returns the id of the question, or null if it was refused. */
    async ask(companyId: number, auctionId: number, text: string) {
      const outcome = await handlers.auctions.ask({ auction_id: auctionId, text, lang: 'uk' }, buyer(companyId))
      return outcome.ok ? outcome.answer.data.id : null
    },
    async answer(questionId: number, question: InThree, answer: InThree) {
      const textIn = (language: keyof InThree) => ({ question: question[language], answer: answer[language] })
      await handlers.manager.answerQuestion(
        {
          question_id: questionId,
          language: 'uk',
          texts: { uk: textIn('uk'), en: textIn('en'), ru: textIn('ru') },
          names_confirmed: false,
        },
        byManager(),
      )
    },
  }
}
