import type { Payload } from 'payload'
import type { CategoryKey as Goods, Language } from '@/lib/contract/primitives'
import { requiresDeposit, type Lot, withDefaults } from '@/lib/domain/lot'
import { DEFAULT_PLAN, type PaymentPlan, WHOLE_SHARE } from '@/lib/domain/payment-plan'
import { type Random, workingHourBefore } from './random'
import { type Kopecks, toPriceString, toQuantityString } from '@/lib/domain/money'
import { RECORDS_PAST } from '@/lib/server/cms/hooks/lots'
import type { Auction } from '@/lib/server/payload/payload-types'
import { type InThree, seedMedia } from './content'
import seed from './seed.json' with { type: 'json' }

const MINUTE = 60_000
const DAY = 24 * 60 * MINUTE
const UAH = 100
const UNIT = 1_000

/** The length of an auction of the rolling demo. */
export const SLOT_MINUTES = 60

export interface DemoLot {
  goods: Goods
  lot: Lot
  texts: Record<Language, LotTexts>
}

interface LotTimes {
  startsAt: number
  minutes: number
  /** Minutes between the planned end and the hard end. */
  reserve: number
  minimumParticipants?: number
}

/** Makes up a realistic lot: 50–1 010 t of condensate, or 400–3 000 thousand m³ of gas, in steps of 10–50 UAH. */
export function makeLot(goods: Goods, times: LotTimes, now: number, random: Random): DemoLot {
  const { startsAt, minutes, reserve, minimumParticipants = 1 } = times
  const isGas = goods === 'natural_gas'
  const volume = isGas ? random.whole(8, 60) * 50 : random.whole(5, 101) * 10
  const minimum = isGas ? 50 : Math.min(20, volume / 5)
  const endsAt = startsAt + minutes * MINUTE
  return {
    goods,
    lot: withDefaults({
      volume: volume * UNIT,
      startingPrice: marketPrice(goods, startsAt, now, random),
      minimumStep: random.pick([10, 20, 25, 50]) * UAH,
      minimumQuantity: minimum * UNIT,
      quantityStep: (isGas ? 50 : minimum % 10 === 0 ? 10 : 2) * UNIT,
      startsAt,
      endsAt,
      hardEndAt: endsAt + reserve * MINUTE,
      minimumParticipants,
      automaticBids: true,
      paymentPlan: planOf(goods, startsAt, now),
    }),
    texts: lotTexts(goods, startsAt, random),
  }
}

/** A lot of 500 t at 14 500 UAH with a deposit of 3 %: 300 t need 130 500 UAH. demo/statement-privatbank.csv has two payments for it. */
export function lotWithDeposit(startsAt: number, now: number, random: Random): DemoLot {
  const { texts } = makeLot('gas_condensate', { startsAt, minutes: 60, reserve: 60 }, now, random)
  const lot = withDefaults({
    volume: 500 * UNIT,
    startingPrice: 14_500 * UAH,
    minimumStep: 50 * UAH,
    minimumQuantity: 20 * UNIT,
    quantityStep: 10 * UNIT,
    paymentPlan: planOf('gas_condensate', startsAt, now),
    startsAt,
    endsAt: startsAt + 60 * MINUTE,
    ...DEPOSIT,
  })
  return { goods: 'gas_condensate', lot, texts }
}

const DEPOSIT = {
  depositRate: 300,
  depositRecipient: seed.site.seller.legal_name.uk,
  depositIban: seed.site.seller.iban,
  depositEdrpou: seed.site.seller.edrpou,
  depositBank: seed.site.seller.bank.uk,
}

/** The lots of about three years, oldest first. Every third one is gas. */
export function pastLots(count: number, now: number, random: Random): DemoLot[] {
  return Array.from({ length: count }, (_, index) => {
    const daysAgo = 6 + (count - 1 - index) * 36 + random.whole(0, 9)
    const startsAt = workingHourBefore(now - daysAgo * DAY, random.pick([10, 11, 13]))
    return makeLot(
      index % 3 === 1 ? 'natural_gas' : 'gas_condensate',
      { startsAt, minutes: 60, reserve: 60 },
      now,
      random,
    )
  })
}

