import type { Language } from '@/lib/contract/primitives'
import { toPriceString } from '@/lib/domain/money'
import type { DueFrom, PaymentPlan } from '@/lib/domain/payment-plan'
import { formatMonth, formatPercent } from '@/lib/i18n/formats'

type PlanText = DueFrom | 'tolerance' | 'daily' | 'double_rate' | 'shipment'

/**
 * A payment plan in words, a sentence a line.
 *
 * @param t of `PaymentPlan`
 */
export function planLines(
  t: (key: PlanText, values: Record<'share' | 'month' | 'from' | 'until', string> & { days: number }) => string,
  { parts, tolerance, penalty, shipment }: PaymentPlan,
  locale: Language,
): string[] {
  const none = { share: '', days: 0, month: 'none', from: '', until: '' }
  const percent = (share: number) => formatPercent(toPriceString(share), locale)
  const monthIn = (month: string) => formatMonth(month, locale, 'month')
  return [
    ...parts.map(({ share, from, days, month }) => {
      const shipped = from === 'before_shipment' ? (month ?? shipment?.from ?? null) : null
      return t(from, {
        ...none,
        share: percent(share),
        days,
        month: shipped === null ? 'none' : monthIn(shipped),
      })
    }),
    ...(shipment === null
      ? []
      : [
          t('shipment', {
            ...none,
            from: monthIn(shipment.from),
            until: shipment.until === shipment.from ? 'none' : monthIn(shipment.until),
          }),
        ]),
    ...(tolerance === 0 ? [] : [t('tolerance', { ...none, share: percent(tolerance) })]),
    ...(penalty.kind === 'daily' ? [t('daily', { ...none, share: percent(penalty.rate) })] : []),
    ...(penalty.kind === 'double_rate' ? [t('double_rate', none)] : []),
  ]
}
