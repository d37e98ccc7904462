import { BlockFrame } from '@/components/content/blocks/block-frame'
import { ContactSheet, type ContactFacts } from '@/components/content/contact-sheet'
import type { BlockOf } from '@/lib/contract/pages'

export function ContactBlock({ block, contacts }: { block: BlockOf<'contact'>; contacts: ContactFacts }) {
  return (
    <BlockFrame title={block.title}>
      <div className="grid gap-6">
        {block.text && <p className="max-w-[72ch] whitespace-pre-line">{block.text}</p>}
        <ContactSheet facts={contacts} />
      </div>
    </BlockFrame>
  )
}
