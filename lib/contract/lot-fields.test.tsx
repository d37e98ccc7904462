import { describe, expect, it, jest } from '@jest/globals'
import { cleanup, screen } from '@testing-library/react'
import { formOf } from '@/components/office/lots/lot-form'
import { LotSheet } from '@/components/auction/lot/lot-sheet'
import { LOCALES } from '@/lib/config/constants'
import type { Lot } from '@/lib/domain/lot'
import { LOT_LABELS } from '@/lib/i18n/lot-labels'
import { announcedBody, announcedOf } from '@/lib/server/events/codec'
import type { AgreementRecord } from '@/lib/server/signatures/agreement/document'
import { agreementDocument } from '@/lib/server/signatures/agreement/document'
import { protocolDocument } from '@/lib/server/protocol/document'
import type { Print } from '@/lib/server/printing/print-document'
import { aLiveAuction } from '@/tests/support/builders/live-auction'
import { renderIn } from '@/tests/support/render-in'
import { renderOffice } from '@/tests/support/render-office'
import { auctionDetail } from './auctions'
import {
  COPIED_LOT_FIELDS,
  eachField,
  LOT_COUNTS,
  LOT_DECIMALS,
  LOT_FIELDS,
  LOT_LINES,
  LOT_TERMS,
  LOT_TEXTS,
  LOT_TIMES,
  type LotFieldName,
  PROTOCOL_LOT_FIELDS,
  readTerms,
  SHEET_LOT_FIELDS,
  writeTerms,
} from './lot-fields'
import { paymentPlan } from './payment-plan'
import { lotTemplate } from './manager-auctions'

jest.unstable_mockModule('@payloadcms/ui', () => ({
  DatePicker: ({ overrides }: { overrides: { id: string } }) => <input id={overrides.id} />,
  useAuth: () => ({ user: null }),
}))
const { DateFields, DepositFields, NumberFields, TextFields } = await import('@/components/office/lots/lot-steps')
const { PlanFields } = await import('@/components/office/lots/plan-fields')

const NAMES = Object.keys(LOT_FIELDS) as LotFieldName[]
const lot: Lot = {
  volume: 500_000,
  startingPrice: 1_480_000,
  minimumStep: 10_000,
  maximumStep: 150_000,
  minimumQuantity: 20_000,
  quantityStep: 10_000,
  applicationDeadline: Date.parse('2026-11-24T07:00:00Z'),
  startsAt: Date.parse('2026-11-24T08:00:00Z'),
  endsAt: Date.parse('2026-11-24T09:00:00Z'),
  extensionWindow: 180_000,
  questionDeadline: Date.parse('2026-11-23T08:00:00Z'),
  hardEndAt: Date.parse('2026-11-24T10:00:00Z'),
  minimumParticipants: 2,
  visibility: 'open',
  depositRate: 300,
  depositDeadline: Date.parse('2026-11-24T07:00:00Z'),
  depositRecipient: 'Seller',
  depositIban: 'UA543052990000026003012345678',
  depositEdrpou: '37027819',
  depositBank: 'Bank',
  automaticBids: true,
  shipmentUntil: '2026-12-31',
  paymentPlan: {
    parts: [
      { share: 3000, from: 'in_force', days: 3, month: null },
      { share: 7000, from: 'before_shipment', days: 5, month: '2026-12' },
    ],
    tolerance: 500,
    penalty: { kind: 'daily', rate: 10 },
    shipment: { from: '2026-12', until: '2027-01' },
  },
}
const recorded = {
  category: 'Gas',
  unit: 't',
  price_unit: 'UAH/t',
  ...eachField(LOT_TEXTS, (name) => `text of ${name}`),
}
const texts = { uk: recorded, en: recorded, ru: recorded }
const party = { name: 'Seller', edrpou: '', taxNumber: '', eic: '', iban: '', bank: '', address: '' } as never

async function detailsOf({ pieces }: Pick<Print, 'pieces'>): Promise<Map<string, unknown>> {
  const rows: (readonly unknown[])[] = []
  for await (const piece of pieces) if (piece.kind === 'details') rows.push(...piece.rows)
  return new Map(rows.map(([label, value]) => [String(label), value]))
}

