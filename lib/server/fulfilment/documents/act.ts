import type { Language } from '@/lib/contract/primitives'
import type { Act } from '@/lib/domain/fulfilment'
import { toPriceString, toQuantityString } from '@/lib/domain/money'
import { formatPrice, formatQuantity } from '@/lib/i18n/formats'
import { totalDetails } from '@/lib/server/printing/amount-in-words'
import { printedParty } from '@/lib/server/printing/issuer'
import type { LoadedAgreement } from '../open-agreement'
import { type AgreementDetails, documentFormats, documentOf } from './details'

/** The act of acceptance over its waybills, to be signed by both sides (R16.5). */
export function actDocument(
  { agreement: { terms, state }, details, act }: { agreement: LoadedAgreement; details: AgreementDetails; act: Act },
  lang: Language,
  printedAt: Date,
) {
  const { t, day } = documentFormats(lang)
  const volume = (thousandths: number) => formatQuantity(toQuantityString(thousandths), lang)
  const unit = details.unit || undefined
  const waybills = state.waybills.filter(({ id }) => act.waybills.includes(id))
  const title = t('act.title', { number: act.number })
  const period = act.from === act.until ? day(act.from) : `${day(act.from)} – ${day(act.until)}`
  return documentOf({ title, lang, author: details.seller.name, printedAt }, [
    ...(act.cancelled === null
      ? []
      : [{ kind: 'banner', text: t('paper.cancelledAct', { reason: act.cancelled.reason }) } as const]),
    {
      kind: 'details',
      rows: [
        [t('paper.issued'), day(act.madeAt)],
        [t('act.period'), period],
      ],
    },
    { kind: 'text', text: t('act.text', { agreement: details.number, day: day(details.madeOn) }) },
    {
      kind: 'table',
      columns: [
        { head: t('act.number'), width: 36, right: true },
        { head: t('act.waybill'), wrap: true },
        { head: t('act.day'), width: 110, wrap: true },
        { head: [t('document.volume'), unit].filter(Boolean).join(', '), width: 110, right: true, wrap: true },
      ],
    },
    {
      kind: 'rows',
      rows: waybills.map((waybill, index) => [
        String(index + 1),
        waybill.number,
        day(waybill.on),
        volume(waybill.volume),
      ]),
      keep: 380,
    },
    {
      kind: 'details',
      rows: [
        [t('agreement.product'), details.product],
        [t('document.volume'), formatQuantity(toQuantityString(act.volume), lang, unit)],
        [t('agreement.price'), formatPrice(toPriceString(terms.price), lang)],
        ...totalDetails([act.value], lang),
      ],
    },
    ...(act.isLast ? [{ kind: 'text', text: t('act.last') } as const] : []),
    { kind: 'heading', text: t('paper.parties'), keep: 290 },
    {
      kind: 'parties',
      parties: [printedParty(t('paper.seller'), details.seller, t), printedParty(t('paper.buyer'), details.buyer, t)],
    },
  ])
}
