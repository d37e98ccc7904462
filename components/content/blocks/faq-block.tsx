import { BlockFrame } from '@/components/content/blocks/block-frame'
import { FaqList } from '@/components/content/faq-list'
import { Prose } from '@/components/content/prose'
import type { BlockOf } from '@/lib/contract/pages'

export function FaqBlock({ block }: { block: BlockOf<'faq'> }) {
  return (
    <BlockFrame title={block.title}>
      <FaqList items={block.items.map(({ question, html }) => ({ question, answer: <Prose html={html} /> }))} />
    </BlockFrame>
  )
}
