'use client'

import { Search } from 'lucide'
import { useRouter } from 'next/navigation'
import { useTranslations } from 'next-intl'
import { useTopLoader } from 'nextjs-toploader'
import { type RecordQuery, recordSearch } from '@/components/cabinet/record-query'
import { CONTROL_LOOK } from '@/components/ui/field'
import { Icon } from '@/components/ui/icon'
import { classNames } from '@/components/ui/class-names'

interface RecordSearchProps {
  path: string
  query: RecordQuery
  fixed: Readonly<Record<string, string>>
}

/** Searches with Enter; without scripts the form opens the same address. */
export function RecordSearch({ path, query, fixed }: RecordSearchProps) {
  const t = useTranslations('Cabinet.records')
  const router = useRouter()
  const progress = useTopLoader()
  const { search: _search, cursor: _cursor, ...kept } = query
  const hidden = new URLSearchParams(recordSearch(kept, fixed))
  return (
    <form
      role="search"
      action={path}
      className="relative w-full sm:w-60"
      onSubmit={(event) => {
        event.preventDefault()
        const typed = new FormData(event.currentTarget).get('search')
        const search = typeof typed === 'string' ? typed.trim() : ''
        progress.start()
        router.push(`${path}${recordSearch({ ...kept, search }, fixed)}`, { scroll: false })
      }}
    >
      {[...hidden].map(([name, value]) => (
        <input key={name} type="hidden" name={name} value={value} />
      ))}
      <Icon of={Search} className="pointer-events-none absolute left-3 top-1/2 size-4 -translate-y-1/2 text-soft" />
      <input
        key={query.search}
        type="search"
        name="search"
        maxLength={100}
        defaultValue={query.search}
        aria-label={t('search')}
        placeholder={t('search')}
        enterKeyHint="search"
        className={classNames(CONTROL_LOOK, 'pl-9')}
      />
    </form>
  )
}
