import { ChevronRight } from 'lucide'
import { useLocale, useTranslations } from 'next-intl'
import type { ReactNode } from 'react'
import { type HeaderTone, PageHeader, PageHeaderTitle } from '@/components/layout/page-header'
import { AppLink } from '@/components/ui/link'
import { LinkButton } from '@/components/ui/button'
import { Icon } from '@/components/ui/icon'
import { publicUrl } from '@/lib/config/environment'
import type { Image } from '@/lib/contract/block-fields'
import type { BlockOf } from '@/lib/contract/content'
import { pathFor } from '@/lib/i18n/route-names'
import { breadcrumbsOf, type Crumb, encodeJsonLd } from '@/lib/seo/structured-data'

export interface PictureProps {
  image: Image
  /** The attribute `sizes`. */
  sizes: string
  /** Visible without scrolling: loaded eagerly. */
  first?: boolean
  className?: string
}

export function Picture({ image, sizes, first = false, className }: PictureProps) {
  const copies = [...image.sizes.filter(({ width }) => width < image.width), { url: image.url, width: image.width }]
  return (
    <img
      src={image.url}
      srcSet={copies.map(({ url, width }) => `${url} ${width}w`).join(', ')}
      sizes={sizes}
      width={image.width}
      height={image.height}
      alt={image.alt}
      loading={first ? 'eager' : 'lazy'}
      fetchPriority={first ? 'high' : undefined}
      decoding="async"
      className={className}
    />
  )
}

/** Structured data for search engines; scripts of this type are never run. */
export function JsonLd({ data }: { data: readonly (object | null)[] }) {
  return data.map((item, index) =>
    item === null ? null : (
      <script key={index} type="application/ld+json" dangerouslySetInnerHTML={{ __html: encodeJsonLd(item) }} />
    ),
  )
}

interface BreadcrumbsProps {
  above?: readonly Crumb[]
  /** This page, with its language’s prefix in the path. */
  page: Crumb
  /** The language of the page’s name, if not the site’s. */
  lang?: string
}

export function Breadcrumbs({ above = [], page, lang }: BreadcrumbsProps) {
  const t = useTranslations('Breadcrumbs')
  const locale = useLocale()
  const upper = [{ name: t('home'), path: pathFor('index', locale) }, ...above]
  return (
    <nav aria-label={t('label')} data-print="hide" className="pt-3 sm:pt-5">
      <ol className="flex flex-wrap items-center gap-x-1.5 text-fine text-header-soft">
        {upper.map(({ name, path }) => (
          <li key={path} className="flex items-center gap-x-1.5">
            <AppLink
              href={path}
              className="inline-flex min-h-6 items-center rounded-sm hover:text-header-text hover:underline"
            >
              {name}
            </AppLink>
            <Icon of={ChevronRight} className="size-3.5 shrink-0 opacity-70" />
          </li>
        ))}
        {/* A long name is shortened on the others' line rather than moved to the next one. */}
        <li className="min-w-0 grow basis-28">
          <span aria-current="page" lang={lang} className="line-clamp-1 break-all text-header-text">
            {page.name}
          </span>
        </li>
      </ol>
      <JsonLd data={[breadcrumbsOf([...upper, page], publicUrl())]} />
    </nav>
  )
}

export function SectionHeading({ title, action, id }: { title: ReactNode; action?: ReactNode; id?: string }) {
  return (
    <div className="flex flex-wrap items-end justify-between gap-x-6 gap-y-3">
      <h2 id={id} className="text-h2">
        {title}
      </h2>
      {action && <div className="flex flex-wrap gap-2">{action}</div>}
    </div>
  )
}

export function HeroLinks({ links, size }: { links: BlockOf<'hero'>['links']; size?: 'lg' }) {
  const locale = useLocale()
  return links.map(({ name, url }, index) => (
    <LinkButton key={url} size={size} href={url} locale={locale} tone={index === 0 ? 'primary' : 'inverse'}>
      {name}
    </LinkButton>
  ))
}

interface PageHeadProps {
  title: string
  hero: BlockOf<'hero'> | null
  tone?: HeaderTone
  lang?: string
  breadcrumbs?: ReactNode
}

export function PageHead({ title, hero, tone, lang, breadcrumbs }: PageHeadProps) {
  return (
    <PageHeader tone={tone} breadcrumbs={breadcrumbs}>
      <div
        lang={lang}
        className={
          hero?.image ? 'grid items-center gap-x-12 gap-y-8 lg:grid-cols-[minmax(0,1fr)_minmax(0,28rem)]' : undefined
        }
      >
        <div>
          <PageHeaderTitle title={title} lead={hero?.text} />
          {hero && hero.links.length > 0 && (
            <div className="flex flex-wrap gap-3 pt-6">
              <HeroLinks links={hero.links} />
            </div>
          )}
        </div>
        {hero?.image && (
          <Picture
            image={hero.image}
            first
            sizes="(width > 1024px) 448px, 100vw"
            className="h-auto w-full rounded-lg border border-header-line lg:mt-6"
          />
        )}
      </div>
    </PageHeader>
  )
}
