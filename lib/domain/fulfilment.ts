import { type Kopecks, type Sum, sumOf, type Thousandths } from './money'
import {
  addBankingDays,
  addDays,
  amountsOf,
  type Day,
  isPrepaid,
  type KeyRate,
  type PaymentPlan,
  penaltyFor,
  WHOLE_SHARE,
} from './payment-plan'

/** What an agreement says, and its deposit: the frame of its facts. */
export interface AgreementTerms {
  readonly quantity: Thousandths
  readonly price: Kopecks
  readonly sum: Sum
  readonly plan: PaymentPlan
  /** The day on which both had signed; null before. */
  readonly inForceOn: Day | null
  /** Deposits set against the agreement (R11.4), counted as money received. */
  readonly deposits: readonly { readonly amount: Sum; readonly on: Day }[]
  /** The National Bank's rates, for a penalty that follows them. */
  readonly rates: readonly KeyRate[]
}

export type Side = 'buyer' | 'organiser'

/** Who pays an invoice, as it was on the day of issue: a company that is renamed later does not change what was issued. */
export interface Payer {
  readonly name: string
  readonly edrpou: string
  readonly taxNumber: string
  readonly iban: string
  readonly bank: string
  readonly address: string
}

/** What a fact says. Facts are never changed: what was wrong is cancelled by another one (R16.9). */
export type FactBody =
  | {
      kind: 'invoice_issued'
      number: string
      /** `plan`: a part paid in advance; `act`: a part paid after acts; `final`: what the last act leaves; `penalty`: a claim. */
      type: 'plan' | 'act' | 'final' | 'penalty'
      /** The index of the plan's part. */
      part: number | null
      /** The deposit that the invoice deducts is a part of it. */
      amount: Sum
      /** What was received before, deducted on its face. */
      deducted: Sum
      dueOn: Day
      payer: Payer
      /** Of a penalty: the late invoice, its late days, the sum by the formula, and why less is claimed. */
      late: { invoice: number; from: Day; until: Day; proposed: Sum; reason: string | null } | null
    }
  | { kind: 'invoice_cancelled'; invoice: number; reason: string }
  /** `invoice`: which one the payer named. */
  | { kind: 'payment_counted'; amount: Sum; on: Day; invoice: number | null; note: string | null }
  /** The bank took a payment back, or a part of it. */
  | { kind: 'payment_reversed'; payment: number; amount: Sum; on: Day; note: string | null }
  | { kind: 'overpayment_returned'; amount: Sum; on: Day; note: string | null }
  /** `on`: a day, or a month for gas. `place`: vehicle, wagon or point. */
  | { kind: 'loading_requested'; on: Day; volume: Thousandths; place: string }
  | { kind: 'loading_moved'; loading: number; side: Side; on: Day; reason: string | null }
  | { kind: 'loading_agreed'; loading: number; side: Side }
  /** Refused by the organiser with a reason, or withdrawn by the buyer. */
  | { kind: 'loading_dropped'; loading: number; side: Side; reason: string | null }
  | { kind: 'waybill_recorded'; number: string; on: Day; volume: Thousandths; loading: number | null }
  | { kind: 'waybill_cancelled'; waybill: number; reason: string }
  /** `isLast`: it settles the agreement (R16.5). */
  | { kind: 'act_made'; number: string; waybills: readonly number[]; isLast: boolean }
  | { kind: 'act_cancelled'; act: number; reason: string }
  | { kind: 'act_signed'; act: number; side: Side | 'paper' }
  | { kind: 'penalty_waived'; invoice: number; until: Day; reason: string }
  | { kind: 'ended_early'; reason: string }
  | { kind: 'closed' }

export type FactKind = FactBody['kind']

/** A recorded fact; ids grow with time. */
export type Fact = FactBody & { readonly id: number; readonly at: number }
export type FactOf<Kind extends FactKind> = Extract<Fact, { kind: Kind }>

