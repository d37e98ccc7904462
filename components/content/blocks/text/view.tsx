import { BlockFrame, type BlockProps, Prose } from '@/components/content/blocks/block-frame'

export function TextBlock({ block }: BlockProps<'text'>) {
  return (
    <BlockFrame title={block.title}>
      <Prose html={block.html} />
    </BlockFrame>
  )
}
