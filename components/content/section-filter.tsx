'use client'

import { useLocale, useTranslations } from 'next-intl'
import { type MouseEvent, type ReactNode, useSyncExternalStore } from 'react'
import { TAB_LIST_LOOK, TAB_LOOK } from '@/components/ui/link'
import { type SectionName, sectionFromQuery } from './section-states'
import { usePages } from '@/components/forms/use-pages'
import { Button } from '@/components/ui/button'
import type { ListedState } from '@/lib/contract/auctions'
import type { CategoryKey } from '@/lib/contract/primitives'

interface MoreAuctionsProps {
  look: 'card' | 'row'
  filter: { category: CategoryKey; states: ListedState[] }
  cursor: string
}

/** Loads the client of the API and the cards on the first click only. */
export function MoreAuctions({ look, filter, cursor }: MoreAuctionsProps) {
  const t = useTranslations('AuctionsList')
  const lang = useLocale()
  const {
    items: cards,
    hasMore,
    more,
    showMore,
  } = usePages(
    cursor,
    async (next) => {
      const { readAuctions } = await import('@/lib/api/list-pages')
      const { AuctionListItem, AuctionRow } = await import('./auction-card')
      const Auction = look === 'row' ? AuctionRow : AuctionListItem
      const page = await readAuctions({ ...filter, lang, cursor: next, limit: 12 })
      const items = page.list.map((auction) => <Auction key={auction.id} auction={auction} />)
      return { ...page, list: items }
    },
    () => t('failed'),
  )
  return (
    <>
      {cards}
      {hasMore && (
        <li className="col-span-full grid justify-items-center gap-2 pt-2" data-print="hide">
          <Button
            tone="soft"
            pending={more.pending}
            onClick={({ currentTarget: button }) => showMore(button, button.closest('li')?.previousElementSibling)}
          >
            {t('more')}
          </Button>
          <p role="status" className="text-small text-lose-text empty:hidden">
            {more.failure}
          </p>
        </li>
      )}
    </>
  )
}

interface SectionFilterProps {
  label: string
  tabs: { name: SectionName | null; label: string; count: string | null }[]
  sections: { name: SectionName; content: ReactNode }[]
  empty: ReactNode
}

const CHANGED = 'portal-filter'

function subscribe(onChange: () => void) {
  window.addEventListener('popstate', onChange)
  window.addEventListener(CHANGED, onChange)
  return () => {
    window.removeEventListener('popstate', onChange)
    window.removeEventListener(CHANGED, onChange)
  }
}

/**
 * Shows one section or all. The filter is in the address, so that it can be shared and undone; the static page holds every section,
 * which is what it shows without JavaScript.
 */
export function SectionFilter({ label, tabs, sections, empty }: SectionFilterProps) {
  const current = useSyncExternalStore(
    subscribe,
    () => sectionFromQuery(window.location.search),
    () => null,
  )
  const isShown = (name: SectionName) => current === null || name === current

  function choose(event: MouseEvent<HTMLAnchorElement>) {
    if (event.metaKey || event.ctrlKey || event.shiftKey) return
    event.preventDefault()
    window.history.pushState(null, '', event.currentTarget.href)
    window.dispatchEvent(new Event(CHANGED))
  }

  return (
    <>
      <nav aria-label={label} className={TAB_LIST_LOOK} data-print="hide">
        {tabs.map((tab) => (
          <a
            key={tab.name ?? 'all'}
            href={tab.name ? `?state=${tab.name}` : '?'}
            onClick={choose}
            aria-current={tab.name === current ? 'page' : undefined}
            className={TAB_LOOK}
          >
            {tab.label}
            {tab.count && (
              <span className="numbers rounded-full bg-sunken px-2 py-0.5 text-fine font-medium text-soft">
                {tab.count}
              </span>
            )}
          </a>
        ))}
      </nav>
      <div className="grid gap-14 pt-10">
        {/* Hidden rather than removed: loaded rows stay. */}
        {sections.map(({ name, content }) => (
          <div key={name} hidden={!isShown(name)}>
            {content}
          </div>
        ))}
        {!sections.some(({ name }) => isShown(name)) && empty}
      </div>
    </>
  )
}