export interface Invoice {
  readonly id: number
  readonly number: string
  readonly type: FactOf<'invoice_issued'>['type']
  readonly part: number | null
  readonly issuedOn: number
  readonly amount: Sum
  readonly deducted: Sum
  readonly dueOn: Day
  readonly payer: Payer
  readonly late: FactOf<'invoice_issued'>['late']
  readonly cancelled: { readonly at: number; readonly reason: string } | null
  /** What is demanded of it: less than its amount once the agreement owes less (R16.5); nothing if it is cancelled. */
  readonly demanded: Sum
  readonly paid: Sum
  readonly missing: Sum
  /** The day of the payment that completed it; null while something is missing. */
  readonly paidOn: Day | null
  readonly daysLate: number
  /** The penalty by the agreement's formula for late days that are neither claimed nor waived; `until` is the last of them. */
  readonly penalty: { readonly amount: Sum; readonly from: Day; readonly until: Day } | null
}

export interface Payment {
  readonly id: number
  readonly amount: Sum
  readonly reversed: Sum
  readonly on: Day
  readonly invoice: number | null
  readonly note: string | null
}

export type LoadingState = 'requested' | 'proposed' | 'confirmed' | 'loaded' | 'dropped'

export interface Loading {
  readonly id: number
  readonly state: LoadingState
  readonly on: Day
  readonly volume: Thousandths
  readonly place: string
  readonly reason: string | null
  /** The last fact about it: a change that does not name it is stale. */
  readonly version: number
  /** How often it was moved, agreed to or dropped. */
  readonly changes: number
}

export interface Waybill {
  readonly id: number
  readonly number: string
  readonly on: Day
  readonly volume: Thousandths
  readonly loading: number | null
  /** The act that states it; null if none does. */
  readonly act: number | null
  readonly cancelled: boolean
}

export interface Act {
  readonly id: number
  readonly number: string
  readonly madeAt: number
  readonly from: Day
  readonly until: Day
  readonly volume: Thousandths
  readonly value: Sum
  readonly isLast: boolean
  readonly waybills: readonly number[]
  readonly signed: Readonly<Record<Side, number | null>>
  /** When both had signed. */
  readonly inForceAt: number | null
  readonly cancelled: { readonly reason: string } | null
}

/** R16.6 */
export type Stage = 'awaiting_signature' | 'in_force' | 'paid' | 'shipping' | 'accepted' | 'closed'
/** The column of the organiser's board. */
export type BoardColumn = 'to_sign' | 'to_pay' | 'overdue' | 'to_ship' | 'to_accept' | 'to_settle' | 'closed'

/** What is to be done next, by whom and until when. */
export interface NextStep {
  readonly side: Side
  readonly action:
    | 'sign_agreement'
    | 'issue_invoices'
    | 'pay'
    | 'request_loading'
    | 'answer_loading'
    | 'record_waybill'
    | 'make_act'
    | 'sign_act'
    | 'return_overpayment'
    | 'decide_penalty'
  /** The invoice, loading or act that it is about. */
  readonly subject: number | null
  readonly amount: Sum | null
  readonly by: Day | null
}

/** The state of an agreement, derived from its facts; their order does not matter. */
export interface Fulfilment {
  readonly stage: Stage
  readonly column: BoardColumn
  readonly isOverdue: boolean
  readonly endedEarly: { readonly at: number; readonly reason: string } | null
  readonly closedAt: number | null
  /** The agreed volume is loaded, within the tolerance, or the agreement ended early. */
  readonly isShipped: boolean
  /** The last act, or the early end, has fixed what the buyer owes for the goods, and acts that both signed state all that was loaded. */
  readonly isSettled: boolean
  readonly money: {
    /** Payments and deposits, less what the bank took back: paid to invoices + unallocated + returned. */
    readonly received: Sum
    readonly allocated: Sum
    /** Negative if the bank took back what had been returned. */
    readonly unallocated: Sum
    readonly returned: Sum
    readonly missing: Sum
    /** Owed for goods and claimed penalties as far as is known. */
    readonly owed: Sum
    /** Until when an overpayment is to be returned; null if there is none. */
    readonly returnBy: Day | null
  }
  readonly volume: {
    readonly agreed: Thousandths
    /** The most that may be loaded: the agreed volume and its tolerance. */
    readonly limit: Thousandths
    readonly covered: Thousandths
    /** In requested and confirmed loadings. */
    readonly planned: Thousandths
    readonly loaded: Thousandths
    readonly accepted: Thousandths
    /** Covered, and neither loaded nor planned; nothing once nothing more is shipped. */
    readonly free: Thousandths
  }
  readonly invoices: readonly Invoice[]
  readonly payments: readonly Payment[]
  readonly loadings: readonly Loading[]
  readonly waybills: readonly Waybill[]
  readonly acts: readonly Act[]
  /** The parts of the plan that can be invoiced now. */
  readonly due: readonly InvoiceDraft[]
  readonly next: NextStep | null
}

