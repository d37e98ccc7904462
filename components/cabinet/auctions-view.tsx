import { useLocale, useTranslations } from 'next-intl'
import { AppLink } from '@/components/ui/app-link'
import { LinkButton } from '@/components/ui/button'
import { LinkTabs } from '@/components/ui/link-tabs'
import { EmptyState } from '@/components/ui/notice'
import type { ListedState } from '@/lib/contract/auctions'
import type { CabinetAuction } from '@/lib/contract/cabinet'
import { pathFor } from '@/lib/i18n/route-names'
import { OwnFiles } from './agreement-card'
import { CabinetAuctionCard } from './cabinet-auction-card'

/** The three views of the cabinet's auctions, each with the states by which it can be narrowed. */
const VIEWS = {
  open: ['running', 'planned'],
  mine: ['running', 'planned', 'selection'],
  history: [],
} as const satisfies Record<string, readonly ListedState[]>

type CabinetView = keyof typeof VIEWS

export interface CabinetQuery {
  view: CabinetView
  state: ListedState | null
  cursor: string | null
}

type SearchParams = Record<string, string | string[] | undefined>

/** Reads the page's address; what it does not know is left out rather than refused. */
export function readCabinetQuery(search: SearchParams): CabinetQuery {
  const view = isView(search.view) ? search.view : 'open'
  const states: readonly ListedState[] = VIEWS[view]
  return {
    view,
    state: states.find((state) => state === search.state) ?? null,
    cursor: typeof search.cursor === 'string' && search.cursor.length <= 200 ? search.cursor : null,
  }
}

/** The query of an address that shows this; defaults leave nothing behind. */
export function cabinetSearch({ view, state, cursor }: Partial<CabinetQuery>): string {
  const search = new URLSearchParams()
  if (view && view !== 'open') search.set('view', view)
  if (state) search.set('state', state)
  if (cursor) search.set('cursor', cursor)
  const text = search.toString()
  return text === '' ? '' : `?${text}`
}

function isView(value: unknown): value is CabinetView {
  return typeof value === 'string' && Object.hasOwn(VIEWS, value)
}

interface AuctionsViewProps {
  query: CabinetQuery
  entries: CabinetAuction[]
  nextCursor: string | null
  renderedAt: number
}

/** The cabinet's auctions: three views, narrowed by state, all in the address. */
export function AuctionsView({ query, entries, nextCursor, renderedAt }: AuctionsViewProps) {
  const t = useTranslations('Cabinet.auctions')
  const locale = useLocale()
  const path = pathFor('cabinet', locale)
  const views = Object.keys(VIEWS) as CabinetView[]
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-5">
      <LinkTabs
        label={t('scopes')}
        tabs={views.map((view) => ({
          key: view,
          label: t(view),
          href: `${path}${cabinetSearch({ view })}`,
          current: view === query.view,
        }))}
      />
      <StateFilter query={query} path={path} />
      {entries.length === 0 && <NoAuctions query={query} path={path} />}
      <div className="grid gap-4">
        {entries.map((entry) => (
          <CabinetAuctionCard key={entry.auction.id} entry={entry} renderedAt={renderedAt} />
        ))}
      </div>
      {entries.length > 0 && <p className="text-small text-soft">{t('note')}</p>}
      {query.view !== 'open' && entries.length > 0 && <OwnFiles />}
      {nextCursor && (
        <div className="text-center">
          <LinkButton tone="soft" href={`${path}${cabinetSearch({ ...query, cursor: nextCursor })}`}>
            {t('more')}
          </LinkButton>
        </div>
      )}
    </div>
  )
}

function StateFilter({ query, path }: { query: CabinetQuery; path: string }) {
  const t = useTranslations('Cabinet.auctions')
  const tState = useTranslations('AuctionState')
  const states = VIEWS[query.view]
  if (states.length === 0) return null
  return (
    <nav aria-label={t('state')} className="flex flex-wrap gap-2">
      {[null, ...states].map((state) => (
        <AppLink
          key={state ?? 'all'}
          href={`${path}${cabinetSearch({ view: query.view, state })}`}
          aria-current={state === query.state ? 'true' : undefined}
          className="inline-flex min-h-9 items-center rounded-full border border-line-strong bg-surface px-4 text-small font-medium text-soft hover:bg-hover aria-[current=true]:border-transparent aria-[current=true]:bg-plan aria-[current=true]:font-semibold aria-[current=true]:text-plan-text"
        >
          {state === null ? t('allStates') : tState(state)}
        </AppLink>
      ))}
    </nav>
  )
}

function NoAuctions({ query, path }: { query: CabinetQuery; path: string }) {
  const t = useTranslations('Cabinet.auctions')
  if (query.state !== null || query.cursor !== null) {
    return (
      <EmptyState
        title={t('noneFiltered.title')}
        text={t('noneFiltered.text')}
        action={
          <LinkButton tone="soft" href={`${path}${cabinetSearch({ view: query.view })}`}>
            {t('noneFiltered.action')}
          </LinkButton>
        }
      />
    )
  }
  switch (query.view) {
    case 'open':
      return <EmptyState title={t('noneOpen.title')} text={t('noneOpen.text')} />
    case 'mine':
      return (
        <EmptyState
          title={t('noneMine.title')}
          text={t('noneMine.text')}
          action={<LinkButton href={path}>{t('noneMine.action')}</LinkButton>}
        />
      )
    case 'history':
      return <EmptyState title={t('noneHistory.title')} text={t('noneHistory.text')} />
    default:
      return query.view satisfies never
  }
}
