import {
  requiresDeposit,
  checkLot,
  type Lot,
  type LotRefusal,
  type LotValues,
  outsideWorkingHours,
  withDefaults,
} from '@/lib/domain/lot'
import { edrpou, iban, spelledAs } from './company'
import { paymentPlan } from './payment-plan'
import { isEdrpou, isIban } from '@/lib/domain/identifiers'
import { DEFAULT_PLAN, type PaymentPlan, type PlanFault } from '@/lib/domain/payment-plan'
import { parsePrice, parseQuantity, toPriceString, toQuantityString } from '@/lib/domain/money'
import { kyivMinutesOf } from '@/lib/domain/working-hours'

interface Common {
  /** A lot cannot be published without it. */
  required?: true
  /** The next lot of the category begins with it. */
  copied?: true
  /** Included in lists of auctions; the others are read with the auction's own page. */
  listed?: true
  /** Shown on the lot's page, and printed from there. */
  sheet?: true
  /** Printed in the auction's protocol. */
  protocol?: true
  /** Belongs to the deposit (R11.1): neither required nor shown without one. */
  deposit?: true
}

/** In three languages, on record, may be corrected until the end (R1.2). */
interface TextSpec extends Common {
  kind: 'text'
  /** Height of its input in lines. */
  lines: number
  /** The section of the agreement that repeats it. */
  agreement?: 'subject' | 'payment' | 'delivery'
}

/** Values used by the rules, under their names in the domain; frozen with the first application (R1.2). */
interface TermSpec extends Common {
  /** Hryvnias and per cent have two decimal places, quantities three. A line is a text of one language, and a day is "2026-12-31" or empty; both decide nothing. */
  kind:
    | 'price'
    | 'quantity'
    | 'percent'
    | 'time'
    | 'minutes'
    | 'count'
    | 'visibility'
    | 'switch'
    | 'line'
    | 'day'
    | 'plan'
  term: keyof Lot
  /** The maximum of a whole number. */
  maximum?: number
}

/**
 * A lot's fields (R1.1), in the order of every form, page and paper. From this table follow the contract, the record, the columns that
 * queries read, the back office's fields, the wizard, the lot's page and documents. docs/how-to.md says how to add a field.
 */