/** An invoice that is to be issued, still without a number. */
export interface InvoiceDraft {
  readonly type: 'plan' | 'act' | 'final'
  readonly part: number | null
  readonly amount: Sum
  /** The day from which its part is due: in force, or the act. */
  readonly since: Day
}

const RETURN_BANKING_DAYS = 5

const totalOf = <Item>(items: readonly Item[], amountOf: (item: Item) => Sum): Sum =>
  items.reduce((total, item) => total + amountOf(item), 0n)
const volumeOf = (items: readonly { readonly volume: Thousandths }[]): Thousandths =>
  items.reduce((total, { volume }) => total + volume, 0)
const least = (a: Sum, b: Sum): Sum => (a < b ? a : b)
const latest = (a: Day, b: Day): Day => (a > b ? a : b)

/**
 * Derives the state of an agreement (R16).
 *
 * @param dayOf the day in Kyiv of an instant
 * @param today the day in Kyiv
 */
export function fulfilmentOf(
  terms: AgreementTerms,
  facts: readonly Fact[],
  { dayOf, today }: { dayOf: (at: number) => Day; today: Day },
): Fulfilment {
  const inOrder = [...facts].sort((a, b) => a.id - b.id)
  const allOf = <Kind extends FactKind>(kind: Kind) =>
    inOrder.filter((fact): fact is FactOf<Kind> => fact.kind === kind)

  const ended = allOf('ended_early')[0] ?? null
  const closed = allOf('closed')[0] ?? null
  const acts = actsOf(terms, { allOf })
  const waybills = waybillsOf(allOf, acts)
  const live = waybills.filter(({ cancelled }) => !cancelled)
  const loaded = volumeOf(live)
  const inForceActs = acts.filter(({ inForceAt, cancelled }) => inForceAt !== null && cancelled === null)
  const accepted = volumeOf(inForceActs)
  // An earlier act may be signed after the last one.
  const isSettled = (inForceActs.some(({ isLast }) => isLast) || ended !== null) && loaded === accepted
  const goods = isSettled ? sumOf(terms.price, accepted) : ended === null ? null : sumOf(terms.price, loaded)

  const money = allocate(terms, allOf, goods)
  const invoices = money.invoices.map((invoice) =>
    withPenalty(terms, invoice, { allOf, allocations: money.allocations, today }),
  )
  const limit = terms.quantity + Math.floor((terms.quantity * terms.plan.tolerance) / WHOLE_SHARE)
  const floor = terms.quantity - Math.floor((terms.quantity * terms.plan.tolerance) / WHOLE_SHARE)
  const loadings = loadingsOf(allOf, live, ended !== null || isSettled)
  const planned = volumeOf(loadings.filter(({ state }) => state !== 'loaded' && state !== 'dropped'))
  const covered = coveredVolume(terms, { invoices, unallocated: money.unallocated, limit })
  const missing = totalOf(invoices, (invoice) => invoice.missing)
  const isOverdue = invoices.some((invoice) => invoice.missing > 0n && invoice.dueOn < today)
  const due =
    closed === null ? draftsOf(terms, { invoices, inForceActs, isSettled, isOver: ended !== null, goods, dayOf }) : []
  const isShipped = loaded >= floor || ended !== null || isSettled
  const isAccepted = isShipped && isSettled
  const prepaid = invoices.filter(({ type, cancelled }) => type === 'plan' && cancelled === null)
  const isPaid =
    terms.inForceOn !== null &&
    due.every(({ type }) => type !== 'plan') &&
    prepaid.every((invoice) => invoice.missing === 0n)
  const penalties = totalOf(
    invoices.filter(({ type, cancelled }) => type === 'penalty' && cancelled === null),
    ({ amount }) => amount,
  )
  const owed =
    (goods ??
      totalOf(
        invoices.filter(({ type }) => type !== 'penalty'),
        ({ demanded }) => demanded,
      )) + penalties
  const returnable = isSettled && money.unallocated > 0n
  const settledOn = dayOf(Math.max(ended?.at ?? 0, ...inForceActs.map(({ inForceAt }) => inForceAt ?? 0)))

  const column = ((): BoardColumn => {
    if (terms.inForceOn === null) return 'to_sign'
    if (isOverdue) return 'overdue'
    // A reversal or a further payment after closing needs attention, which the closed column does not get.
    if (closed !== null) return missing > 0n ? 'to_pay' : money.unallocated === 0n ? 'closed' : 'to_settle'
    if (!isShipped) return isPaid ? 'to_ship' : 'to_pay'
    if (!isAccepted) return 'to_accept'
    return missing > 0n || due.length > 0 ? 'to_pay' : 'to_settle'
  })()
  const stage = ((): Stage => {
    if (closed !== null) return 'closed'
    if (terms.inForceOn === null) return 'awaiting_signature'
    if (isAccepted) return 'accepted'
    if (loaded > 0) return 'shipping'
    return isPaid ? 'paid' : 'in_force'
  })()

  const state = {
    stage,
    column,
    isOverdue,
    endedEarly: ended && { at: ended.at, reason: ended.reason },
    closedAt: closed?.at ?? null,
    isShipped,
    isSettled,
    money: {
      received: money.received,
      allocated: money.allocated,
      unallocated: money.unallocated,
      returned: money.returned,
      missing,
      owed,
      returnBy: returnable ? addBankingDays(latest(settledOn, money.spareSince), RETURN_BANKING_DAYS) : null,
    },
    volume: {
      agreed: terms.quantity,
      limit,
      covered,
      planned,
      loaded,
      accepted,
      free: ended !== null || isSettled ? 0 : Math.max(0, covered - loaded - planned),
    },
    invoices,
    payments: money.payments,
    loadings,
    waybills,
    acts,
    due,
  }
  return { ...state, next: nextOf(terms, state, isPaid) }
}

