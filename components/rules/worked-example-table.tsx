import { useLocale, useTranslations } from 'next-intl'
import { Cell, HeadCell, Table } from '@/components/ui/table'
import type { Category } from '@/lib/contract/content'
import { formatPrice, formatQuantity } from '@/lib/i18n/formats'
import { allocate } from '@/lib/domain/allocation'
import { averagePrice, toPriceString, type Kopecks, toQuantityString, type Thousandths } from '@/lib/domain/money'
import type { CategoryKey } from '@/lib/contract/primitives'

interface ExampleBid {
  name: string
  price: Kopecks
  quantity: Thousandths
  minimumQuantity: Thousandths
}

interface Example {
  volume: Thousandths
  bids: readonly ExampleBid[]
}

const TONNE = 1000
const UAH = 100

/** The example of the auction rules, in the figures of each market: four participants, three winners. */
const EXAMPLES: Record<CategoryKey, Example> = {
  gas_condensate: {
    volume: 500 * TONNE,
    bids: [
      { name: 'A', price: 15_200 * UAH, quantity: 300 * TONNE, minimumQuantity: 20 * TONNE },
      { name: 'B', price: 15_100 * UAH, quantity: 150 * TONNE, minimumQuantity: 20 * TONNE },
      { name: 'C', price: 15_000 * UAH, quantity: 200 * TONNE, minimumQuantity: 60 * TONNE },
      { name: 'D', price: 14_900 * UAH, quantity: 50 * TONNE, minimumQuantity: 20 * TONNE },
    ],
  },
  natural_gas: {
    volume: 2_500 * TONNE,
    bids: [
      { name: 'A', price: 19_900 * UAH, quantity: 1_500 * TONNE, minimumQuantity: 100 * TONNE },
      { name: 'B', price: 19_800 * UAH, quantity: 750 * TONNE, minimumQuantity: 100 * TONNE },
      { name: 'C', price: 19_700 * UAH, quantity: 1_000 * TONNE, minimumQuantity: 300 * TONNE },
      { name: 'D', price: 19_600 * UAH, quantity: 250 * TONNE, minimumQuantity: 100 * TONNE },
    ],
  },
}

interface ExampleRow {
  name: string
  price: string
  quantity: string
  given: string
  left: string
  passedOver: boolean
  /** The least that this participant would take, where it decides something. */
  least: string | null
}

/** The worked example, computed by the same `allocate` that ranks the bids (R7.4), so that the page cannot disagree with it. */
export function workedExample(category: CategoryKey) {
  const { volume, bids } = EXAMPLES[category]
  const allocation = allocate({
    volume,
    lastBids: bids.map((bid, index) => ({ ...bid, participant: index + 1, seq: index + 1 })),
  })
  let left = volume
  const rows = allocation.rows.map((row): ExampleRow => {
    left -= row.given
    const bid = bids[row.participant - 1]
    const passedOver = row.kind === 'passed_over'
    return {
      name: bid?.name ?? '',
      price: toPriceString(row.price),
      quantity: toQuantityString(row.quantity),
      given: toQuantityString(row.given),
      left: toQuantityString(left),
      passedOver,
      least: bid && passedOver ? toQuantityString(bid.minimumQuantity) : null,
    }
  })
  const sales = allocation.rows.filter((row) => row.given > 0).map((row) => ({ price: row.price, quantity: row.given }))
  return {
    volume: toQuantityString(volume),
    rows,
    sold: toQuantityString(volume - allocation.remaining),
    winners: sales.length,
    average: toPriceString(averagePrice(sales) ?? 0),
    final: toPriceString(sales[0]?.price ?? 0),
  }
}

/** How the volume is shared, on an example with one participant passed over (R7.2). */
export function WorkedExampleTable({ category }: { category: Pick<Category, 'key' | 'unit' | 'price_unit'> }) {
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
            <HeadCell numeric>{t('given')}</HeadCell>
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
                {row.passedOver ? t('nothing') : formatQuantity(row.given, locale)}
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
