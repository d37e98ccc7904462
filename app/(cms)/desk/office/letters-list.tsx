'use client'

import { useState } from 'react'
import { api } from '@/lib/api/browser'
import type { Input } from '@/lib/contract/endpoint'
import type { LetterState, managerLettersEndpoints } from '@/lib/contract/manager-letters'
import { FilterBar, FilterChoice } from './filter-bar'
import { oneOf, useFilters } from './filters'
import { LetterRows } from './letter-rows'
import { ListFrame } from './list-frame'
import { createListing } from './listing'
import { useOffice } from './use-office'

const STATES = ['waiting', 'sent', 'failed', 'not_needed'] as const satisfies readonly LetterState[]
const NAMES = ['state', 'search'] as const
const PAGE = 50

/** What the portal wrote to whom. */
export function LettersList() {
  const { word } = useOffice()
  const { filters, key, change } = useFilters(NAMES)
  const state = oneOf(filters.state, STATES)
  return (
    <section className="desk desk-office">
      <header className="desk-office-head">
        <h1>{word('letters')}</h1>
      </header>
      <p className="desk-soft">{word('secretsHidden')}</p>
      <FilterBar
        stateKey={key}
        search={filters.search}
        searchHint={word('searchLetters')}
        active={key !== '{}'}
        onSearch={(search) => change({ search })}
        onClear={() => change({ state: '', search: '' })}
      >
        <FilterChoice label={word('letterState')} value={state} none={word('any')} options={STATES.map((known) => [known, word(`letter_${known}`)])} onChange={(value) => change({ state: value })} />
      </FilterBar>
      <div className="desk-panel">
        <Letters key={key} query={{ state, search: filters.search?.slice(0, 100) }} />
      </div>
    </section>
  )
}

function Letters({ query }: { query: Input<typeof managerLettersEndpoints.letters> }) {
  const [listing] = useState(() => createListing(async (cursor) => (await api.manager.letters({ ...query, cursor, limit: PAGE })).data))
  return <ListFrame listing={listing}>{(page) => <LetterRows list={page.list} />}</ListFrame>
}