type AllOf = <Kind extends FactKind>(kind: Kind) => FactOf<Kind>[]

/** Settled, paid and returned to the kopeck, with no penalty undecided: nothing is left to do (R16.6). */
export function isComplete({ isSettled, money, invoices, due }: Fulfilment): boolean {
  return (
    isSettled &&
    due.length === 0 &&
    money.missing === 0n &&
    money.owed === money.received - money.returned &&
    invoices.every(({ penalty }) => penalty === null)
  )
}

function actsOf(terms: AgreementTerms, { allOf }: { allOf: AllOf }): Act[] {
  const waybills = new Map(allOf('waybill_recorded').map((fact) => [fact.id, fact]))
  const cancelled = new Map(allOf('act_cancelled').map((fact) => [fact.act, fact]))
  const signings = allOf('act_signed')
  const made = allOf('act_made').map((fact): Act => {
    const stated = fact.waybills.flatMap((id) => waybills.get(id) ?? [])
    const days = stated.map(({ on }) => on).sort()
    const signedAt = (side: Side) =>
      signings.find((signing) => signing.act === fact.id && (signing.side === side || signing.side === 'paper'))?.at ??
      null
    const signed = { buyer: signedAt('buyer'), organiser: signedAt('organiser') }
    const volume = volumeOf(stated)
    const reason = cancelled.get(fact.id)?.reason
    return {
      id: fact.id,
      number: fact.number,
      madeAt: fact.at,
      from: days[0] ?? '',
      until: days.at(-1) ?? '',
      volume,
      value: sumOf(terms.price, volume),
      isLast: fact.isLast,
      waybills: fact.waybills,
      signed,
      inForceAt: signed.buyer === null || signed.organiser === null ? null : Math.max(signed.buyer, signed.organiser),
      cancelled: reason === undefined ? null : { reason },
    }
  })
  return made
}

function waybillsOf(allOf: AllOf, acts: readonly Act[]): Waybill[] {
  const cancelled = new Set(allOf('waybill_cancelled').map(({ waybill }) => waybill))
  const actOf = (id: number) => acts.find((act) => act.cancelled === null && act.waybills.includes(id))?.id ?? null
  return allOf('waybill_recorded').map(({ id, number, on, volume, loading }) => ({
    ...{ id, number, on, volume, loading },
    act: actOf(id),
    cancelled: cancelled.has(id),
  }))
}

