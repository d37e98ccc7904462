import { useLocale, useTranslations } from 'next-intl'
import type { ReactNode } from 'react'
import type { BlockContext } from '@/components/content/blocks/block-frame'
import { Blocks } from '@/components/content/blocks/blocks'
import { JsonLd, PageHead } from '@/components/content/page-head'
import { UnframedLink } from '@/components/content/unframed-link'
import type { HeaderTone } from '@/components/layout/page-header'
import { classNames } from '@/components/ui/class-names'
import { Notice } from '@/components/ui/notice'
import type { Block, BlockOf, ContentPage, PageMeta, PageStatus } from '@/lib/contract/content'
import { LEAVE_PREVIEW_PATH } from '@/lib/http/public-page'
import { customOgType } from '@/lib/seo/metadata'
import { questionsOf, snippetsOf } from '@/lib/seo/structured-data'

interface EditorialBlocksProps {
  page: Pick<ContentPage, 'blocks' | 'language'>
  context: BlockContext
  className: string
}

/** An editor's blocks, with a notice where they are in another language than the page. */
export function EditorialBlocks({ page: { blocks, language }, context, className }: EditorialBlocksProps) {
  const t = useTranslations('Content')
  const foreign = language !== useLocale()
  return (
    <>
      {foreign && (
        <Notice tone="plan">
          <p>{t('otherLanguage', { language })}</p>
        </Notice>
      )}
      {blocks.length > 0 && (
        <div lang={foreign ? language : undefined} className={classNames('grid grid-cols-[minmax(0,1fr)]', className)}>
          <Blocks blocks={blocks} context={context} />
        </div>
      )}
    </>
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
  const foreign = page.language !== useLocale()
  const { head, blocks } = splitHead(page.blocks)
  return (
    <>
      <PageHead
        title={head?.title || page.title}
        hero={head}
        tone={tone}
        lang={foreign ? page.language : undefined}
        breadcrumbs={breadcrumbs}
      />
      <div className="page-width grid grid-cols-[minmax(0,1fr)] gap-12 pt-10 sm:gap-16 sm:pt-14">
        <EditorialBlocks page={{ ...page, blocks }} context={context} className="gap-12 sm:gap-16" />
        {children}
      </div>
    </>
  )
}

/** A hero as the first block gives the header its text; the other blocks follow. */
function splitHead(blocks: Block[]): { head: BlockOf<'hero'> | null; blocks: Block[] } {
  const [first, ...others] = blocks
  return first?.kind === 'hero' ? { head: first, blocks: others } : { head: null, blocks }
}

interface Landing extends Pick<ContentPage, 'blocks' | 'language'> {
  head: BlockOf<'hero'> | null
}

export function landingOf(page: Pick<ContentPage, 'blocks' | 'language'> | null): Landing | null {
  return page === null || page.blocks.length === 0 ? null : { language: page.language, ...splitHead(page.blocks) }
}

export function LandingBlocks({ landing, context }: { landing: Landing; context: BlockContext }) {
  if (landing.blocks.length === 0) return null
  return (
    <div className="page-width grid grid-cols-[minmax(0,1fr)] gap-14 pt-14 sm:gap-18 sm:pt-18">
      <EditorialBlocks page={landing} context={context} className="gap-14 sm:gap-18" />
    </div>
  )
}