export const LOT_FIELDS = {
  title: { kind: 'text', lines: 2, required: true, copied: true, listed: true },
  volume: { kind: 'quantity', term: 'volume', required: true, copied: true, listed: true, sheet: true, protocol: true },
  starting_price: {
    kind: 'price',
    term: 'startingPrice',
    required: true,
    copied: true,
    listed: true,
    sheet: true,
    protocol: true,
  },
  minimum_step: { kind: 'price', term: 'minimumStep', required: true, copied: true, sheet: true, protocol: true },
  maximum_step: { kind: 'price', term: 'maximumStep', copied: true, sheet: true, protocol: true },
  minimum_quantity: {
    kind: 'quantity',
    term: 'minimumQuantity',
    required: true,
    copied: true,
    sheet: true,
    protocol: true,
  },
  quantity_step: { kind: 'quantity', term: 'quantityStep', required: true, copied: true, sheet: true, protocol: true },
  payment_terms: {
    kind: 'text',
    lines: 4,
    required: true,
    copied: true,
    sheet: true,
    protocol: true,
    agreement: 'payment',
  },
  payment_period: {
    kind: 'text',
    lines: 2,
    required: true,
    copied: true,
    sheet: true,
    protocol: true,
    agreement: 'payment',
  },
  payment_plan: { kind: 'plan', term: 'paymentPlan', copied: true, sheet: true, protocol: true },
  shipment_period: {
    kind: 'text',
    lines: 2,
    required: true,
    copied: true,
    sheet: true,
    protocol: true,
    agreement: 'delivery',
  },
  shipment_until: { kind: 'day', term: 'shipmentUntil', sheet: true, protocol: true },
  transfer_point: {
    kind: 'text',
    lines: 2,
    required: true,
    copied: true,
    sheet: true,
    protocol: true,
    agreement: 'delivery',
  },
  resource: { kind: 'text', lines: 2, required: true, copied: true, sheet: true, protocol: true, agreement: 'subject' },
  minimum_participants: {
    kind: 'count',
    term: 'minimumParticipants',
    maximum: 1000,
    required: true,
    copied: true,
    sheet: true,
    protocol: true,
  },
  visibility: { kind: 'visibility', term: 'visibility', required: true, copied: true, listed: true, sheet: true },
  automatic_bids: { kind: 'switch', term: 'automaticBids', copied: true, sheet: true, protocol: true },
  application_deadline: { kind: 'time', term: 'applicationDeadline', listed: true, protocol: true },
  question_deadline: { kind: 'time', term: 'questionDeadline', protocol: true },
  starts_at: { kind: 'time', term: 'startsAt', required: true, listed: true, protocol: true },
  ends_at: { kind: 'time', term: 'endsAt', required: true, listed: true, protocol: true },
  hard_end_at: { kind: 'time', term: 'hardEndAt', protocol: true },
  extension_minutes: {
    kind: 'minutes',
    term: 'extensionWindow',
    maximum: 60,
    required: true,
    copied: true,
    protocol: true,
  },
  deposit_rate: { kind: 'percent', term: 'depositRate', copied: true, sheet: true, protocol: true, deposit: true },
  deposit_deadline: { kind: 'time', term: 'depositDeadline', sheet: true, protocol: true, deposit: true },
  deposit_recipient: { kind: 'line', term: 'depositRecipient', copied: true, protocol: true, deposit: true },
  deposit_iban: { kind: 'line', term: 'depositIban', copied: true, protocol: true, deposit: true },
  deposit_edrpou: { kind: 'line', term: 'depositEdrpou', copied: true, protocol: true, deposit: true },
  deposit_bank: { kind: 'line', term: 'depositBank', copied: true, protocol: true, deposit: true },
} as const satisfies Readonly<Record<string, TextSpec | TermSpec>>

type Table = typeof LOT_FIELDS
export type LotFieldName = keyof Table
type KindOf<Name extends LotFieldName> = Table[Name]['kind']
type NameOfKind<Kind> = { [Name in LotFieldName]: KindOf<Name> extends Kind ? Name : never }[LotFieldName]
type NameWith<Flag> = { [Name in LotFieldName]: Table[Name] extends Flag ? Name : never }[LotFieldName]

export type LotTextName = NameOfKind<'text'>
export type LotTermName = NameOfKind<TermSpec['kind']>
export type LotDecimalName = NameOfKind<'price' | 'quantity' | 'percent'>
export type LotCountName = NameOfKind<'minutes' | 'count'>
export type LotTimeName = NameOfKind<'time'>
export type LotLineName = NameOfKind<'line'>
export type LotDayName = NameOfKind<'day'>
export type ListedLotField = NameWith<{ listed: true }>
export type CopiedLotField = NameWith<{ copied: true }>

const NAMES = Object.keys(LOT_FIELDS) as LotFieldName[]
/** The table's rows without their literal types. */
const SPECS: Readonly<Record<LotFieldName, TextSpec | TermSpec>> = LOT_FIELDS

function named<Name extends LotFieldName>(matches: (spec: TextSpec | TermSpec) => boolean): readonly Name[] {
  return NAMES.filter((name) => matches(SPECS[name])) as Name[]
}

export const LOT_TEXTS = named<LotTextName>(({ kind }) => kind === 'text')
export const LOT_TERMS = named<LotTermName>(({ kind }) => kind !== 'text')
export const LOT_DECIMALS = named<LotDecimalName>(({ kind }) => ['price', 'quantity', 'percent'].includes(kind))
export const LOT_COUNTS = named<LotCountName>(({ kind }) => kind === 'minutes' || kind === 'count')
export const LOT_TIMES = named<LotTimeName>(({ kind }) => kind === 'time')
export const LOT_LINES = named<LotLineName>(({ kind }) => kind === 'line')
export const LOT_DAYS = named<LotDayName>(({ kind }) => kind === 'day')
export const LISTED_LOT_FIELDS = named<ListedLotField>(({ listed }) => listed === true)
export const UNLISTED_LOT_FIELDS = named<Exclude<LotFieldName, ListedLotField>>(({ listed }) => listed !== true)
export const COPIED_LOT_FIELDS = named<CopiedLotField>(({ copied }) => copied === true)
export const SHEET_LOT_FIELDS = named<NameWith<{ sheet: true }>>(({ sheet }) => sheet === true)
export const PROTOCOL_LOT_FIELDS = named<NameWith<{ protocol: true }>>(({ protocol }) => protocol === true)

