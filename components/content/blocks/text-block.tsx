import { BlockFrame } from '@/components/content/blocks/block-frame'
import { Prose } from '@/components/content/prose'
import type { BlockOf } from '@/lib/contract/pages'

export function TextBlock({ block }: { block: BlockOf<'text'> }) {
  return (
    <BlockFrame title={block.title}>
      <Prose html={block.html} />
    </BlockFrame>
  )
}
