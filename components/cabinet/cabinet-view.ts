import type { ListedState } from '@/lib/contract/auctions'

/** The three views of the cabinet's auctions, each with the states by which it can be narrowed. */
export const VIEWS = {
  open: ['running', 'planned'],
  mine: ['running', 'planned', 'selection'],
  history: [],
} as const satisfies Record<string, readonly ListedState[]>

export type CabinetView = keyof typeof VIEWS

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
