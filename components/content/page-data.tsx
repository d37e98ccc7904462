import { useTranslations } from 'next-intl'
import { JsonLd } from '@/components/content/json-ld'
import { publicUrl } from '@/lib/config/public-url'
import type { Locale } from '@/lib/config/constants'
import type { Block } from '@/lib/contract/page-blocks'
import type { PageMeta } from '@/lib/contract/page-meta'
import { pathFor } from '@/lib/i18n/route-names'
import { parseSnippet } from '@/lib/seo/json-ld'
import { breadcrumbsOf, questionsOf, type Crumb } from '@/lib/seo/structured-data'

export interface PageDataProps {
  locale: Locale
  name: string
  /** With the language's prefix. */
  path: string
  /** The pages between home and this one. */
  above?: readonly Crumb[]
  blocks?: readonly Block[]
  meta?: PageMeta | null
}

/** What a page says of itself to search engines: its place, its questions, and what an editor wrote. */
export function PageData({ locale, name, path, above = [], blocks = [], meta }: PageDataProps) {
  const t = useTranslations('Common')
  const origin = publicUrl()
  const crumbs = [{ name: t('home'), path: pathFor('index', locale) }, ...above, { name, path }]
  const written = meta ? [meta.schema, ...meta.micro_marking].filter((text) => text !== '').map(parseSnippet) : []
  return <JsonLd data={[breadcrumbsOf(crumbs, origin), questionsOf(blocks), ...written]} />
}
