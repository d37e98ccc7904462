import { BlockFrame, type BlockProps } from '@/components/content/blocks/block-frame'
import { ContactSheet } from '@/components/content/contact-sheet'

export function ContactBlock({ block, context }: BlockProps<'contact'>) {
  return (
    <BlockFrame title={block.title}>
      <div className="grid gap-6">
        {block.text && <p className="max-w-[72ch] whitespace-pre-line">{block.text}</p>}
        <ContactSheet details={context.contacts} />
      </div>
    </BlockFrame>
  )
}