export function agreementTexts(section: NonNullable<TextSpec['agreement']>): readonly LotTextName[] {
  return LOT_TEXTS.filter((name) => 'agreement' in LOT_FIELDS[name] && LOT_FIELDS[name].agreement === section)
}

/** An object with a value for each of these fields. */
export function eachField<Name extends LotFieldName, Value>(
  names: readonly Name[],
  valueOf: (name: Name) => Value,
): Record<Name, Value> {
  return Object.fromEntries(names.map((name) => [name, valueOf(name)])) as Record<Name, Value>
}

export const isLotText = (name: LotFieldName): name is LotTextName => LOT_FIELDS[name].kind === 'text'
export const isOfDeposit = (name: LotFieldName): boolean => SPECS[name].deposit === true
export const isRequired = (name: LotFieldName): boolean => SPECS[name].required === true
export const placesOf = (name: LotDecimalName): 2 | 3 => (LOT_FIELDS[name].kind === 'quantity' ? 3 : 2)

/** A lot's terms as the API, the record and the back office write them. */
export type LotTerms = { [Name in LotTermName]: TermValue[KindOf<Name>] }
interface TermValue extends Record<TermSpec['kind'], string | number | boolean | PaymentPlan> {
  price: string
  quantity: string
  percent: string
  line: string
  day: string
  time: string
  minutes: number
  count: number
  visibility: Lot['visibility']
  switch: boolean
  plan: PaymentPlan
}

const MINUTE = 60_000

/** The terms of a lot; of a draft, zero for a number or a time that is missing. */
export function writeTerms(lot: LotValues): LotTerms {
  return eachField(LOT_TERMS, (name) => {
    const { kind, term } = LOT_FIELDS[name]
    if (kind === 'visibility') return lot[term] ?? 'open'
    if (kind === 'line' || kind === 'day') return lot[term] ?? ''
    if (kind === 'switch') return lot[term] ?? false
    if (kind === 'plan') return paymentPlan.parse(lot[term] ?? DEFAULT_PLAN)
    const value = lot[term] ?? 0
    if (kind === 'price' || kind === 'percent') return toPriceString(value)
    if (kind === 'quantity') return toQuantityString(value)
    if (kind === 'time') return new Date(value).toISOString()
    return kind === 'minutes' ? value / MINUTE : value
  }) as LotTerms
}

/** The domain's numbers; null for each term that is missing or cannot be read. */
export function readTerms(terms: { readonly [Name in LotTermName]?: unknown }): LotValues {
  return Object.fromEntries(
    LOT_TERMS.map((name) => [LOT_FIELDS[name].term, readTerm(LOT_FIELDS[name].kind, terms[name])]),
  )
}

function readTerm(kind: TermSpec['kind'], value: unknown): number | string | boolean | PaymentPlan | null {
  if (kind === 'plan') return paymentPlan.safeParse(value).data ?? null
  if (kind === 'switch') return typeof value === 'boolean' ? value : null
  if (kind === 'time') return value instanceof Date || typeof value === 'string' ? epochOf(value) : null
  if (typeof value === 'number') return kind === 'minutes' ? value * MINUTE : value
  if (typeof value !== 'string') return null
  if (kind === 'price' || kind === 'percent') return parsePrice(value)
  if (kind === 'quantity') return parseQuantity(value)
  return kind === 'visibility' || kind === 'line' || kind === 'day' ? value : null
}

function epochOf(instant: string | Date): number | null {
  const at = new Date(instant).getTime()
  return Number.isFinite(at) ? at : null
}

