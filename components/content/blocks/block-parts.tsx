import type { ReactNode } from 'react'
import type { ContactDetails } from '@/components/content/contact-sheet'
import type { BlockOf, Category, Certificate } from '@/lib/contract/content'
import { useLocale, useTranslations } from 'next-intl'
import { Picture } from '@/components/content/page-head'
import { AppLink } from '@/components/ui/link'
import { Card } from '@/components/ui/card'
import { classNames } from '@/components/ui/class-names'
import { CertificateList } from '@/components/content/certificate-list'
import { GuideText, RulesText, WorkedExampleTable } from '@/components/rules/rules'
import { Cell, HeadCell, Table } from '@/components/ui/table'
import { FILES_PATH, type Locale, MEDIA_PATH } from '@/lib/config/constants'
import { localizePath, splitLocale } from '@/lib/i18n/locales'

const LINK = /<a href="([^"]*)"([^>]*)>/g

/**
 * Applies the rules of all links to an editor’s text (specification, point 2): a path of the site gets the page's
 * language, another site opens in a new tab. `html` comes from the server.
 */
export function linksOfSite(html: string, locale: Locale): string {
  return html.replace(LINK, (link, href: string, rest: string) => {
    if (/^https?:/.test(href)) return rest.includes('target=') ? link : `<a href="${href}" target="_blank"${rest}>`
    if (!href.startsWith('/') || href.startsWith(`${MEDIA_PATH}/`) || href.startsWith(`${FILES_PATH}/`)) return link
    return `<a href="${localizePath(splitLocale(href).path, locale)}"${rest}>`
  })
}

/** An editor's text. The server generated the HTML from known elements only, with checked addresses. */
export function Prose({ html }: { html: string }) {
  const locale = useLocale()
  return <div className="prose" dangerouslySetInnerHTML={{ __html: linksOfSite(html, locale) }} />
}

const NUMBER = /^[≥≤<>±~−+-]?\s?\d[\d\s\u00A0\u202F\u2060.,–-]*\s?%?$|^[—–-]$/

export function TableBlock({ block }: { block: BlockOf<'table'> }) {
  const numeric = block.columns.map((_, column) => {
    const cells = block.rows.map((row) => row[column] ?? '').filter((cell) => cell !== '')
    return cells.some((cell) => /\d/.test(cell)) && cells.every((cell) => NUMBER.test(cell))
  })
  return (
    <BlockFrame title={block.title}>
      <Card as="div" padding="none" className="overflow-hidden px-2.5 py-1 sm:px-4">
        <Table caption={block.title || block.columns.join(', ')}>
          <thead>
            <tr>
              {block.columns.map((column, index) => (
                <HeadCell key={index} numeric={numeric[index]}>
                  {column}
                </HeadCell>
              ))}
            </tr>
          </thead>
          <tbody>
            {block.rows.map((row, index) => (
              <tr key={index}>
                {block.columns.map((_, column) => (
                  <Cell
                    key={column}
                    numeric={numeric[column]}
                    className={column === 0 ? 'font-semibold' : 'sm:min-w-36'}
                  >
                    {row[column]}
                  </Cell>
                ))}
              </tr>
            ))}
          </tbody>
        </Table>
      </Card>
    </BlockFrame>
  )
}

export function PortalBlock({ block, context }: { block: BlockOf<'portal'>; context: BlockContext }) {
  const t = useTranslations('Certificates')
  const category =
    context.category ?? context.categories.find(({ key }) => key === 'gas_condensate') ?? context.categories[0]
  switch (block.section) {
    case 'rules':
      return category && <RulesText category={category} />
    case 'worked_example':
      return (
        category && (
          <Card as="div" padding="lg">
            <WorkedExampleTable category={category} />
          </Card>
        )
      )
    case 'guide':
      return <GuideText />
    case 'certificates':
      return (
        <BlockFrame title={t('list')}>
          <CertificateList certificates={context.certificates} categories={context.categories} today={context.today} />
        </BlockFrame>
      )
    default:
      return block.section satisfies never
  }
}

/** Columns that avoid a gap in the last row. */
function columnsOf(count: number): string {
  if (count === 1) return ''
  if (count === 2) return 'sm:grid-cols-2'
  if (count % 4 === 0) return 'sm:grid-cols-2 lg:grid-cols-4'
  return count % 3 === 0 ? 'sm:grid-cols-3' : 'sm:grid-cols-2 lg:grid-cols-3'
}

export function CardsBlock({ block }: { block: BlockOf<'cards'> }) {
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
          className="aspect-[16/9] h-auto w-full object-cover"
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

export interface BlockContext {
  categories: Category[]
  /** The product of the page; null for all. */
  category: Category | null
  contacts: ContactDetails
  /** Read only if a block shows them; null if they could not be read. */
  certificates: Certificate[] | null
  today: Date
}

/** A block with its heading. Not a landmark, because a table in it is one of the same name. */
export function BlockFrame({ title, children }: { title: string; children: ReactNode }) {
  if (title === '') return <div className="grid grid-cols-[minmax(0,1fr)]">{children}</div>
  return (
    <section className="grid grid-cols-[minmax(0,1fr)] gap-6">
      <h2 className="max-w-[30ch] text-h2">{title}</h2>
      {children}
    </section>
  )
}
