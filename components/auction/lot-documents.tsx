import { FileText } from 'lucide-react'
import { useFormatter, useTranslations } from 'next-intl'
import { Card, CardHeader } from '@/components/ui/card'
import type { LotDocument } from '@/lib/contract/auctions'

/** The papers of the lot, for everybody, before anybody applies. Nothing where the manager put none. */
export function LotDocuments({ documents }: { documents: readonly LotDocument[] }) {
  const t = useTranslations('Auction.documents')
  const format = useFormatter()
  if (documents.length === 0) return null
  const size = (bytes: number) =>
    bytes < 1_000_000
      ? t('kilobytes', { size: format.number(Math.max(1, Math.round(bytes / 1000))) })
      : t('megabytes', { size: format.number(bytes / 1_000_000, { maximumFractionDigits: 1 }) })
  return (
    <Card aria-labelledby="lot-documents">
      <CardHeader id="lot-documents" title={t('title')} />
      <ul className="mt-4 grid gap-3">
        {documents.map(({ kind, language, name, url, mime, bytes }) => (
          <li key={`${url} ${kind} ${language}`} className="flex items-start gap-3">
            <FileText aria-hidden className="mt-0.5 size-5 shrink-0 text-soft" />
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
                {[mime === 'application/pdf' ? 'PDF' : mime, size(bytes), t(`languages.${language}`)].join(' · ')}
              </span>
            </span>
          </li>
        ))}
      </ul>
    </Card>
  )
}