describe('every field of a lot', () => {
  it('is a text or a term of the domain, and each term of the domain is a field', () => {
    expect([...LOT_TEXTS, ...LOT_TERMS].toSorted()).toEqual(NAMES.toSorted())
    expect(LOT_TERMS.map((name) => LOT_FIELDS[name].term).toSorted()).toEqual(Object.keys(lot).toSorted())
  })

  it('is unchanged after writing and reading', () => {
    expect(readTerms(writeTerms(lot))).toEqual(lot)
  })

  it('is in the record, in the order of the table', () => {
    const announcement = { auctionId: 1, number: 35, category: 'gas', announcedAt: 0, changedAt: null, texts }
    const body = announcedBody(lot, announcement) as { lot: object; texts: { uk: object } }
    expect(Object.keys(body.lot)).toEqual(LOT_TERMS)
    expect(Object.keys(body.texts.uk).slice(-LOT_TEXTS.length)).toEqual(LOT_TEXTS)
    const read = announcedOf({ at: new Date(0), body: JSON.stringify(body) })
    expect(read.lot).toEqual(lot)
    expect(read.announcement?.texts).toEqual(texts)
  })

  it('is in the API, and in the next lot’s template if copied', () => {
    expect(Object.keys(auctionDetail.shape)).toEqual(expect.arrayContaining(NAMES))
    expect(Object.keys(lotTemplate.shape)).toEqual([...COPIED_LOT_FIELDS, 'documents'])
  })

  it('has a field in the wizard, with its fault', () => {
    const template = {
      ...eachField(LOT_TEXTS, () => ({ uk: '', en: '', ru: '' })),
      ...eachField(LOT_DECIMALS, () => ''),
      ...eachField(LOT_LINES, () => ''),
      ...eachField(LOT_COUNTS, () => 1),
      visibility: 'open' as const,
      automatic_bids: true,
      payment_plan: paymentPlan.parse(lot.paymentPlan),
      documents: [],
    }
    const dates = [eachField(LOT_TIMES, () => '2026-11-24T08:00:00Z')]
    const form = formOf('natural_gas', { template, dates, category_id: 1, unit: 't', source: null }, [], 'uk')
    const faults = eachField(NAMES, (name) => `fault of ${name}`)
    const fields = { form: { ...form, deposit_rate: '3' }, faults, onChange: () => undefined }
    renderOffice(
      <>
        <NumberFields {...fields} />
        <PlanFields {...fields} />
        <DepositFields {...fields} />
        <DateFields {...fields} dates={dates} />
        <TextFields hasAddress={false} {...fields} />
      </>,
    )
    for (const fault of Object.values(faults)) expect(screen.getByText(fault)).toBeInTheDocument()
    cleanup()
  })

  it.each(LOCALES)('has one label in the sheet and in documents, in %s', async (locale) => {
    const labels = LOT_LABELS[locale].fields
    renderIn(
      locale,
      <LotSheet
        auction={aLiveAuction({
          ...eachField(LOT_TEXTS, (name) => `text of ${name}`),
          deposit_rate: '3.00',
          shipment_until: '2026-12-31',
        })}
      />,
    )
    for (const name of SHEET_LOT_FIELDS) expect(screen.getByText(labels[name])).toBeInTheDocument()
    cleanup()

    const auction = {
      ...writeTerms(lot),
      ...{ texts, hard_end: '2026-11-24T10:00:00.000Z', state: 'completed', bids: 0, participants: 0, result: null },
      ...{
        ranking: [],
        agreements: [],
        cancel_reason: null,
        started_at: null,
        finished_at: '2026-11-24T10:00:00.000Z',
      },
      ...{ announced_at: null, numbers_changed_at: null },
    }
    const printed = { auction, organiser: party, head_hash: '', entry_count: 0, publicKey: '', publicUrl: 'http://a' }
    const protocol = { ...printed, auctionNumber: 35, history: [], refusedParts: new Set(), entries: () => [] } as never
    const rows = await detailsOf(protocolDocument(protocol, locale, new Date(0)))
    for (const name of PROTOCOL_LOT_FIELDS) expect([name, rows.get(labels[name])]).toEqual([name, expect.any(String)])

    const agreement = {
      lot: recorded,
      name: '',
      seller: party,
      buyer: party,
      sum: '1.00',
      plan: lot.paymentPlan,
      price: '1.00',
      quantity: '1.000',
    }
    const dates = {
      startsOn: null,
      endsOn: null,
      madeOn: '2026-11-24',
      deposit: null,
      auctionNumber: null,
      headHash: null,
      draftFile: null,
    }
    const record = { ...agreement, ...dates, number: '1', product: '' } as unknown as AgreementRecord
    const repeated = await detailsOf(
      agreementDocument({ agreement: record, publicUrl: '', draftSha256: null }, locale, new Date(0)),
    )
    for (const name of LOT_TEXTS)
      if ('agreement' in LOT_FIELDS[name]) expect(repeated.get(labels[name])).toBe(`text of ${name}`)
    expect(repeated.get(labels.payment_plan)).toBe(rows.get(labels.payment_plan))
  })
})
