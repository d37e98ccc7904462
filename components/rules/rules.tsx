import { FileText } from 'lucide'
import { NextIntlClientProvider, useLocale, useMessages, useTranslations } from 'next-intl'
import { FaqList } from '@/components/content/lists'
import { AllocationExample } from '@/components/rules/allocation-example'
import { EXAMPLES } from '@/components/rules/example'
import { LinkButton } from '@/components/ui/button'
import { Card } from '@/components/ui/card'
import { Icon } from '@/components/ui/icon'
import { AppLink } from '@/components/ui/link'
import { Cell, HeadCell, Table } from '@/components/ui/table'
import type { Category } from '@/lib/contract/content'
import type { CategoryKey } from '@/lib/contract/primitives'
import { allocate } from '@/lib/domain/allocation'
import { REQUIRED_DOCUMENTS } from '@/lib/domain/application'
import { averagePrice, toPriceString, toQuantityString } from '@/lib/domain/money'
import { formatPrice, formatQuantity } from '@/lib/i18n/formats'
import { pathFor } from '@/lib/i18n/route-names'

interface ExampleRow {
  name: string
  price: string
  quantity: string
  allocated: string
  left: string
  passedOver: boolean
  /** The minimum acceptable volume, where it decides the outcome. */
  least: string | null
}

type ExampleCategory = Pick<Category, 'key' | 'unit' | 'price_unit'>

export function workedExample(category: CategoryKey) {
  const { volume, bids } = EXAMPLES[category]
  const allocation = allocate({
    volume,
    lastBids: bids.map((bid, index) => ({ ...bid, participant: index + 1, seq: index + 1 })),
  })
  let left = volume
  const rows = allocation.rows.map((row): ExampleRow => {
    left -= row.allocated
    const bid = bids[row.participant - 1]
    const passedOver = row.kind === 'passed_over'
    return {
      name: bid?.name ?? '',
      price: toPriceString(row.price),
      quantity: toQuantityString(row.quantity),
      allocated: toQuantityString(row.allocated),
      left: toQuantityString(left),
      passedOver,
      least: bid && passedOver ? toQuantityString(bid.minimumQuantity) : null,
    }
  })
  const sales = allocation.rows
    .filter((row) => row.allocated > 0)
    .map((row) => ({ price: row.price, quantity: row.allocated }))
  return {
    volume: toQuantityString(volume),
    rows,
    sold: toQuantityString(volume - allocation.remaining),
    winners: sales.length,
    average: toPriceString(averagePrice(sales) ?? 0),
    final: toPriceString(sales[0]?.price ?? 0),
  }
}

export function WorkedExampleTable({ category }: { category: ExampleCategory }) {
  const t = useTranslations('Rules.example')
  const locale = useLocale()
  const example = workedExample(category.key)
  const short = (quantity: string) => formatQuantity(quantity, locale, category.unit)
  const passed = example.rows.find((row) => row.least !== null)
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-3">
      <h3 className="text-h3">{t('title', { volume: short(example.volume) })}</h3>
      <Table caption={t('title', { volume: short(example.volume) })}>
        <thead>
          <tr>
            <HeadCell>{t('participant')}</HeadCell>
            <HeadCell numeric>{t('price', { unit: category.price_unit })}</HeadCell>
            <HeadCell numeric>{t('quantity')}</HeadCell>
            <HeadCell numeric>{t('allocated')}</HeadCell>
            <HeadCell numeric>{t('left')}</HeadCell>
          </tr>
        </thead>
        <tbody>
          {example.rows.map((row) => (
            <tr key={row.name} className={row.passedOver ? 'text-soft' : undefined}>
              <Cell className="font-semibold">
                {row.name}
                {row.least && (
                  <span className="block text-fine font-regular text-soft">
                    {t('least', { quantity: short(row.least) })}
                  </span>
                )}
              </Cell>
              <Cell numeric>{formatPrice(row.price, locale)}</Cell>
              <Cell numeric>{formatQuantity(row.quantity, locale)}</Cell>
              <Cell numeric className="font-semibold">
                {row.passedOver ? t('nothing') : formatQuantity(row.allocated, locale)}
              </Cell>
              <Cell numeric>{formatQuantity(row.left, locale)}</Cell>
            </tr>
          ))}
        </tbody>
      </Table>
      <p className="font-semibold">
        {t('summary', {
          volume: short(example.sold),
          winners: example.winners,
          average: formatPrice(example.average, locale),
          final: formatPrice(example.final, locale),
        })}
      </p>
      {passed?.least && (
        <p className="text-soft">{t('why', { least: short(passed.least), left: short(passed.left) })}</p>
      )}
    </div>
  )
}

const SECTIONS = {
  lot: ['one', 'two', 'three'],
  questions: ['one', 'two'],
  application: ['one', 'two', 'three', 'four', 'five'],
  deposit: ['one', 'two', 'three', 'four'],
  start: ['one', 'two', 'three'],
  bids: ['one', 'two', 'three'],
  automatic: ['one', 'two', 'three', 'four', 'five'],
  extension: ['one', 'two'],
  cutoff: ['one', 'two'],
  allocation: ['one', 'two', 'three'],
  results: ['one', 'two', 'three'],
  signing: ['one', 'two', 'three'],
  record: ['one', 'two'],
  hours: ['one'],
} as const

