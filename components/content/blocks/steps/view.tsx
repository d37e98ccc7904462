import { BlockFrame, type BlockProps } from '@/components/content/blocks/block-frame'
import { Steps } from '@/components/content/lists'

export function StepsBlock({ block }: BlockProps<'steps'>) {
  return (
    <BlockFrame title={block.title}>
      <Steps steps={block.items} level={block.title === '' ? 2 : 3} />
    </BlockFrame>
  )
}
