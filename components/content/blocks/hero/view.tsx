import type { BlockProps } from '@/components/content/blocks/block-frame'
import { HeroLinks, Picture } from '@/components/content/page-head'

export function HeroBlock({ block }: BlockProps<'hero'>) {
  return (
    <section
      data-header=""
      className="page-header grid items-center gap-8 overflow-hidden rounded-lg p-6 sm:p-10 lg:grid-cols-[minmax(0,1fr)_minmax(0,26rem)]"
    >
      <div className="grid gap-4">
        {block.title && <h2 className="text-h2">{block.title}</h2>}
        {block.text && <p className="max-w-[52ch] text-lead text-header-soft">{block.text}</p>}
        {block.links.length > 0 && (
          <div className="flex flex-wrap gap-3 pt-2">
            <HeroLinks links={block.links} />
          </div>
        )}
      </div>
      {block.image && (
        <Picture image={block.image} sizes="(width > 1024px) 416px, 100vw" className="h-auto w-full rounded-md" />
      )}
    </section>
  )
}
