import { BlockFrame } from '@/components/content/blocks/block-frame'
import { FileList } from '@/components/content/file-list'
import type { BlockOf } from '@/lib/contract/pages'

export function DocumentsBlock({ block }: { block: BlockOf<'documents'> }) {
  return (
    <BlockFrame title={block.title}>
      <FileList files={block.items} />
    </BlockFrame>
  )
}
