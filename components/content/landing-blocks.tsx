import { useLocale } from 'next-intl'
import { Blocks } from '@/components/content/blocks/blocks'
import type { Block, BlockOf, ContentPage } from '@/lib/contract/pages'
import { LanguageNotice } from './editorial-page'
import type { BlockContext } from '@/components/content/blocks/block-parts'

/** What an editor wrote around the portal's own landing: the words of its head, and blocks further down. */
interface Landing {
  head: BlockOf<'hero'> | null
  blocks: Block[]
  language: ContentPage['language']
}

/** A hero as the first block gives the head its words; the rest follows the auctions. */
export function landingOf(page: Pick<ContentPage, 'blocks' | 'language'> | null): Landing | null {
  if (page === null || page.blocks.length === 0) return null
  const [first, ...others] = page.blocks
  return first?.kind === 'hero'
    ? { head: first, blocks: others, language: page.language }
    : { head: null, blocks: page.blocks, language: page.language }
}

/** The blocks of an editor's landing, below what the portal itself shows. */
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
