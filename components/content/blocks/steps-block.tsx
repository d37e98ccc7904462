import { BlockFrame } from '@/components/content/blocks/block-frame'
import { Steps } from '@/components/content/steps'
import type { BlockOf } from '@/lib/contract/pages'

export function StepsBlock({ block }: { block: BlockOf<'steps'> }) {
  return (
    <BlockFrame title={block.title}>
      <Steps steps={block.items} level={block.title === '' ? 2 : 3} />
    </BlockFrame>
  )
}
