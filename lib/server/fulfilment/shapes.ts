import type { Fulfilment as FulfilmentShape } from '@/lib/contract/fulfilment'
import type { Language } from '@/lib/contract/primitives'
import type { Invoice } from '@/lib/domain/fulfilment'
import { paymentReference } from '@/lib/domain/deposit'
import { formatSum, toPriceString, toQuantityString } from '@/lib/domain/money'
import { paymentPlan } from '@/lib/contract/payment-plan'
import { joinCategoryTexts, joinTexts } from '@/lib/server/platform/company-sql'
import type { Queryable } from '@/lib/server/platform/db/pool'
import { fileAddress } from '@/lib/server/platform/files'
import { drawTransfer, invoicePurpose, transferLink } from '@/lib/server/platform/payment-code'
import { loadingShape } from './loading-shape'
import type { LoadedAgreement } from './open-agreement'

interface Names {
  name: string
  product: string
  auction_number: number | null
  company: string
  edrpou: string
  unit: string
  is_gas: boolean
  seller: { name: string; iban: string; edrpou: string }
  files: { id: number; name: string }[]
}

/** Invoices share the references of payments with applications, which never reach these numbers. */
const INVOICE_REFERENCES = 90_000_000

export const invoiceReference = (invoiceId: number) => paymentReference(INVOICE_REFERENCES + invoiceId)
/** The invoice of a reference's number; null if it is an application's. */
export const invoiceOfReference = (number: number) => (number > INVOICE_REFERENCES ? number - INVOICE_REFERENCES : null)

/** The answer of the API about an agreement: the same for both sides. */
export async function fulfilmentShape(
  db: Queryable,
  agreement: LoadedAgreement,
  lang: Language,
): Promise<FulfilmentShape> {
  const { terms, state } = agreement
  const names = await readNames(db, agreement, lang)
  const fileNames = new Map(names.files.map(({ id, name }) => [id, name]))
  return {
    agreement: {
      id: agreement.id,
      number: agreement.number,
      name: names.name,
      product: names.product,
      auction_number: names.auction_number,
      company: { id: agreement.companyId, name: names.company, edrpou: names.edrpou },
      unit: names.unit,
      quantity: toQuantityString(terms.quantity),
      price: toPriceString(terms.price),
      sum: formatSum(terms.sum),
      deposit: formatSum(terms.deposits.reduce((total, { amount }) => total + amount, 0n)),
      in_force_on: terms.inForceOn,
      is_gas: names.is_gas,
      plan: paymentPlan.parse(terms.plan),
    },
    stage: state.stage,
    column: state.column,
    overdue: state.isOverdue,
    ended_early: state.endedEarly && { at: instantOf(state.endedEarly.at), reason: state.endedEarly.reason },
    closed_at: state.closedAt === null ? null : instantOf(state.closedAt),
    shipped: state.isShipped,
    settled: state.isSettled,
    next: state.next && { ...state.next, amount: state.next.amount === null ? null : formatSum(state.next.amount) },
    money: {
      received: formatSum(state.money.received),
      allocated: formatSum(state.money.allocated),
      unallocated: formatSum(state.money.unallocated),
      returned: formatSum(state.money.returned),
      missing: formatSum(state.money.missing),
      owed: formatSum(state.money.owed),
      return_by: state.money.returnBy,
    },
    volume: {
      agreed: toQuantityString(state.volume.agreed),
      limit: toQuantityString(state.volume.limit),
      covered: toQuantityString(state.volume.covered),
      planned: toQuantityString(state.volume.planned),
      loaded: toQuantityString(state.volume.loaded),
      accepted: toQuantityString(state.volume.accepted),
      free: toQuantityString(state.volume.free),
    },
    due: state.due.map(({ type, amount }) => ({ type, amount: formatSum(amount) })),
    invoices: await Promise.all(state.invoices.map((invoice) => invoiceShape(agreement, invoice, names.seller))),
    payments: state.payments.map(({ id, amount, reversed, on, invoice }) => ({
      ...{ id, on, invoice_id: invoice },
      amount: formatSum(amount),
      reversed: formatSum(reversed),
    })),
    returns: agreement.facts.flatMap((fact) =>
      fact.kind === 'overpayment_returned' ? [{ amount: formatSum(fact.amount), on: fact.on }] : [],
    ),
    loadings: state.loadings.map(loadingShape),
    waybills: state.waybills.map(({ id, number, on, volume, loading, act, cancelled }) => {
      const fileId = agreement.files.get(id)
      return {
        ...{ id, number, on, cancelled, loading_id: loading, act_id: act },
        volume: toQuantityString(volume),
        file: fileId === undefined ? null : { url: fileAddress(fileId), name: fileNames.get(fileId) ?? '' },
      }
    }),
    acts: state.acts.map((act) => ({
      ...{ id: act.id, number: act.number, from: act.from, until: act.until, is_last: act.isLast },
      made_at: instantOf(act.madeAt),
      volume: toQuantityString(act.volume),
      value: formatSum(act.value),
      waybill_ids: [...act.waybills],
      signed: { buyer: instantOrNull(act.signed.buyer), organiser: instantOrNull(act.signed.organiser) },
      in_force_at: instantOrNull(act.inForceAt),
      cancelled: act.cancelled,
      pdf: `/storage/files/act-${act.id}.pdf`,
    })),
  }
}