type Section = keyof typeof SECTIONS
const ORDER = Object.keys(SECTIONS) as Section[]
const LIMITS = ['minimum', 'maximum', 'grid', 'quantity', 'pace'] as const

export function RulesText({ category }: { category: ExampleCategory }) {
  const t = useTranslations('Rules')
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-6 lg:grid-cols-[220px_minmax(0,1fr)] lg:gap-10">
      <nav aria-labelledby="rules-contents" data-print="hide" className="lg:sticky lg:top-6 lg:self-start">
        <h2 id="rules-contents" className="pb-2 text-fine font-medium text-soft">
          {t('contents')}
        </h2>
        <ol className="grid grid-cols-2 gap-0.5 large-text:grid-cols-1 lg:grid-cols-1">
          {ORDER.map((section, index) => (
            <li key={section}>
              <a
                href={`#${section}`}
                className="flex min-h-10 items-center gap-3 rounded-sm px-2 text-small font-medium hover:bg-hover"
              >
                <span className="numbers w-5 shrink-0 text-right text-link">{index + 1}</span>
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
  // SECTIONS lists the existing keys; one of them is the type for all.
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

const STEPS = ['register', 'confirm', 'apply', 'bid', 'result', 'agree'] as const
const QUESTIONS = [
  'leader',
  'price',
  'partial',
  'deposit',
  'automatic',
  'ask',
  'names',
  'connection',
  'mistake',
  'sign',
] as const

export function GuideText({ category }: { category?: ExampleCategory }) {
  const locale = useLocale()
  const messages = useMessages()
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-14 sm:gap-18">
      <Steps />
      {category && (
        <NextIntlClientProvider locale={locale} messages={{ AllocationExample: messages.AllocationExample }}>
          <AllocationExample category={category} />
        </NextIntlClientProvider>
      )}
      <Documents />
      <Questions />
    </div>
  )
}

/** One line from registering to the agreement; the first step has the way in. */
function Steps() {
  const t = useTranslations('HowItWorks.steps')
  const locale = useLocale()
  return (
    <section aria-labelledby="guide-steps" className="grid grid-cols-[minmax(0,1fr)] gap-6 sm:gap-8">
      <h2 id="guide-steps" className="text-h2">
        {t('title')}
      </h2>
      <ol>
        {STEPS.map((step, index) => (
          <li
            key={step}
            id={step}
            className="relative grid grid-cols-[2.25rem_minmax(0,1fr)] gap-x-4 pb-8 before:absolute before:bottom-0 before:left-[1.0625rem] before:top-9 before:w-0.5 before:bg-line-strong last:pb-0 last:before:hidden large-text:block large-text:before:hidden sm:gap-x-6 lg:grid-cols-[2.25rem_minmax(0,18rem)_minmax(0,1fr)]"
          >
            <span
              aria-hidden
              className="numbers row-span-2 grid size-9 place-items-center rounded-full bg-plan font-semibold text-plan-text lg:row-span-1"
            >
              {index + 1}
            </span>
            <div className="grid content-start gap-0.5 pt-1">
              <h3 className="text-h3">{t(`${step}.title`)}</h3>
              <p className="text-small text-soft">{t(`${step}.time`)}</p>
            </div>
            <div className="grid max-w-[60ch] grid-cols-[minmax(0,1fr)] content-start gap-4 pt-1.5 max-lg:col-start-2">
              <p className="text-soft">{t(`${step}.text`)}</p>
              {step === 'register' && (
                <p data-print="hide" className="flex flex-wrap items-center gap-x-5 gap-y-2">
                  <LinkButton href={pathFor('register', locale)}>{t('start')}</LinkButton>
                  <AppLink
                    href={pathFor('user-login', locale)}
                    className="inline-flex min-h-9 items-center text-small font-semibold text-link hover:underline"
                  >
                    {t('signIn')}
                  </AppLink>
                </p>
              )}
            </div>
          </li>
        ))}
      </ol>
    </section>
  )
}

function Documents() {
  const t = useTranslations('HowItWorks.documents')
  return (
    <Card padding="lg" aria-labelledby="guide-documents" className="grid gap-6 md:grid-cols-[1fr_1.2fr] md:gap-10">
      <div className="grid content-start gap-3">
        <h2 id="guide-documents" className="text-h2">
          {t('title')}
        </h2>
        <p className="text-soft">{t('text')}</p>
      </div>
      <ul className="grid grid-cols-[minmax(0,1fr)]">
        {REQUIRED_DOCUMENTS.map((kind) => (
          <li
            key={kind}
            className="flex items-center gap-3 border-t border-line py-3 first:border-t-0 md:first:border-t"
          >
            <Icon of={FileText} className="size-5 shrink-0 text-link" />
            <span className="min-w-0 font-medium wrap-anywhere">{t(kind)}</span>
          </li>
        ))}
      </ul>
    </Card>
  )
}

function Questions() {
  const t = useTranslations('HowItWorks.questions')
  return (
    <section aria-labelledby="guide-questions" className="grid gap-6">
      <h2 id="guide-questions" className="text-h2">
        {t('title')}
      </h2>
      <FaqList
        items={QUESTIONS.map((question) => ({ question: t(`${question}.q`), answer: <p>{t(`${question}.a`)}</p> }))}
      />
    </section>
  )
}