/** A past lot that was not sold: too few applicants, cancelled by the organiser, or all winners disqualified. */
interface UnsoldLot {
  name: string
  goods: Goods
  daysAgo: number
  applicants: number
  minimumParticipants?: number
  /** `minutes` counts from the start and is negative before it. */
  cancelled?: { minutes: number; reason: string }
  disqualified?: { reason: string }
}

export const UNSOLD_LOTS = seed.lots.setbacks as readonly UnsoldLot[]

export function makeUnsoldLot(
  { goods, daysAgo, minimumParticipants }: UnsoldLot,
  now: number,
  random: Random,
): DemoLot {
  const startsAt = workingHourBefore(now - daysAgo * DAY, 13)
  return makeLot(goods, { startsAt, minutes: 60, reserve: 60, minimumParticipants }, now, random)
}

type LotTexts = Record<
  'title' | 'payment_terms' | 'payment_period' | 'shipment_period' | 'resource' | 'transfer_point',
  string
>

const TAGS: InThree = { uk: 'uk-UA', en: 'en-GB', ru: 'ru-RU' }

/** The goods are shipped in the month after the auction. */
function lotTexts(goods: Goods, startsAt: number, random: Random): Record<Language, LotTexts> {
  const { texts } = seed.lots
  const plant = pick(random, seed.lots.plants)
  const loading = pick(random, seed.lots.loadings)
  const transfer = pick(random, seed.lots.transferPoints)
  const terms = pick(random, seed.lots.paymentTerms)
  const period = pick(random, seed.lots.paymentPeriods)
  const shipment = new Date(startsAt)
  shipment.setUTCDate(15)
  shipment.setUTCMonth(shipment.getUTCMonth() + 1)

  function textsIn(language: Language): LotTexts {
    const month = monthName(shipment, language)
    const values: Record<string, string> = {
      plant: plant[language],
      loading: loading[language],
      transfer: transfer[language],
      month,
    }
    const fill = (text: InThree) => text[language].replace(/\{(\w+)\}/g, (_, name: string) => values[name] ?? '')
    return {
      title: fill(texts[goods].title),
      resource: fill(texts[goods].resource),
      transfer_point: fill(texts[goods].transfer_point),
      payment_terms: terms[language],
      payment_period: period[language],
      shipment_period: month,
    }
  }
  return { uk: textsIn('uk'), en: textsIn('en'), ru: textsIn('ru') }
}

function pick(random: Random, choices: readonly InThree[]): InThree {
  return random.pick(choices as readonly [InThree, ...InThree[]])
}

function monthName(month: Date, language: Language): string {
  return new Intl.DateTimeFormat(TAGS[language], { month: 'long', year: 'numeric', timeZone: 'UTC' })
    .format(month)
    .replace(/\u00A0?\s?р\.$|\s?г\.$/, '')
}

/** The made-up market price on a day: a trend, a season and some noise, rounded to 50 UAH. */
export function marketPrice(goods: Goods, at: number, now: number, random: Random): Kopecks {
  const years = (at - now) / (365 * DAY)
  const season = Math.sin((2 * Math.PI * (at / DAY - 20)) / 365)
  const noise = (random.next() - 0.5) * 2
  const hryvnias =
    goods === 'gas_condensate'
      ? 14_650 + years * 1_850 + season * 420 + noise * 180
      : 19_400 + years * 900 + season * 650 + noise * 200
  return Math.round(hryvnias / 50) * 50 * UAH
}

