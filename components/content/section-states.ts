import type { AuctionSummary, ListedState } from '@/lib/contract/auctions'

export const SECTIONS = ['running', 'planned', 'selection', 'completed', 'other'] as const
export type SectionName = (typeof SECTIONS)[number]

export const SECTION_STATES: Record<SectionName, readonly ListedState[]> = {
  running: ['running'],
  planned: ['planned'],
  selection: ['selection'],
  completed: ['completed'],
  other: ['cancelled', 'unsuccessful'],
}

export interface AuctionSection {
  name: SectionName
  auctions: AuctionSummary[]
  nextCursor: string | null
  /** Whether the section could not be read. */
  failed?: true
}

export function sectionFromQuery(search: string): SectionName | null {
  const state = new URLSearchParams(search).get('state')
  return SECTIONS.find((name) => name === state) ?? null
}
