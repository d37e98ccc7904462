import type { Block, BlockOf, ContentPage } from '@/lib/contract/pages'

/** What an editor wrote around the portal's own landing: the words of its head, and blocks further down. */
export interface Landing {
  head: BlockOf<'hero'> | null
  blocks: Block[]
  language: ContentPage['language']
}

/** A hero as the first block gives the head its words; the rest follows the auctions. */
export function landingOf(page: Pick<ContentPage, 'blocks' | 'language'> | null): Landing | null {
  if (page === null || page.blocks.length === 0) return null
  const [first, ...others] = page.blocks
  return first?.kind === 'hero' ? { head: first, blocks: others, language: page.language } : { head: null, blocks: page.blocks, language: page.language }
}
