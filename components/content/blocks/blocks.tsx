import type { BlockContext } from '@/components/content/blocks/block-context'
import { CardsBlock } from '@/components/content/blocks/cards-block'
import { ContactBlock } from '@/components/content/blocks/contact-block'
import { DocumentsBlock } from '@/components/content/blocks/documents-block'
import { FaqBlock } from '@/components/content/blocks/faq-block'
import { HeroBlock } from '@/components/content/blocks/hero-block'
import { PortalBlock } from '@/components/content/blocks/portal-block'
import { StepsBlock } from '@/components/content/blocks/steps-block'
import { TableBlock } from '@/components/content/blocks/table-block'
import { TextBlock } from '@/components/content/blocks/text-block'
import type { Locale } from '@/lib/config/constants'
import type { Block } from '@/lib/contract/pages'

export interface BlocksProps {
  blocks: Block[]
  context: BlockContext
  /** The page’s language: what the portal says itself is in it, whatever the editor’s words are in. */
  locale: Locale
}

/** The blocks of an editor, one after another, each laid out in its own way. */
export function Blocks({ blocks, context, locale }: BlocksProps) {
  return blocks.map((block, index) => (
    <div key={index} lang={block.kind === 'portal' ? locale : undefined} className="grid grid-cols-[minmax(0,1fr)]">
      <OneBlock block={block} context={context} />
    </div>
  ))
}

function OneBlock({ block, context }: { block: Block; context: BlockContext }) {
  switch (block.kind) {
    case 'hero':
      return <HeroBlock block={block} />
    case 'text':
      return <TextBlock block={block} />
    case 'steps':
      return <StepsBlock block={block} />
    case 'table':
      return <TableBlock block={block} />
    case 'cards':
      return <CardsBlock block={block} />
    case 'faq':
      return <FaqBlock block={block} />
    case 'documents':
      return <DocumentsBlock block={block} />
    case 'contact':
      return <ContactBlock block={block} contacts={context.contacts} />
    case 'portal':
      return <PortalBlock block={block} context={context} />
    default:
      return block satisfies never
  }
}
