'use client'

import { ActionLink, Badge, OfficePage, TextLink, TimeLeft } from '@/components/office/kit'
import { FilterBar, FilterChoice, List, oneOf, RecordTable, StateTabs, useFilters } from '@/components/office/list'
import { useOfficeText } from '@/components/office/office-text'
import { useListQuery } from '@/components/office/queries'
import { Pill, StatePill } from '@/components/ui/pill'
import { api } from '@/lib/api/browser'
import { type ManagedAuction, managedState, managedWaiting } from '@/lib/contract/manager-auctions'
import { categoryKey } from '@/lib/contract/primitives'
import { formatDateTime, formatPrice, formatQuantity, formatShortDateTime, numberSign } from '@/lib/i18n/formats'

const REFRESH_MS = 10_000

/** All auctions by state, with the tasks of the manager in each. */
export function AuctionList() {
  const { t, locale } = useOfficeText()
  const filtering = useFilters(['state', 'category', 'waiting', 'search'])
  const { filters, change } = filtering
  const state = oneOf(filters.state, managedState.options)
  const category = oneOf(filters.category, categoryKey.options)
  const waiting = oneOf(filters.waiting, managedWaiting.options)
  const search = filters.search?.slice(0, 100)
  const query = { states: state && [state], category, waiting, search, lang: locale }
  const auctions = useListQuery(
    ['auctions', query],
    (cursor) => api.manager.auctions({ ...query, cursor, limit: 50 }),
    { refetchInterval: REFRESH_MS },
  )
  return (
    <OfficePage title={t('auctions')} actions={<ActionLink href="/office/auctions/new">{t('newLot')}</ActionLink>}>
      <FilterBar filtering={filtering} searchHint={t('searchAuctions')}>
        <FilterChoice
          label={t('auctionKind')}
          value={category}
          none={t('any')}
          options={categoryKey.options.map((kind) => [kind, t(`kind_${kind}`)])}
          onChange={(value) => change({ category: value })}
        />
        <FilterChoice
          label={t('waitsForYou')}
          value={waiting}
          none={t('any')}
          options={managedWaiting.options.map((what) => [what, t(`waits_${what}`)])}
          onChange={(value) => change({ waiting: value })}
        />
      </FilterBar>
      <StateTabs
        label={t('status')}
        chosen={state}
        counts={auctions.data?.counts}
        options={managedState.options.map((option) => [option, t(`auction_${option}`)])}
        onChoose={(value) => change({ state: value })}
      />
      <List query={auctions} none={t('noAuctions')}>
        {(page) => <AuctionRows list={page.list} />}
      </List>
    </OfficePage>
  )
}

function AuctionRows({ list }: { list: readonly ManagedAuction[] }) {
  const { t, locale } = useOfficeText()
  return (
    <RecordTable
      caption={t('auctions')}
      rows={list}
      columns={[
        {
          head: t('lot'),
          headClass: 'min-w-60 tabular:w-[34%]',
          cell: (auction) => (
            <>
              <TextLink
                href={hrefOf(auction)}
                title={auction.title}
                className="line-clamp-3 font-semibold wrap-anywhere"
              >
                {auction.number !== null && `${numberSign(auction.number, locale)} · `}
                {auction.title || t('untitled')}
              </TextLink>
              <span className="block text-fine text-soft">{auction.category && t(`kind_${auction.category}`)}</span>
              <Tasks auction={auction} />
            </>
          ),
        },
        {
          head: t('status'),
          cell: ({ state, halted }) =>
            state === 'draft' ? (
              <Pill tone="done">{t('auction_draft')}</Pill>
            ) : halted ? (
              <Pill tone="wait">{t('decision_halted')}</Pill>
            ) : (
              <StatePill state={state}>{t(`auction_${state}`)}</StatePill>
            ),
        },
        { head: t('timeColumn'), cell: (auction) => <When auction={auction} /> },
        {
          head: t('volume'),
          numeric: true,
          cell: ({ volume, unit }) => (volume === null ? '—' : formatQuantity(volume, locale, unit)),
        },
        { head: t('priceUah'), numeric: true, cell: (auction) => <Price auction={auction} /> },
        {
          head: t('bids'),
          numeric: true,
          cell: ({ bids, state, applications, participants }) => (
            <>
              {bids}
              <span className="block text-fine text-soft">
                {state === 'planned'
                  ? t('applicationsCount', { count: applications })
                  : t('participantsOf', { count: participants })}
              </span>
            </>
          ),
        },
      ]}
    />
  )
}

