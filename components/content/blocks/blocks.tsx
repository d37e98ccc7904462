import { useLocale } from 'next-intl'
import type { ComponentType } from 'react'
import type { Block } from '@/lib/contract/content'
import type { BlockContext, BlockProps } from './block-frame'
import { CardsBlock } from './cards/view'
import { ContactBlock } from './contact/view'
import { DocumentsBlock } from './documents/view'
import { FaqBlock } from './faq/view'
import { HeroBlock } from './hero/view'
import { PortalBlock } from './portal/view'
import { StepsBlock } from './steps/view'
import { TableBlock } from './table/view'
import { TextBlock } from './text/view'

const VIEWS: { [Kind in Block['kind']]: ComponentType<BlockProps<Kind>> } = {
  hero: HeroBlock,
  text: TextBlock,
  steps: StepsBlock,
  table: TableBlock,
  cards: CardsBlock,
  faq: FaqBlock,
  documents: DocumentsBlock,
  contact: ContactBlock,
  portal: PortalBlock,
}

/** The portal's own blocks are in the page's language even if the editor's blocks are not. */
export function Blocks({ blocks, context }: { blocks: Block[]; context: BlockContext }) {
  const locale = useLocale()
  return blocks.map((block, index) => {
    // A kind's view takes the blocks of that kind, which the compiler cannot follow from one to the other.
    const View = VIEWS[block.kind] as ComponentType<{ block: Block; context: BlockContext }>
    return (
      <div key={index} lang={block.kind === 'portal' ? locale : undefined} className="grid grid-cols-[minmax(0,1fr)]">
        <View block={block} context={context} />
      </div>
    )
  })
}
