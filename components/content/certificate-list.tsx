import { useLocale, useTranslations } from 'next-intl'
import { CategoryMark } from './auction-card'
import { FailedSection } from './failed-section'
import { fileTypeName } from './lists'
import { LinkButton } from '@/components/ui/button'
import { Card } from '@/components/ui/card'
import { FileSize } from '@/components/ui/figures'
import { EmptyState } from '@/components/ui/notice'
import { Pill } from '@/components/ui/pill'
import type { Category, Certificate } from '@/lib/contract/content'
import { formatDate, kyivDate } from '@/lib/i18n/formats'

export interface CertificateListProps {
  certificates: Certificate[] | null
  categories: Category[]
  today: Date
}

export function CertificateList({ certificates, categories, today }: CertificateListProps) {
  const t = useTranslations('Certificates')
  const error = useTranslations('ErrorPage')
  const day = kyivDate(today)
  if (certificates === null) return <FailedSection text={error('sectionFailed')} />
  if (certificates.length === 0) return <EmptyState title={t('empty')} text={t('emptyText')} />
  return (
    <ul className="grid grid-cols-[repeat(auto-fill,minmax(min(100%,22rem),1fr))] gap-4">
      {certificates.map((certificate) => (
        <li key={certificate.id}>
          <CertificateCard
            certificate={certificate}
            category={categories.find(({ key }) => key === certificate.category)}
            expired={certificate.valid_until !== null && certificate.valid_until < day}
          />
        </li>
      ))}
    </ul>
  )
}

function CertificateCard({
  certificate,
  category,
  expired,
}: {
  certificate: Certificate
  category: Category | undefined
  expired: boolean
}) {
  const t = useTranslations('Certificates')
  const locale = useLocale()
  const { file } = certificate
  const until = certificate.valid_until
  return (
    <Card as="article" className="flex h-full flex-col gap-4">
      <div className="flex flex-wrap items-center justify-between gap-x-3 gap-y-2">
        {category && <CategoryMark category={category} />}
        <Pill tone={expired ? 'done' : 'go'}>{expired ? t('expired') : t('inForce')}</Pill>
      </div>
      <h3 lang={certificate.language === locale ? undefined : certificate.language} className="text-h3">
        {certificate.title}
      </h3>
      <dl className="grid text-small">
        <LabelledRow name={t('issued')}>{formatDate(certificate.issued_on, locale)}</LabelledRow>
        <LabelledRow name={t('validUntil')}>{until === null ? t('unlimited') : formatDate(until, locale)}</LabelledRow>
      </dl>
      <div className="mt-auto flex flex-wrap items-center justify-between gap-3 pt-1">
        <LinkButton tone="soft" href={file.url} aria-label={t('openNamed', { title: certificate.title })}>
          {t('open')}
        </LinkButton>
        <span className="numbers text-small text-soft">
          {fileTypeName(file.media_type)}, <FileSize bytes={file.bytes} />
        </span>
      </div>
    </Card>
  )
}

function LabelledRow({ name, children }: { name: string; children: string }) {
  return (
    <div className="flex justify-between gap-4 border-t border-line py-2">
      <dt className="text-soft">{name}</dt>
      <dd className="numbers font-semibold">{children}</dd>
    </div>
  )
}