const NAME_OF_TERM = Object.fromEntries(LOT_TERMS.map((name) => [LOT_FIELDS[name].term, name])) as Record<
  keyof Lot,
  LotTermName
>

/** The field of a refusal of the domain. */
export const fieldOfTerm = (term: keyof Lot): LotTermName => NAME_OF_TERM[term]

/**
 * The faults that keep a lot from being auctioned (R1.1), and unconfirmed hours (R9.1), by field, as keys of the back office's
 * texts. The caller reports values that are missing or cannot be read.
 */
export function lotFaults(values: LotValues, outsideHoursConfirmed: boolean): LotFaults {
  const lot = withDefaults(values)
  const faults: LotFaults = {}
  for (const refusal of checkLot(lot)) faults[fieldOfTerm(refusal.path)] ??= faultKey(refusal)
  if (requiresDeposit(lot)) {
    if (!isIban(spelledAs(iban, lot.depositIban ?? ''))) faults.deposit_iban ??= 'ibanInvalid'
    if (!isEdrpou(spelledAs(edrpou, lot.depositEdrpou ?? ''))) faults.deposit_edrpou ??= 'edrpouInvalid'
  }
  if (outsideHoursConfirmed) return faults
  for (const path of outsideWorkingHours(lot)) faults[fieldOfTerm(path)] ??= 'outsideWorkingHours'
  for (const name of withoutTime(lot, faults)) faults[name] = 'chooseTime'
  return faults
}

type LotFaults = Partial<
  Record<
    LotTermName,
    ReturnType<typeof faultKey> | 'outsideWorkingHours' | 'chooseTime' | 'ibanInvalid' | 'edrpouInvalid'
  >
>

/**
 * A day without a chosen time is stored as midnight in Kyiv. If midnight is a fault, the time was not chosen; otherwise it may be
 * intended, as for the close of applications. The latest end follows from the end, so the missing time may be the end's.
 */
function withoutTime(lot: LotValues, faults: LotFaults): LotTimeName[] {
  return LOT_TIMES.filter((name) => {
    const at = lot[LOT_FIELDS[name].term]
    const fault = faults[name] ?? (name === 'ends_at' ? faults.hard_end_at : undefined)
    return fault !== undefined && typeof at === 'number' && Number.isFinite(at) && kyivMinutesOf(at) === 0
  })
}

const PLAN_FAULTS = {
  parts: 'planParts',
  share: 'planShare',
  shares_sum: 'planSharesSum',
  days: 'planDays',
  month: 'planMonth',
  tolerance: 'planTolerance',
  penalty: 'planPenalty',
} as const satisfies Record<PlanFault, string>

/** The text of a plan's fault, among those of the lot. */
export const planFaultKey = (fault: PlanFault) => PLAN_FAULTS[fault]

function faultKey(refusal: LotRefusal) {
  if (refusal.code === 'plan') return planFaultKey(refusal.fault)
  const { path, code } = refusal
  if (path === 'extensionWindow') return 'extensionOutOfRange'
  if (path === 'minimumParticipants') return 'participantsOutOfRange'
  if (path === 'depositRate') return 'depositRateOutOfRange'
  switch (code) {
    case 'missing':
      return 'requiredValue'
    case 'not_whole':
      return 'invalidLot'
    case 'not_positive':
      return 'mustBePositive'
    case 'price_not_above_one':
      return 'priceNotAboveOne'
    case 'in_past':
      return 'instantInPast'
    case 'above_maximum':
      return path === 'startingPrice' ? 'noRoomForBids' : 'minimumQuantityTooBig'
    case 'below_minimum':
      return 'stepOffGrid'
    case 'off_step':
      return path === 'maximumStep' ? 'stepOffGrid' : 'quantityOffStep'
    case 'after':
      if (path === 'questionDeadline') return 'questionDeadlineAfterStart'
      return path === 'depositDeadline' ? 'depositDeadlineAfterStart' : 'deadlineAfterStart'
    case 'not_after':
      return 'endNotAfterStart'
    case 'before':
      return path === 'shipmentUntil' ? 'shipmentBeforeEnd' : 'hardEndBeforeEnd'
  }
}
