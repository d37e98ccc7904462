import type { Language } from '@/lib/contract/primitives'
import type { AgreementTerms, Invoice } from '@/lib/domain/fulfilment'
import { formatSum, sumOf, toPriceString, toQuantityString } from '@/lib/domain/money'
import { daysBetween } from '@/lib/domain/payment-plan'
import { formatIban, formatPercent, formatPrice, formatQuantity } from '@/lib/i18n/formats'
import { invoicePurpose, transferLink } from '@/lib/server/platform/payment-code'
import { amountInWords, totalDetails } from '@/lib/server/printing/amount-in-words'
import { printedParty } from '@/lib/server/printing/issuer'
import type { DetailRow, Piece } from '@/lib/server/printing/print-document'
import type { LoadedAgreement } from '../open-agreement'
import { invoiceReference } from '../shapes'
import { type AgreementDetails, documentFormats, documentOf, sideDetails } from './details'

interface PrintedInvoice {
  agreement: LoadedAgreement
  details: AgreementDetails
  invoice: Invoice
}

/** An invoice, or the claim of a penalty. */
export function invoiceDocument(printed: PrintedInvoice, lang: Language, printedAt: Date) {
  const { details, invoice } = printed
  const { t, day } = documentFormats(lang)
  const isClaim = invoice.type === 'penalty'
  const cancelled: Piece[] =
    invoice.cancelled === null
      ? []
      : [
          {
            kind: 'banner',
            text: t('paper.cancelled', { day: day(invoice.cancelled.at), reason: invoice.cancelled.reason }),
          },
        ]
  const title = t(isClaim ? 'claim.title' : 'invoice.title', { number: invoice.number })
  return documentOf({ title, lang, author: details.seller.name, printedAt }, [
    ...cancelled,
    {
      kind: 'details',
      rows: [
        [t('paper.issued'), day(invoice.issuedOn)],
        [t('paper.dueBy'), day(invoice.dueOn)],
        [t('paper.agreement'), t('paper.agreementOf', { number: details.number, day: day(details.madeOn) })],
      ],
    },
    ...(isClaim ? claimPieces(printed, lang) : []),
    // The seller signs a claim, with its details below.
    ...(isClaim ? [] : sideDetails(t('paper.seller'), details.seller, lang)),
    ...sideDetails(t('paper.buyer'), invoice.payer, lang),
    ...(isClaim ? [] : goodsPieces(printed, lang)),
    ...paymentPieces(printed, lang),
    isClaim
      ? { kind: 'parties', parties: [printedParty(t('paper.seller'), details.seller, t)] }
      : { kind: 'text', text: t('paper.taxInvoice'), soft: true },
  ])
}

/** The part of the plan that an invoice demands. */
function partOf({ plan }: AgreementTerms, { part, type }: Invoice, lang: Language): string {
  const { t } = documentFormats(lang)
  const planned = part === null ? undefined : plan.parts[part]
  if (planned === undefined || type === 'final') return t('paper.parts.final')
  return t(`paper.parts.${planned.from}`, { share: formatPercent(toPriceString(planned.share), lang) })
}

function goodsPieces({ agreement: { terms }, details, invoice }: PrintedInvoice, lang: Language): Piece[] {
  const { t, figure, money } = documentFormats(lang)
  const price = formatPrice(toPriceString(terms.price), lang)
  const quantity = formatQuantity(toQuantityString(terms.quantity), lang)
  // A part of the sum is no volume at a price.
  const isWhole = invoice.amount === sumOf(terms.price, terms.quantity)
  return [
    { kind: 'heading', text: t('paper.for'), keep: 110 },
    { kind: 'text', text: partOf(terms, invoice, lang) },
    {
      kind: 'table',
      columns: [
        { head: t('agreement.product'), wrap: true },
        { head: t('agreement.unit'), width: 62, wrap: true },
        { head: t('document.volume'), width: 70, right: true },
        { head: t('agreement.price'), width: 96, right: true, wrap: true },
        { head: t('agreement.total'), width: 96, right: true, wrap: true },
      ],
    },
    {
      kind: 'rows',
      rows: [
        [details.product, details.unit || '—', ...(isWhole ? [quantity, price] : ['—', '—']), figure(invoice.amount)],
      ],
    },
    {
      kind: 'details',
      rows: [
        ...(isWhole ? [] : [[t('paper.agreementTerms'), agreedText()] as const]),
        ...totalDetails([invoice.amount], lang),
      ],
    },
    ...(invoice.deducted === 0n
      ? []
      : [{ kind: 'details', rows: [[t('paper.deducted'), money(invoice.deducted)]] } satisfies Piece]),
  ]

  function agreedText() {
    const volume = formatQuantity(toQuantityString(terms.quantity), lang, details.unit || undefined)
    return t('paper.agreed', { quantity: volume, price, sum: figure(terms.sum) })
  }
}

