import type { CategoryKey } from '@/lib/contract/primitives'

/** Shapes as well as colours: a circle for gas, a diamond for condensate. Drawn around 0, 0. */
export const MARKS: Record<CategoryKey, string> = {
  natural_gas: 'M-5 0a5 5 0 1 0 10 0a5 5 0 1 0 -10 0Z',
  gas_condensate: 'M0 -6.5L6.5 0L0 6.5L-6.5 0Z',
}

/** The fill alone would be too pale on white; the outline has the contrast. */
export const MARK_COLOURS: Record<CategoryKey, string> = {
  natural_gas: 'fill-gas stroke-plan-text',
  gas_condensate: 'fill-condensate stroke-wait-text',
}

export function ChartMark({ category }: { category: CategoryKey }) {
  return (
    <svg aria-hidden viewBox="-7.5 -7.5 15 15" className="inline-block size-3 shrink-0">
      <path d={MARKS[category]} strokeWidth="1.5" className={MARK_COLOURS[category]} />
    </svg>
  )
}