/** Publishes a lot in three languages through the CMS. Returns its id. */
export async function publishLot(cms: Payload, { goods, lot, texts }: DemoLot): Promise<number> {
  const { docs } = await cms.find({ collection: 'categories', where: { key: { equals: goods } }, limit: 1, depth: 0 })
  const category = docs[0]?.id
  if (category === undefined) throw new Error(`there is no category ${goods}`)
  const { id } = await cms.create({
    collection: 'auctions',
    locale: 'uk',
    depth: 0,
    // Otherwise the CMS would refuse times in the past.
    context: { [RECORDS_PAST]: lot.startsAt <= Date.now() },
    data: {
      ...texts.uk,
      category,
      // The CMS makes the slug from the title and the number.
      slug: '',
      volume: toQuantityString(lot.volume),
      starting_price: toPriceString(lot.startingPrice),
      minimum_step: toPriceString(lot.minimumStep),
      maximum_step: toPriceString(lot.maximumStep),
      minimum_quantity: toQuantityString(lot.minimumQuantity),
      quantity_step: toQuantityString(lot.quantityStep),
      application_deadline: new Date(lot.applicationDeadline).toISOString(),
      question_deadline: new Date(lot.questionDeadline).toISOString(),
      starts_at: new Date(lot.startsAt).toISOString(),
      ends_at: new Date(lot.endsAt).toISOString(),
      hard_end_at: new Date(lot.hardEndAt).toISOString(),
      extension_minutes: lot.extensionWindow / 60_000,
      minimum_participants: lot.minimumParticipants,
      visibility: lot.visibility,
      ...(requiresDeposit(lot) && {
        deposit_rate: toPriceString(lot.depositRate),
        deposit_deadline: new Date(lot.depositDeadline).toISOString(),
        deposit_recipient: lot.depositRecipient,
        deposit_iban: lot.depositIban,
        deposit_edrpou: lot.depositEdrpou,
        deposit_bank: lot.depositBank,
      }),
      automatic_bids: lot.automaticBids,
      payment_plan: { ...lot.paymentPlan },
      shipment_until: lastDayAfter(lot.startsAt),
      // The rolling demo also holds auctions at night.
      outside_hours_confirmed: true,
      documents: await lotDocuments(cms, goods),
      _status: 'published',
    },
  })
  for (const locale of ['en', 'ru'] as const)
    await cms.update({ collection: 'auctions', id, locale, depth: 0, data: texts[locale] })
  return id
}

/**
 * Condensate is paid for in two parts and gas before its month; both are shipped in the month after the auction. Past lots require a single
 * payment, because the demo signs their agreements on other days than the auctions' dates imply.
 */
function planOf(goods: Goods, startsAt: number, now: number): PaymentPlan {
  const penalty = goods === 'natural_gas' ? { kind: 'double_rate' as const } : { kind: 'daily' as const, rate: 10 }
  if (startsAt < now - DAY) return { ...DEFAULT_PLAN, penalty }
  const month = lastDayAfter(startsAt).slice(0, 'YYYY-MM'.length)
  const shipment = { from: month, until: month }
  if (goods === 'natural_gas')
    return { parts: [{ share: WHOLE_SHARE, from: 'before_shipment', days: 3, month }], tolerance: 0, penalty, shipment }
  return {
    parts: [
      { share: 3_000, from: 'in_force', days: 3, month: null },
      { share: 7_000, from: 'before_shipment', days: 3, month },
    ],
    tolerance: 0,
    penalty,
    shipment,
  }
}

/** The last day of the month after the auction. */
function lastDayAfter(startsAt: number): string {
  const day = new Date(startsAt)
  return new Date(Date.UTC(day.getUTCFullYear(), day.getUTCMonth() + 2, 0)).toISOString().slice(0, 10)
}

async function lotDocuments(cms: Payload, goods: Goods): Promise<NonNullable<Auction['documents']>> {
  const documents: NonNullable<Auction['documents']> = []
  for (const { category, kind, file, title } of seed.lots.papers) {
    if (category !== goods) continue
    const id = await seedMedia(cms, file, title)
    documents.push({ kind: kind as (typeof documents)[number]['kind'], language: 'uk', file: id })
  }
  return documents
}
