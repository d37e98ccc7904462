import { BlockFrame, type BlockProps, Prose } from '@/components/content/blocks/block-frame'
import { FaqList } from '@/components/content/lists'

export function FaqBlock({ block }: BlockProps<'faq'>) {
  return (
    <BlockFrame title={block.title}>
      <FaqList items={block.items.map(({ question, html }) => ({ question, answer: <Prose html={html} /> }))} />
    </BlockFrame>
  )
}
