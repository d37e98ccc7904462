import { useLocale } from 'next-intl'
import { BlockFrame } from '@/components/content/blocks/block-frame'
import { Picture } from '@/components/content/picture'
import { AppLink } from '@/components/ui/app-link'
import { Card } from '@/components/ui/card'
import type { BlockOf } from '@/lib/contract/page-blocks'

/** Cards side by side; one with an address is a link as a whole. */
export function CardsBlock({ block }: { block: BlockOf<'cards'> }) {
  return (
    <BlockFrame title={block.title}>
      <ul className="grid grid-cols-[repeat(auto-fill,minmax(min(100%,18rem),1fr))] gap-4 sm:gap-6">
        {block.items.map((item) => (
          <li key={`${item.title} ${item.url}`}>
            <CardItem item={item} level={block.title === '' ? 2 : 3} />
          </li>
        ))}
      </ul>
    </BlockFrame>
  )
}

function CardItem({ item, level }: { item: BlockOf<'cards'>['items'][number]; level: 2 | 3 }) {
  const locale = useLocale()
  const Heading = level === 2 ? 'h2' : 'h3'
  return (
    <Card as="article" padding="none" className="group relative flex h-full flex-col overflow-hidden transition-shadow duration-200 ease-out has-[a]:hover:shadow-float has-[a:focus-visible]:outline-2 has-[a:focus-visible]:outline-focus">
      {item.image && <Picture image={item.image} sizes="(width > 1024px) 400px, (width > 640px) 50vw, 100vw" className="aspect-[16/9] h-auto w-full object-cover" />}
      <div className="grid gap-2 p-5 sm:p-6">
        <Heading className="text-h3">
          {item.url === '' ? (
            item.title
          ) : (
            <AppLink href={item.url} locale={locale} className="outline-none after:absolute after:inset-0 after:rounded-lg group-hover:text-link">
              {item.title}
            </AppLink>
          )}
        </Heading>
        {item.text && <p className="text-soft">{item.text}</p>}
      </div>
    </Card>
  )
}
