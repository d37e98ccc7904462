import { BlockFrame, type BlockProps } from '@/components/content/blocks/block-frame'
import { FileList } from '@/components/content/lists'

export function DocumentsBlock({ block }: BlockProps<'documents'>) {
  return (
    <BlockFrame title={block.title}>
      <FileList files={block.items} />
    </BlockFrame>
  )
}
