import { useLocale, useTranslations } from 'next-intl'
import type { ReactNode } from 'react'
import type { BlockContext } from '@/components/content/blocks/block-parts'
import { Blocks } from '@/components/content/blocks/blocks'
import { JsonLd, PageHead } from '@/components/content/page-head'
import { UnframedLink } from '@/components/content/unframed-link'
import type { HeaderTone } from '@/components/layout/page-header'
import { Notice } from '@/components/ui/notice'
import type { Locale } from '@/lib/config/constants'
import type { Block, BlockOf, ContentPage, PageMeta, PageStatus } from '@/lib/contract/content'
import { LEAVE_PREVIEW_PATH } from '@/lib/http/public-page'
import { customOgType } from '@/lib/seo/metadata'
import { questionsOf, snippetsOf } from '@/lib/seo/structured-data'

export function LanguageNotice({ language }: { language: Locale }) {
  const t = useTranslations('Content')
  return (
    <Notice tone="plan">
      <p>{t('otherLanguage', { language })}</p>
    </Notice>
  )
}

/** Shown on every page with drafts: whether visitors see the same, and a plain link that ends the preview. */
export function PreviewBar({ path, status }: { path: string; status: PageStatus }) {
  const t = useTranslations('Preview')
  return (
    <aside
      aria-label={t('label')}
      data-draft=""
      data-print="hide"
      className="sticky bottom-0 z-30 mt-auto flex flex-wrap items-center justify-center gap-x-5 gap-y-1 bg-wait px-4 py-2.5 text-small text-wait-text"
    >
      <p className="font-semibold">{t(status)}</p>
      <UnframedLink
        href={`${LEAVE_PREVIEW_PATH}?${new URLSearchParams({ to: path }).toString()}`}
        className="inline-flex min-h-9 items-center rounded-sm font-semibold underline underline-offset-4"
      >
        {t('leave')}
      </UnframedLink>
    </aside>
  )
}

interface PageDataProps {
  blocks?: readonly Block[]
  meta: PageMeta | null | undefined
}

/** Further structured data: the page's questions and an editor's snippets. */
export function PageData({ blocks = [], meta }: PageDataProps) {
  const type = customOgType(meta?.og.type)
  return (
    <>
      {type !== null && <meta property="og:type" content={type} />}
      <JsonLd data={[questionsOf(blocks), ...snippetsOf(meta)]} />
    </>
  )
}

interface EditorialPageProps {
  page: Pick<ContentPage, 'title' | 'blocks' | 'language'>
  context: BlockContext
  tone?: HeaderTone
  breadcrumbs?: ReactNode
  children?: ReactNode
}

export function EditorialPage({ page, context, tone, breadcrumbs, children }: EditorialPageProps) {
  const locale = useLocale()
  const foreign = page.language !== locale
  const lang = foreign ? page.language : undefined
  const [first, ...others] = page.blocks
  const hero = first?.kind === 'hero' ? first : null
  return (
    <>
      <PageHead title={hero?.title || page.title} hero={hero} tone={tone} lang={lang} breadcrumbs={breadcrumbs} />
      <div className="page-width grid grid-cols-[minmax(0,1fr)] gap-12 pt-10 sm:gap-16 sm:pt-14">
        {foreign && <LanguageNotice language={page.language} />}
        {page.blocks.length > 0 && (
          <div lang={lang} className="grid grid-cols-[minmax(0,1fr)] gap-12 empty:hidden sm:gap-16">
            <Blocks blocks={hero ? others : page.blocks} context={context} locale={locale} />
          </div>
        )}
        {children}
      </div>
    </>
  )
}

interface Landing {
  head: BlockOf<'hero'> | null
  blocks: Block[]
  language: ContentPage['language']
}

/** A hero as the first block gives the header its text; the other blocks follow the auctions. */
export function landingOf(page: Pick<ContentPage, 'blocks' | 'language'> | null): Landing | null {
  if (page === null || page.blocks.length === 0) return null
  const [first, ...others] = page.blocks
  return first?.kind === 'hero'
    ? { head: first, blocks: others, language: page.language }
    : { head: null, blocks: page.blocks, language: page.language }
}

export function LandingBlocks({ landing, context }: { landing: Landing; context: BlockContext }) {
  const locale = useLocale()
  const foreign = landing.language !== locale
  if (landing.blocks.length === 0) return null
  return (
    <div className="page-width grid grid-cols-[minmax(0,1fr)] gap-12 pt-16 sm:gap-16 sm:pt-24">
      {foreign && <LanguageNotice language={landing.language} />}
      <div lang={foreign ? landing.language : undefined} className="grid grid-cols-[minmax(0,1fr)] gap-12 sm:gap-16">
        <Blocks blocks={landing.blocks} context={context} locale={locale} />
      </div>
    </div>
  )
}
