import { useLocale, useTranslations } from 'next-intl'
import { workedExample } from '@/components/rules/worked-example'
import { Cell, HeadCell, Table } from '@/components/ui/table'
import type { Category } from '@/lib/contract/content'
import { formatPrice, formatQuantity } from '@/lib/i18n/formats'

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