function loadingsOf(allOf: AllOf, waybills: readonly Waybill[], isOver: boolean): Loading[] {
  const changes = [...allOf('loading_moved'), ...allOf('loading_agreed'), ...allOf('loading_dropped')].sort(
    (a, b) => a.id - b.id,
  )
  const byLoading = new Map<number, typeof changes>()
  for (const change of changes) byLoading.set(change.loading, [...(byLoading.get(change.loading) ?? []), change])
  const loaded = new Set(waybills.map(({ loading }) => loading))
  return allOf('loading_requested').map(({ id, on, volume, place }): Loading => {
    const own = byLoading.get(id) ?? []
    const moves = own.filter((change): change is FactOf<'loading_moved'> => change.kind === 'loading_moved')
    const last = own.at(-1)
    const state = ((): LoadingState => {
      if (loaded.has(id)) return 'loaded'
      if (last?.kind === 'loading_dropped' || isOver) return 'dropped'
      if (last === undefined) return 'requested'
      if (last.kind === 'loading_agreed') return 'confirmed'
      return last.side === 'buyer' ? 'requested' : 'proposed'
    })()
    return {
      id,
      state,
      on: moves.at(-1)?.on ?? on,
      volume,
      place,
      reason: last !== undefined && 'reason' in last ? last.reason : null,
      version: last?.id ?? id,
      changes: own.length,
    }
  })
}

interface Allocation {
  readonly invoice: number
  readonly amount: Sum
  readonly on: Day
}

/** Every kopeck goes to the invoice that its payer named, or that says on its face that it deducts it (R16.2), then to the oldest due one (R16.3). */
function allocate(terms: AgreementTerms, allOf: AllOf, goods: Sum | null) {
  const reversals = allOf('payment_reversed')
  const payments = allOf('payment_counted').map(({ id, amount, on, invoice, note }): Payment => ({
    ...{ id, amount, on, invoice, note },
    reversed: totalOf(
      reversals.filter(({ payment }) => payment === id),
      (reversal) => reversal.amount,
    ),
  }))
  const returned = totalOf(allOf('overpayment_returned'), ({ amount }) => amount)
  const incoming = [
    ...terms.deposits.map(({ amount, on }) => ({ id: 0, left: amount, on, invoice: null as number | null })),
    ...payments
      .toSorted((a, b) => a.on.localeCompare(b.on) || a.id - b.id)
      .map(({ id, amount, reversed, on, invoice }) => ({ id, left: amount - reversed, on, invoice })),
  ]
  const received = totalOf(incoming, ({ left }) => left)
  // What was returned is no longer there: it is taken from the money that came last.
  let taken = returned
  for (const item of incoming.toReversed()) {
    const part = least(taken, item.left)
    item.left -= part
    taken -= part
  }

  const cancelled = new Map(allOf('invoice_cancelled').map((fact) => [fact.invoice, fact]))
  const issued = allOf('invoice_issued').toSorted((a, b) => a.dueOn.localeCompare(b.dueOn) || a.id - b.id)
  let goodsLeft = goods
  const demands = issued.map((fact) => {
    if (cancelled.has(fact.id)) return { fact, demanded: 0n, paid: 0n }
    if (fact.type === 'penalty' || goodsLeft === null) return { fact, demanded: fact.amount, paid: 0n }
    const demanded = least(fact.amount, goodsLeft)
    goodsLeft -= demanded
    return { fact, demanded, paid: 0n }
  })
  const allocations: Allocation[] = []
  const pay = (item: (typeof incoming)[number], demand: (typeof demands)[number], limit = item.left) => {
    const amount = least(least(item.left, limit), demand.demanded - demand.paid)
    if (amount <= 0n) return 0n
    item.left -= amount
    demand.paid += amount
    allocations.push({ invoice: demand.fact.id, amount, on: item.on })
    return amount
  }
  for (const item of incoming) {
    const named = demands.find(({ fact }) => fact.id === item.invoice)
    if (named !== undefined) pay(item, named)
  }
  // An invoice deducts what was there when it was issued, whichever of its agreement's parts is due first.
  for (const demand of demands.toSorted((a, b) => a.fact.id - b.fact.id)) {
    let { deducted } = demand.fact
    for (const item of incoming) if (item.id < demand.fact.id) deducted -= pay(item, demand, deducted)
  }
  for (const item of incoming) for (const demand of demands) pay(item, demand)

  const allocated = totalOf(allocations, ({ amount }) => amount)
  const invoices = demands
    .toSorted((a, b) => a.fact.id - b.fact.id)
    .map(({ fact, demanded, paid }) => {
      const cancellation = cancelled.get(fact.id)
      const days = allocations.filter(({ invoice }) => invoice === fact.id).map(({ on }) => on)
      return {
        id: fact.id,
        number: fact.number,
        type: fact.type,
        part: fact.part,
        issuedOn: fact.at,
        amount: fact.amount,
        deducted: fact.deducted,
        dueOn: fact.dueOn,
        payer: fact.payer,
        late: fact.late,
        cancelled: cancellation === undefined ? null : { at: cancellation.at, reason: cancellation.reason },
        demanded,
        paid,
        missing: demanded - paid,
        paidOn: demanded > 0n && paid === demanded ? (days.toSorted().at(-1) ?? null) : null,
      }
    })
  return {
    invoices,
    payments,
    allocations,
    received,
    allocated,
    returned,
    unallocated: received - returned - allocated,
    /** Since when there has been money that belongs to no invoice; a day before every other one if there is none. */
    spareSince: incoming.find(({ left }) => left > 0n)?.on ?? '',
  }
}

