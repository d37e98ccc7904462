import { FileText } from 'lucide'
import { Icon } from '@/components/ui/icon'
import { useLocale, useTranslations } from 'next-intl'
import { PrintButton } from '@/components/auction/stages'
import { AppLink } from '@/components/ui/app-link'
import { Card, CardHeader, SpecSheet } from '@/components/ui/card'
import { Notice } from '@/components/ui/notice'
import { pathFor } from '@/lib/i18n/route-names'
import { formatFileSize, formatPrice, formatQuantity, wholeUnit } from '@/lib/i18n/formats'
import type { AuctionDetail, LotDocument } from '@/lib/contract/auctions'

/** The papers of the lot, for everybody, before anybody applies. Nothing where the manager put none. */
function LotDocuments({ documents }: { documents: readonly LotDocument[] }) {
  const t = useTranslations('Auction.documents')
  const locale = useLocale()
  if (documents.length === 0) return null
  return (
    <Card aria-labelledby="lot-documents">
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
                className="inline-flex min-h-6 items-center break-words font-semibold text-link underline underline-offset-2"
              >
                {t(`kinds.${kind}`)}
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

/**
 * The lot’s details, as they are printed too (R1.1), and its papers. Nothing of it moves once the lot is published: the live page takes
 * it as the server rendered it.
 */
export function LotSheet({ auction }: { auction: AuctionDetail }) {
  const t = useTranslations('Auction.sheet')
  const locale = useLocale()
  const { slug, unit } = auction.category
  const priceUnit = wholeUnit(auction.category.price_unit)
  const priced = (value: string) => (
    <>
      {formatPrice(value, locale)} <span className="inline-block">{priceUnit}</span>
    </>
  )
  const measured = (value: string) => formatQuantity(value, locale, unit)
  /** Words that nobody has translated, marked as what they are for those who hear them. */
  const written = (name: 'payment_terms' | 'payment_period' | 'shipment_period' | 'transfer_point' | 'resource') =>
    auction.ukrainian_texts.includes(name) ? <span lang="uk">{auction[name]}</span> : auction[name]
  const details = [
    { key: 'startingPrice', value: priced(auction.starting_price) },
    { key: 'volume', value: measured(auction.volume) },
    { key: 'minimumStep', value: priced(auction.minimum_step) },
    { key: 'maximumStep', value: priced(auction.maximum_step) },
    { key: 'minimumQuantity', value: measured(auction.minimum_quantity) },
    { key: 'quantityStep', value: measured(auction.quantity_step) },
    { key: 'paymentTerms', value: written('payment_terms') },
    { key: 'paymentPeriod', value: written('payment_period') },
    { key: 'shipmentPeriod', value: written('shipment_period') },
    { key: 'transferPoint', value: written('transfer_point') },
    { key: 'resource', value: written('resource') },
    { key: 'minimumParticipants', value: String(auction.minimum_participants) },
    { key: 'visibility', value: t(auction.visibility) },
  ] as const
  const labelled = details.filter((row) => row.value !== '').map((row) => ({ ...row, label: t(row.key) }))
  return (
    <>
      <Card aria-labelledby="sheet" className="@container grid gap-4">
        <CardHeader id="sheet" title={t('title')} aside={<PrintButton>{t('print')}</PrintButton>} />
        {auction.untranslated && <Notice tone="wait">{t('untranslated')}</Notice>}
        <SpecSheet columns={2} rows={labelled} />
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