async function invoiceShape(
  { number: agreementNumber }: LoadedAgreement,
  invoice: Invoice,
  seller: Names['seller'],
): Promise<FulfilmentShape['invoices'][number]> {
  const reference = invoiceReference(invoice.id)
  const purpose = invoicePurpose(invoice, { agreement: agreementNumber, reference })
  const isPayable = invoice.missing > 0n && seller.iban !== ''
  const url = isPayable
    ? transferLink({
        recipient: seller.name,
        iban: seller.iban,
        edrpou: seller.edrpou,
        amount: invoice.missing,
        purpose,
      })
    : null
  return {
    id: invoice.id,
    number: invoice.number,
    type: invoice.type,
    issued_at: instantOf(invoice.issuedOn),
    amount: formatSum(invoice.amount),
    deducted: formatSum(invoice.deducted),
    due_on: invoice.dueOn,
    payer: { name: invoice.payer.name, edrpou: invoice.payer.edrpou, address: invoice.payer.address },
    demanded: formatSum(invoice.demanded),
    paid: formatSum(invoice.paid),
    missing: formatSum(invoice.missing),
    paid_on: invoice.paidOn,
    days_late: invoice.daysLate,
    penalty: invoice.penalty && { ...invoice.penalty, amount: formatSum(invoice.penalty.amount) },
    late: invoice.late && {
      invoice_id: invoice.late.invoice,
      from: invoice.late.from,
      until: invoice.late.until,
      proposed: formatSum(invoice.late.proposed),
      reason: invoice.late.reason,
    },
    cancelled: invoice.cancelled && { at: instantOf(invoice.cancelled.at), reason: invoice.cancelled.reason },
    payment:
      url === null
        ? null
        : {
            ...{ recipient: seller.name, iban: seller.iban, edrpou: seller.edrpou },
            ...{ reference, purpose, url, qr_svg: await drawTransfer(url) },
          },
    pdf: `/storage/files/invoice-${invoice.id}.pdf`,
  }
}

async function readNames(db: Queryable, { id, files }: LoadedAgreement, lang: Language): Promise<Names> {
  const { rows } = await db.query<Names>({
    name: 'fulfilment-names',
    text: `select texts.name, texts.product, auction.number::integer as auction_number,
        company.company_short_name as company, company.edrpou, names.unit_label as unit,
        coalesce(kind.key::text = 'natural_gas', false) as is_gas,
        portal.agreement_seller(parties.seller, 'uk') as seller,
        coalesce((select json_agg(json_build_object('id', file.id, 'name', file.name)) from portal.files file where file.id = any ($3)), '[]') as files
      from cms.agreements agreement
      join portal.agreement_parties parties on parties.agreement_id = agreement.id
      join cms.companies company on company.id = agreement.company_id
      left join cms.auctions auction on auction.id = agreement.auction_id
      left join cms.categories kind on kind.id = auction.category_id
      ${joinTexts('agreements', 'agreement.id', '$2', ['name', 'product'])}
      ${joinCategoryTexts('auction.category_id', '$2')}
      where agreement.id = $1`,
    values: [id, lang, [...files.values()]],
  })
  const [names] = rows
  if (names === undefined) throw new Error('The agreement no longer exists')
  return names
}

const instantOf = (at: number) => new Date(at).toISOString()
const instantOrNull = (at: number | null) => (at === null ? null : instantOf(at))
