import { FileText } from 'lucide'
import { Icon } from '@/components/ui/icon'
import { useLocale, useTranslations } from 'next-intl'
import { PrintButton } from '@/components/auction/lot/print-button'
import { AppLink } from '@/components/ui/link'
import { PlanLines } from '@/components/fulfilment/plan-lines'
import { Card, CardHeader, SpecSheet } from '@/components/ui/card'
import { Notice } from '@/components/ui/notice'
import { pathFor } from '@/lib/i18n/route-names'
import {
  formatDate,
  formatFileSize,
  formatLotMoment,
  formatPercent,
  formatPrice,
  formatQuantity,
  wholeUnit,
} from '@/lib/i18n/formats'
import type { AuctionDetail, LotDocument } from '@/lib/contract/auctions'
import { isLotText, isOfDeposit, LOT_FIELDS, SHEET_LOT_FIELDS } from '@/lib/contract/lot-fields'
import { NO_DEPOSIT } from '@/lib/config/constants'

function LotDocuments({ documents }: { documents: readonly LotDocument[] }) {
  const t = useTranslations('Auction.documents')
  const tLot = useTranslations('Lot')
  const locale = useLocale()
  if (documents.length === 0) return null
  return (
    <Card id="documents" translate="yes" aria-labelledby="lot-documents" className="break-inside-avoid scroll-mt-4">
      <CardHeader id="lot-documents" title={t('title')} />
      <ul className="mt-4 grid gap-3">
        {documents.map(({ kind, language, name, url, mime, bytes }) => (
          <li key={`${url} ${kind} ${language}`} className="flex items-start gap-3">
            <Icon of={FileText} className="mt-0.5 size-5 shrink-0 text-soft" />
            <span className="min-w-0">
              <a
                href={url}
                hrefLang={language}
                type={mime}
                className="inline-flex min-h-6 items-center break-words max-sm:min-h-11 font-semibold text-link underline underline-offset-2"
              >
                {tLot(`documents.${kind}`)}
              </a>
              {name !== '' && <span className="block break-words text-small">{name}</span>}
              <span className="block text-fine text-soft">
                {[
                  mime === 'application/pdf' ? 'PDF' : mime,
                  formatFileSize(bytes, locale),
                  t(`languages.${language}`),
                ].join(' · ')}
              </span>
            </span>
          </li>
        ))}
      </ul>
    </Card>
  )
}

/** The lot's terms, also for print (R1.1), and its documents. They do not change once published, so they are rendered on the server. */
export function LotSheet({ auction }: { auction: AuctionDetail }) {
  const t = useTranslations('Auction.sheet')
  const tLot = useTranslations('Lot')
  const locale = useLocale()
  const { slug, unit } = auction.category
  const priceUnit = wholeUnit(auction.category.price_unit)
  function fieldValue(name: (typeof SHEET_LOT_FIELDS)[number]) {
    const { kind } = LOT_FIELDS[name]
    if (name === 'payment_plan') return <PlanLines plan={auction.payment_plan} />
    const value = String(auction[name])
    if (kind === 'price')
      return (
        <>
          {formatPrice(value, locale)} <span className="inline-block">{priceUnit}</span>
        </>
      )
    if (kind === 'quantity') return formatQuantity(value, locale, unit)
    if (kind === 'percent') return formatPercent(value, locale)
    if (kind === 'time') return formatLotMoment(value, auction, locale)
    if (kind === 'day') return formatDate(`${value}T12:00:00Z`, locale)
    if (kind === 'visibility') return tLot(`visibility.${auction.visibility}`)
    if (kind === 'switch') return tLot(auction[name] ? 'switch.true' : 'switch.false')
    // Untranslated text is marked for screen readers.
    return isLotText(name) && auction.ukrainian_texts.includes(name) ? <span lang="uk">{value}</span> : value
  }
  const hasDeposit = auction.deposit_rate !== NO_DEPOSIT
  const isShown = (name: (typeof SHEET_LOT_FIELDS)[number]) =>
    auction[name] !== '' && (hasDeposit || !isOfDeposit(name))
  const rows = SHEET_LOT_FIELDS.filter(isShown).map((name) => [tLot(`fields.${name}`), fieldValue(name)] as const)
  return (
    <>
      <Card translate="yes" aria-labelledby="sheet" className="@container grid gap-4">
        <CardHeader id="sheet" title={t('title')} aside={<PrintButton>{t('print')}</PrintButton>} />
        {auction.untranslated && <Notice tone="wait">{t('untranslated')}</Notice>}
        <SpecSheet look="columns" rows={rows} />
        <p className="text-fine text-soft">
          {t('vat')}{' '}
          <AppLink
            data-print="hide"
            className="text-link underline underline-offset-2"
            href={pathFor('auctions-auctionType-rules-auctions', locale, { auctionType: slug })}
          >
            {t('rules')}
          </AppLink>
        </p>
      </Card>
      <LotDocuments documents={auction.documents} />
    </>
  )
}
