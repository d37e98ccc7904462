import { useTranslations } from 'next-intl'
import { WorkedExampleTable } from '@/components/rules/worked-example-table'
import { Card } from '@/components/ui/card'
import { Cell, HeadCell, Table } from '@/components/ui/table'
import type { Category } from '@/lib/contract/content'

/** The sections of the rules with their paragraphs, in the order of an auction's life. */
const SECTIONS = {
  lot: ['one', 'two', 'three'],
  application: ['one', 'two', 'three', 'four', 'five'],
  start: ['one', 'two'],
  bids: ['one', 'two', 'three'],
  extension: ['one', 'two'],
  cutoff: ['one', 'two'],
  allocation: ['one', 'two', 'three'],
  results: ['one', 'two', 'three'],
  record: ['one', 'two'],
  hours: ['one'],
} as const

type Section = keyof typeof SECTIONS
const ORDER = Object.keys(SECTIONS) as Section[]
const LIMITS = ['minimum', 'maximum', 'grid', 'quantity', 'pace'] as const

/** The rules for buyers: what lib/domain decides, in words. */
export function RulesText({ category }: { category: Pick<Category, 'key' | 'unit' | 'price_unit'> }) {
  const t = useTranslations('Rules')
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-6 lg:grid-cols-[220px_minmax(0,1fr)] lg:gap-10">
      <nav aria-labelledby="rules-contents" data-print="hide" className="lg:sticky lg:top-6 lg:self-start">
        <h2 id="rules-contents" className="pb-2 text-fine font-medium text-soft">
          {t('contents')}
        </h2>
        <ol className="grid grid-cols-2 gap-0.5 lg:grid-cols-1">
          {ORDER.map((section, index) => (
            <li key={section}>
              <a
                href={`#${section}`}
                className="flex min-h-10 items-center gap-3 rounded-sm px-2 text-small font-medium hover:bg-hover"
              >
                <span className="numbers w-5 text-right text-link">{index + 1}</span>
                {t(`${section}.title`)}
              </a>
            </li>
          ))}
        </ol>
      </nav>
      <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
        {ORDER.map((section, index) => (
          <Card key={section} id={section} padding="lg" aria-labelledby={`${section}-title`} className="scroll-mt-6">
            <div className="grid max-w-[72ch] grid-cols-[minmax(0,1fr)] gap-4">
              <h2 id={`${section}-title`} className="flex items-baseline gap-3 text-h2">
                <span className="numbers text-h3 text-link">{index + 1}</span>
                {t(`${section}.title`)}
              </h2>
              {section === 'bids' && <BidLimitsTable />}
              <Paragraphs section={section} />
              {section === 'allocation' && <WorkedExampleTable category={category} />}
            </div>
          </Card>
        ))}
      </div>
    </div>
  )
}

function Paragraphs({ section }: { section: Section }) {
  const t = useTranslations('Rules')
  // Each section has its own keys; the table above is what keeps them to those that exist.
  return (SECTIONS[section] as readonly 'one'[]).map((key) => <p key={key}>{t(`${section}.${key}`)}</p>)
}

function BidLimitsTable() {
  const t = useTranslations('Rules.bids')
  return (
    <>
      <p>{t('intro')}</p>
      <Table caption={t('what')}>
        <thead>
          <tr>
            <HeadCell>{t('what')}</HeadCell>
            <HeadCell>{t('limit')}</HeadCell>
          </tr>
        </thead>
        <tbody>
          {LIMITS.map((limit) => (
            <tr key={limit}>
              <Cell className="align-top font-semibold sm:whitespace-nowrap">{t(`${limit}.what`)}</Cell>
              <Cell className="sm:min-w-56">{t(`${limit}.limit`)}</Cell>
            </tr>
          ))}
        </tbody>
      </Table>
    </>
  )
}
