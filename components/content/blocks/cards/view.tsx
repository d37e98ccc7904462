import { useLocale } from 'next-intl'
import { BlockFrame, type BlockProps } from '@/components/content/blocks/block-frame'
import { Picture } from '@/components/content/page-head'
import { Card } from '@/components/ui/card'
import { classNames } from '@/components/ui/class-names'
import { AppLink } from '@/components/ui/link'
import type { BlockOf } from '@/lib/contract/content'

/** Columns that avoid a gap in the last row. */
function columnsOf(count: number): string {
  if (count === 1) return ''
  if (count === 2) return 'sm:grid-cols-2'
  if (count % 4 === 0) return 'sm:grid-cols-2 lg:grid-cols-4'
  return count % 3 === 0 ? 'sm:grid-cols-3' : 'sm:grid-cols-2 lg:grid-cols-3'
}

export function CardsBlock({ block }: BlockProps<'cards'>) {
  return (
    <BlockFrame title={block.title}>
      <ul className={classNames('grid gap-4 md:gap-6', columnsOf(block.items.length))}>
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
    <Card
      as="article"
      padding="none"
      className="group relative flex h-full flex-col overflow-hidden transition-shadow duration-200 ease-out has-[a]:hover:shadow-float has-[a:focus-visible]:outline-2 has-[a:focus-visible]:outline-focus"
    >
      {item.image && (
        <Picture
          image={item.image}
          sizes="(width > 1024px) 400px, (width > 640px) 50vw, 100vw"
          className="aspect-[3/1] h-auto w-full object-cover sm:aspect-[16/9]"
        />
      )}
      <div className="grid gap-2 p-5 sm:p-6">
        <Heading className="text-h3">
          {item.url === '' ? (
            item.title
          ) : (
            <AppLink
              href={item.url}
              locale={locale}
              className="outline-none after:absolute after:inset-0 after:rounded-lg group-hover:text-link"
            >
              {item.title}
            </AppLink>
          )}
        </Heading>
        {item.text && <p className="text-soft">{item.text}</p>}
      </div>
    </Card>
  )
}
