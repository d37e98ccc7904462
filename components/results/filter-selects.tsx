'use client'

import { useRouter } from 'next/navigation'
import { useTopLoader } from 'nextjs-toploader'
import { Select, type SelectOption } from '@/components/ui/select'

interface FilterSelectsProps {
  /** The values are addresses: each choice is a page. */
  filters: { key: string; label: string; value: string; options: readonly SelectOption[] }[]
}

export function FilterSelects({ filters }: FilterSelectsProps) {
  const router = useRouter()
  const progress = useTopLoader()
  return (
    <div className="grid gap-4 noscript:hidden sm:grid-cols-[repeat(2,minmax(0,20rem))]">
      {filters.map(({ key, label, value, options }) => (
        <Select
          key={key}
          label={label}
          value={value}
          options={options}
          onValueChange={(to) => {
            if (to === value) return
            progress.start()
            router.push(to, { scroll: false })
          }}
        />
      ))}
    </div>
  )
}
