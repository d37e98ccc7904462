import { classNames } from '@/components/ui/class-names'
import type { Category, CategoryKey } from '@/lib/contract/content'

const MARKS: Record<CategoryKey, string> = { gas_condensate: 'bg-condensate', natural_gas: 'bg-gas' }

/** The product, with its colour beside its name. */
export function CategoryMark({ category }: { category: Pick<Category, 'key' | 'name'> }) {
  return (
    <span className="inline-flex min-w-0 items-center gap-2.5 text-small font-medium">
      <span aria-hidden className={classNames('size-3 shrink-0 rounded-[4px]', MARKS[category.key])} />
      {category.name}
    </span>
  )
}