type AllocatedInvoice = ReturnType<typeof allocate>['invoices'][number]

/** Counts the late days of an invoice, and the penalty for those that are neither claimed nor waived (R16.7). */
function withPenalty(
  terms: AgreementTerms,
  invoice: AllocatedInvoice,
  { allOf, allocations, today }: { allOf: AllOf; allocations: readonly Allocation[]; today: Day },
): Invoice {
  const isOpen = invoice.missing > 0n
  const last = isOpen ? today : (invoice.paidOn ?? invoice.dueOn)
  const lateDays = invoice.cancelled === null ? daysAfter(invoice.dueOn, last) : []
  const cancelled = new Set(allOf('invoice_cancelled').map((fact) => fact.invoice))
  const decidedUntil = [
    ...allOf('penalty_waived').filter((waiver) => waiver.invoice === invoice.id),
    ...allOf('invoice_issued')
      .filter(({ id, late }) => late?.invoice === invoice.id && !cancelled.has(id))
      .map(({ late }) => ({ until: late?.until ?? '' })),
  ].reduce((latest, { until }) => (until > latest ? until : latest), invoice.dueOn)
  const undecided = lateDays.filter((day) => day > decidedUntil)
  const amount =
    invoice.type === 'penalty'
      ? 0n
      : penaltyFor(
          terms.plan.penalty,
          undecided.map((day) => ({
            day,
            amount:
              invoice.demanded -
              totalOf(
                allocations.filter(({ invoice: id, on }) => id === invoice.id && on < day),
                (allocation) => allocation.amount,
              ),
          })),
          terms.rates,
        )
  const [from] = undecided
  return {
    ...invoice,
    daysLate: lateDays.length,
    penalty: amount > 0n && from !== undefined ? { amount, from, until: undecided.at(-1) ?? from } : null,
  }
}

function daysAfter(day: Day, last: Day): Day[] {
  const days: Day[] = []
  for (let at = addDays(day, 1); at <= last; at = addDays(at, 1)) days.push(at)
  return days
}

/** The volume that may be loaded: as much of it as is paid for in advance; all of it if nothing is (R16.4). */
function coveredVolume(
  terms: AgreementTerms,
  { invoices, unallocated, limit }: { invoices: readonly Invoice[]; unallocated: Sum; limit: Thousandths },
): Thousandths {
  if (terms.inForceOn === null) return 0
  const amounts = amountsOf(terms.plan, terms.sum)
  const prepaid = terms.plan.parts.reduce(
    (total, part, index) => (isPrepaid(part) ? total + (amounts[index] ?? 0n) : total),
    0n,
  )
  if (prepaid === 0n) return limit
  const paid = totalOf(
    invoices.filter(({ type }) => type === 'plan'),
    (invoice) => invoice.paid,
  )
  const spare = unallocated > 0n ? unallocated : 0n
  const isWhollyPrepaid = terms.plan.parts.every(isPrepaid)
  // Beyond the agreed volume only money counts that is there for it.
  const covered = ((paid + spare) * BigInt(terms.quantity)) / prepaid
  if (paid >= prepaid && !isWhollyPrepaid) return limit
  return Number(least(covered, BigInt(limit)))
}

