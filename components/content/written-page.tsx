import { useLocale } from 'next-intl'
import type { ReactNode } from 'react'
import type { BlockContext } from '@/components/content/blocks/block-context'
import { Blocks } from '@/components/content/blocks/blocks'
import { LanguageNotice } from '@/components/content/language-notice'
import { PageHead } from '@/components/content/page-head'
import type { BandTone } from '@/components/layout/band'
import type { ContentPage } from '@/lib/contract/pages'

export interface WrittenPageProps {
  page: Pick<ContentPage, 'title' | 'blocks' | 'language'>
  context: BlockContext
  tone?: BandTone
  /** Over the title. */
  above?: ReactNode
  /** Where the page stands (`Breadcrumbs`). */
  trail?: ReactNode
  /** What the portal itself adds below the editor’s blocks. */
  children?: ReactNode
}

/** A page that an editor wrote: a hero as its first block is its head; words of another language are marked as such. */
export function WrittenPage({ page, context, tone, above, trail, children }: WrittenPageProps) {
  const locale = useLocale()
  const foreign = page.language !== locale
  const lang = foreign ? page.language : undefined
  const [first, ...others] = page.blocks
  const hero = first?.kind === 'hero' ? first : null
  return (
    <>
      <PageHead title={hero?.title || page.title} hero={hero} tone={tone} lang={lang} above={above} trail={trail} />
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