function paymentPieces({ agreement, details, invoice }: PrintedInvoice, lang: Language): Piece[] {
  const { t, money } = documentFormats(lang)
  const { recipient, seller } = details
  const reference = invoiceReference(invoice.id)
  const purpose = invoicePurpose(invoice, { agreement: agreement.number, reference })
  const isOpen = invoice.missing > 0n
  const rows: DetailRow[] = [
    [t('paper.recipient'), recipient],
    [t('document.edrpou'), seller.edrpou],
    [t('document.iban'), formatIban(seller.iban)],
    [t('document.bank'), seller.bank],
    [t('paper.purpose'), purpose],
    [t('paper.reference'), reference],
  ]
  const standing: DetailRow[] = [
    ...(invoice.paid > 0n && invoice.paid !== invoice.deducted
      ? [[t('paper.paid'), money(invoice.paid)] as const]
      : []),
    ...(isOpen && invoice.missing !== invoice.amount - invoice.deducted
      ? [[t('paper.stillToPay'), money(invoice.missing)] as const]
      : []),
  ]
  const known = [...standing, ...rows.filter(([, value]) => value !== '')]
  const toPay = invoice.amount - invoice.deducted
  const heading: Piece[] = [
    { kind: 'heading', text: `${t('paper.toPay')}: ${money(toPay)}`, keep: 200 },
    { kind: 'text', text: amountInWords(formatSum(toPay), lang) },
  ]
  if (!isOpen || seller.iban === '') return [...heading, { kind: 'details', rows: known }]
  const url = transferLink({ recipient, iban: seller.iban, edrpou: seller.edrpou, amount: invoice.missing, purpose })
  return [...heading, { kind: 'check', transfer: true, url, alt: t('paper.transferCode'), rows: known }]
}

function claimPieces({ agreement: { terms, state }, details, invoice }: PrintedInvoice, lang: Language): Piece[] {
  const { t, figure, money, day } = documentFormats(lang)
  const { late } = invoice
  const unpaid = state.invoices.find(({ id }) => id === late?.invoice)
  if (late === null || unpaid === undefined) return []
  const { penalty } = terms.plan
  const rates =
    penalty.kind === 'double_rate'
      ? terms.rates
          .toSorted((a, b) => a.since.localeCompare(b.since))
          .filter(({ since }, index, all) => since <= late.until && (all[index + 1]?.since ?? '9999') > late.from)
          .map(({ since, rate }) =>
            t('claim.rateSince', { rate: formatPercent(toPriceString(rate), lang), day: day(since) }),
          )
      : []
  const formula =
    penalty.kind === 'daily'
      ? t('claim.daily', { rate: formatPercent(toPriceString(penalty.rate), lang) })
      : t('claim.double_rate')
  return [
    {
      kind: 'text',
      text: t('claim.text', {
        agreement: details.number,
        invoice: unpaid.number,
        amount: figure(unpaid.amount),
        due: day(unpaid.dueOn),
      }),
    },
    {
      kind: 'details',
      rows: [
        [t('claim.period'), `${day(late.from)} – ${day(late.until)}`],
        [t('claim.days'), String(daysBetween(late.from, late.until) + 1)],
        [t('claim.formula'), formula],
        ...(rates.length === 0 ? [] : [[t('claim.rates'), rates.join('; ')] as const]),
        [t('claim.proposed'), money(late.proposed)],
        [t('claim.claimed'), money(invoice.amount)],
        ...(late.reason === null ? [] : [[t('claim.reason'), late.reason] as const]),
      ],
    },
  ]
}
