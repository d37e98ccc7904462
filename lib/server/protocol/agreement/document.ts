import type { Language } from '@/lib/contract/primitives'
import type { PrintableDocument } from '@/lib/server/protocol/print'
import { type Fact, facts } from '@/lib/server/protocol/facts-table'
import { number } from '@/lib/server/protocol/figures'
import { pageLook } from '@/lib/server/protocol/page-look'
import type { AgreementRecord } from './record'
import { agreementWords } from './words'

/** The agreement as a document to print. `publicUrl`: where the protocol that it rests on is read. */
export function agreementDocument(agreement: AgreementRecord, lang: Language, publicUrl: string): PrintableDocument {
  const words = agreementWords[lang]
  const figure = (decimal: string) => number(decimal, lang)
  const title = words.title(agreement.number)
  const money = (sum: string | null) => (sum === null ? '' : `${figure(sum)} ${words.currency}`)
  const section = (heading: string, rows: readonly Fact[]) => {
    const known = rows.filter(([, value]) => value !== '')
    return known.length === 0 ? [] : [{ text: heading, style: 'heading' }, facts(known)]
  }
  const protocol = agreement.auctionNumber === null ? '' : `${publicUrl}/storage/files/protocol-${agreement.auctionNumber}.pdf?lang=${lang}`
  return {
    definition: {
      info: { title },
      ...pageLook,
      defaultStyle: { ...pageLook.defaultStyle, fontSize: 10, lineHeight: 1.35 },
      content: [
        { text: title, style: 'title' },
        { text: agreement.name === title ? agreement.product : agreement.name, fontSize: 12, margin: [0, 2, 0, 0] },
        ...section(words.parties, [
          [words.seller, agreement.seller],
          [words.buyer, agreement.buyer],
          [words.edrpou, agreement.edrpou],
          [words.eic, agreement.eic],
          [words.iban, agreement.iban],
        ]),
        ...section(words.subject, [
          [words.product, agreement.product],
          [words.resource, agreement.resource],
          [words.quantity, `${figure(agreement.quantity)} ${agreement.unit}`.trim()],
          [words.price, `${figure(agreement.price)} ${agreement.priceUnit || words.currency}`],
          [words.sum, money(agreement.sum)],
          [words.deposit, money(agreement.deposit)],
        ]),
        ...section(words.terms, [
          [words.made, shownDay(agreement.madeOn)],
          [words.from, shownDay(agreement.startsOn)],
          [words.until, shownDay(agreement.endsOn)],
          [words.paymentTerms, agreement.paymentTerms],
          [words.paymentPeriod, agreement.paymentPeriod],
          [words.shipmentPeriod, agreement.shipmentPeriod],
          [words.transferPoint, agreement.transferPoint],
        ]),
        ...(agreement.auctionNumber === null
          ? []
          : [
              { text: words.basis, style: 'heading' },
              { text: [words.auction(agreement.auctionNumber), agreement.auctionTitle].filter(Boolean).join(' · ') },
              { text: [{ text: `${words.protocol}: `, style: 'label' }, { text: protocol, link: protocol }], margin: [0, 4, 0, 0] as [number, number, number, number] },
              { text: [{ text: `${words.head}: `, style: 'label' }, { text: agreement.headHash ?? '', style: 'hash' }], margin: [0, 4, 0, 0] as [number, number, number, number] },
            ]),
        { text: words.standing, style: 'label', margin: [0, 24, 0, 0] },
      ],
    },
    footer: `${title} · ${words.page}`,
  }
}

/** "2026-11-24" as it is written in the countries of these languages. */
function shownDay(day: string | null): string {
  return day === null ? '' : day.split('-').reverse().join('.')
}
