import { useLocale } from 'next-intl'
import { Picture } from '@/components/content/picture'
import { LinkButton } from '@/components/ui/button'
import type { BlockOf } from '@/lib/contract/pages'

/** A hero in the middle of a page; the first one of a page is its head instead (`PageHead`). */
export function HeroBlock({ block }: { block: BlockOf<'hero'> }) {
  const locale = useLocale()
  return (
    <section data-band="" className="band grid items-center gap-8 overflow-hidden rounded-lg p-6 sm:p-10 lg:grid-cols-[minmax(0,1fr)_minmax(0,26rem)]">
      <div className="grid gap-4">
        {block.title && <h2 className="text-h2">{block.title}</h2>}
        {block.text && <p className="max-w-[52ch] text-lead text-band-soft">{block.text}</p>}
        {block.links.length > 0 && (
          <div className="flex flex-wrap gap-3 pt-2">
            {block.links.map((link, index) => (
              <LinkButton key={link.url} href={link.url} locale={locale} tone={index === 0 ? 'primary' : 'band'}>
                {link.name}
              </LinkButton>
            ))}
          </div>
        )}
      </div>
      {block.image && <Picture image={block.image} sizes="(width > 1024px) 416px, 100vw" className="h-auto w-full rounded-md" />}
    </section>
  )
}