/** The highest bid, or the starting price where there is none. */
function Price({ auction: { best_price: best, starting_price: start } }: { auction: ManagedAuction }) {
  const { t, locale } = useOfficeText()
  if (best !== null) return <b className="font-semibold">{formatPrice(best, locale)}</b>
  return (
    <span className="text-soft">
      {start === null ? '—' : formatPrice(start, locale)}
      <span className="block text-fine">{t('startingPriceNote')}</span>
    </span>
  )
}

function hrefOf({ id, state }: ManagedAuction): string {
  return state === 'draft' ? `/office/auctions/${id}` : `/office/auctions/${id}/console`
}

/** A countdown to the start or the end, otherwise the date of the end. */
function When({ auction: { state, halted, starts_at: start, effective_end: end } }: { auction: ManagedAuction }) {
  const { t, locale } = useOfficeText()
  if (halted) return <Below>{t('endWillMove')}</Below>
  if (state === 'running' && end)
    return (
      <>
        <TimeLeft until={end} urgent />
        <Below>{t('untilEnd', { at: formatShortDateTime(end, locale) })}</Below>
      </>
    )
  if (state === 'planned' && start)
    return (
      <>
        <TimeLeft until={start} />
        <Below>{t('untilStart', { at: formatShortDateTime(start, locale) })}</Below>
      </>
    )
  const at = state === 'draft' ? start : end
  return at === null ? <>—</> : <span className="whitespace-nowrap">{formatDateTime(at, locale)}</span>
}

function Below({ children }: { children: string }) {
  return <span className="block text-fine text-soft 2xl:whitespace-nowrap">{children}</span>
}

function Tasks({ auction }: { auction: ManagedAuction }) {
  const { t, locale } = useOfficeText()
  const { waiting, untranslated, state } = auction
  const open = state === 'draft' || state === 'planned' || state === 'running'
  return (
    <ul aria-label={t('waitsForYou')} className="mt-1.5 grid justify-items-start gap-1 text-small empty:hidden">
      {waiting.winners && <Task>{t('confirmWinners')}</Task>}
      {waiting.completion && <Task>{t('complete')}</Task>}
      {waiting.partial_until && (
        <Task>{t('waitsPart', { at: formatShortDateTime(waiting.partial_until, locale) })}</Task>
      )}
      {waiting.applications > 0 && (
        <Task count={waiting.applications}>{t('waitsApplications', { count: waiting.applications })}</Task>
      )}
      {waiting.questions > 0 && (
        <Task count={waiting.questions}>{t('waitsQuestions', { count: waiting.questions })}</Task>
      )}
      {open && untranslated.length > 0 && (
        <li className="whitespace-nowrap text-fine text-wait-text">
          {t('untranslated', { languages: untranslated.join(', ') })}
        </li>
      )}
    </ul>
  )
}

/** A count stays on one line; a sentence may wrap, so that the table fits into its card. */
function Task({ count, children }: { count?: number; children: string }) {
  if (count === undefined)
    return <li className="rounded-md bg-wait px-3 py-1 text-fine font-semibold text-wait-text">{children}</li>
  return (
    <li className="flex items-center gap-2 whitespace-nowrap">
      <Badge count={count} />
      {children}
    </li>
  )
}