function draftsOf(
  terms: AgreementTerms,
  {
    invoices,
    inForceActs,
    isSettled,
    isOver,
    goods,
    dayOf,
  }: {
    invoices: readonly Invoice[]
    inForceActs: readonly Act[]
    isSettled: boolean
    isOver: boolean
    goods: Sum | null
    dayOf: (at: number) => Day
  },
): InvoiceDraft[] {
  if (terms.inForceOn === null) return []
  const live = invoices.filter(({ cancelled }) => cancelled === null)
  const { inForceOn } = terms
  const lastAct = inForceActs.toSorted((a, b) => (a.inForceAt ?? 0) - (b.inForceAt ?? 0)).at(-1)
  const actDay = lastAct?.inForceAt === null || lastAct === undefined ? inForceOn : dayOf(lastAct.inForceAt)
  if (isSettled || isOver) {
    const invoiced = totalOf(
      live.filter(({ type }) => type !== 'penalty'),
      ({ amount }) => amount,
    )
    const rest = (goods ?? 0n) - invoiced
    return isSettled && rest > 0n ? [{ type: 'final', part: null, amount: rest, since: actDay }] : []
  }
  const accepted = BigInt(Math.min(volumeOf(inForceActs), terms.quantity))
  const amounts = amountsOf(terms.plan, terms.sum)
  return terms.plan.parts.flatMap((part, index): InvoiceDraft[] => {
    const whole = amounts[index] ?? 0n
    const invoiced = totalOf(
      live.filter((invoice) => invoice.part === index),
      ({ amount }) => amount,
    )
    const amount = (isPrepaid(part) ? whole : (whole * accepted) / BigInt(terms.quantity)) - invoiced
    if (amount <= 0n) return []
    return [
      { type: isPrepaid(part) ? 'plan' : 'act', part: index, amount, since: isPrepaid(part) ? inForceOn : actDay },
    ]
  })
}

function nextOf(terms: AgreementTerms, state: Omit<Fulfilment, 'next'>, isPaid: boolean): NextStep | null {
  const step = (side: Side, action: NextStep['action'], about: Partial<NextStep> = {}): NextStep => ({
    side,
    action,
    subject: null,
    amount: null,
    by: null,
    ...about,
  })
  if (terms.inForceOn === null) return step('buyer', 'sign_agreement')
  if (state.due.length > 0)
    return step('organiser', 'issue_invoices', { amount: totalOf(state.due, ({ amount }) => amount) })
  const unpaid = state.invoices
    .filter(({ missing }) => missing > 0n)
    .toSorted((a, b) => a.dueOn.localeCompare(b.dueOn) || a.id - b.id)
  const pay = unpaid.map(({ id, missing, dueOn }) => step('buyer', 'pay', { subject: id, amount: missing, by: dueOn }))
  const act = state.acts.find(({ inForceAt, cancelled }) => inForceAt === null && cancelled === null)
  const sign = act && step(act.signed.buyer === null ? 'buyer' : 'organiser', 'sign_act', { subject: act.id })
  const isClosed = state.closedAt !== null
  if (state.isOverdue || !isPaid || isClosed) {
    const [first] = pay
    if (first !== undefined) return first
  }
  if (sign !== undefined) return sign
  if (!state.isShipped) {
    const asked = state.loadings.find((loading) => loading.state === 'requested')
    if (asked !== undefined) return step('organiser', 'answer_loading', { subject: asked.id, by: asked.on })
    const proposed = state.loadings.find((loading) => loading.state === 'proposed')
    if (proposed !== undefined) return step('buyer', 'answer_loading', { subject: proposed.id, by: proposed.on })
    const confirmed = state.loadings
      .filter((loading) => loading.state === 'confirmed')
      .toSorted((a, b) => a.on.localeCompare(b.on))[0]
    if (confirmed !== undefined) return step('organiser', 'record_waybill', { subject: confirmed.id, by: confirmed.on })
    if (state.volume.free > 0) return step('buyer', 'request_loading')
  }
  if (state.waybills.some(({ act: stated, cancelled }) => stated === null && !cancelled))
    return step('organiser', 'make_act')
  const [first] = pay
  if (first !== undefined) return first
  if (state.isSettled && state.money.unallocated > 0n)
    return step('organiser', 'return_overpayment', { amount: state.money.unallocated, by: state.money.returnBy })
  const late = state.invoices.find(({ penalty }) => penalty !== null)
  return late === undefined || isClosed
    ? null
    : step('organiser', 'decide_penalty', { subject: late.id, amount: late.penalty?.amount ?? null })
}
