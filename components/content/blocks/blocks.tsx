import { useLocale } from 'next-intl'
import { type ContactDetails, ContactSheet } from '@/components/content/contact-sheet'
import { FaqList, FileList, Steps } from '@/components/content/lists'
import { HeroLinks, Picture } from '@/components/content/page-head'
import { type BlockContext, BlockFrame, CardsBlock, PortalBlock, Prose, TableBlock } from './block-parts'
import type { Block, BlockOf } from '@/lib/contract/content'

function ContactBlock({ block, contacts }: { block: BlockOf<'contact'>; contacts: ContactDetails }) {
  return (
    <BlockFrame title={block.title}>
      <div className="grid gap-6">
        {block.text && <p className="max-w-[72ch] whitespace-pre-line">{block.text}</p>}
        <ContactSheet details={contacts} />
      </div>
    </BlockFrame>
  )
}

function DocumentsBlock({ block }: { block: BlockOf<'documents'> }) {
  return (
    <BlockFrame title={block.title}>
      <FileList files={block.items} />
    </BlockFrame>
  )
}

function FaqBlock({ block }: { block: BlockOf<'faq'> }) {
  return (
    <BlockFrame title={block.title}>
      <FaqList items={block.items.map(({ question, html }) => ({ question, answer: <Prose html={html} /> }))} />
    </BlockFrame>
  )
}

function HeroBlock({ block }: { block: BlockOf<'hero'> }) {
  return (
    <section
      data-header=""
      className="page-header grid items-center gap-8 overflow-hidden rounded-lg p-6 sm:p-10 lg:grid-cols-[minmax(0,1fr)_minmax(0,26rem)]"
    >
      <div className="grid gap-4">
        {block.title && <h2 className="text-h2">{block.title}</h2>}
        {block.text && <p className="max-w-[52ch] text-lead text-header-soft">{block.text}</p>}
        {block.links.length > 0 && (
          <div className="flex flex-wrap gap-3 pt-2">
            <HeroLinks links={block.links} />
          </div>
        )}
      </div>
      {block.image && (
        <Picture image={block.image} sizes="(width > 1024px) 416px, 100vw" className="h-auto w-full rounded-md" />
      )}
    </section>
  )
}

function StepsBlock({ block }: { block: BlockOf<'steps'> }) {
  return (
    <BlockFrame title={block.title}>
      <Steps steps={block.items} level={block.title === '' ? 2 : 3} />
    </BlockFrame>
  )
}

function TextBlock({ block }: { block: BlockOf<'text'> }) {
  return (
    <BlockFrame title={block.title}>
      <Prose html={block.html} />
    </BlockFrame>
  )
}

/** The portal's own blocks are in the page's language even if the editor's blocks are not. */
export function Blocks({ blocks, context }: { blocks: Block[]; context: BlockContext }) {
  const locale = useLocale()
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
