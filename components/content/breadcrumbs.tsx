import { ChevronRight } from 'lucide-react'
import { useLocale, useTranslations } from 'next-intl'
import { JsonLd } from '@/components/content/json-ld'
import { AppLink } from '@/components/ui/app-link'
import { publicUrl } from '@/lib/config/environment'
import { pathFor } from '@/lib/i18n/route-names'
import { breadcrumbsOf, type Crumb } from '@/lib/seo/structured-data'

export interface BreadcrumbsProps {
  /** The pages between home and this one. */
  above?: readonly Crumb[]
  /** This page, with its language’s prefix in the path. */
  page: Crumb
  /** The language of the page’s name, where it is not the site’s. */
  lang?: string
}

/** Where a page stands, on its band: the same trail for people and for search engines. */
export function Breadcrumbs({ above = [], page, lang }: BreadcrumbsProps) {
  const t = useTranslations('Breadcrumbs')
  const locale = useLocale()
  const upper = [{ name: t('home'), path: pathFor('index', locale) }, ...above]
  return (
    <nav aria-label={t('label')} data-print="hide" className="pt-3 sm:pt-5">
      <ol className="flex flex-wrap items-center gap-x-1.5 text-fine text-band-soft">
        {upper.map(({ name, path }) => (
          <li key={path} className="flex items-center gap-x-1.5">
            <AppLink href={path} className="inline-flex min-h-6 items-center rounded-sm hover:text-band-text hover:underline">
              {name}
            </AppLink>
            <ChevronRight aria-hidden className="size-3.5 shrink-0 opacity-70" />
          </li>
        ))}
        <li className="min-w-0">
          <span aria-current="page" lang={lang} className="line-clamp-1 break-all text-band-text">
            {page.name}
          </span>
        </li>
      </ol>
      <JsonLd data={[breadcrumbsOf([...upper, page], publicUrl())]} />
    </nav>
  )
}
