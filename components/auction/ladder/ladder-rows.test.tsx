import { afterEach, describe, expect, it, jest } from '@jest/globals'
import { act, screen } from '@testing-library/react'
import { aBidEvent, aLiveAuction, anOwnPosition, rankingOf } from '@/tests/support/builders/live-auction'
import { openLivePage } from '@/tests/support/live-page'
import { Ladder } from './ladder'
import { layOutLadder } from './ladder'

describe('the ladder (R7)', () => {
  const { ranking, volume } = aLiveAuction()

  it('draws the line below the last row that gets something, past a row that was passed over', () => {
    const ladder = layOutLadder(ranking, volume, 2)
    expect(ladder.cutAfter).toBe(4)
    expect(ladder.left).toBe(0)
    expect(ladder.placedRows.map((placed) => placed.row.participant)).toEqual([1, 2, 3, 4])
    expect(ladder.placedRows.filter((placed) => placed.own).map((placed) => placed.row.participant)).toEqual([2])
  })

  it('places the shares one after another along the volume', () => {
    const placedRows = layOutLadder(ranking, volume, null).placedRows.map(({ from, width }) => [from, width])
    expect(placedRows).toEqual([
      [0, 60],
      [60, 30],
      [90, 0],
      [90, 10],
    ])
  })

  it('draws no line while volume is left', () => {
    const ladder = layOutLadder(rankingOf([1, '15200.00', '300.000', '300.000']), volume, null)
    expect(ladder).toMatchObject({ cutAfter: null, left: 200_000 })
  })

  it('ends the volume with a partial row', () => {
    const ladder = layOutLadder(
      rankingOf([1, '15200.00', '450.000', '450.000'], [2, '15100.00', '150.000', '50.000']),
      volume,
      null,
    )
    expect(ladder.cutAfter).toBe(2)
    expect(ladder.placedRows[1]).toMatchObject({ from: 90, width: 10 })
  })

  it('sorts rows by rank, in any given order', () => {
    expect(layOutLadder(ranking.toReversed(), volume, null).placedRows.map((placed) => placed.row.rank)).toEqual([
      1, 2, 3, 4,
    ])
  })

  it('is empty without bids', () => {
    expect(layOutLadder([], volume, null)).toEqual({ placedRows: [], cutAfter: null, left: 500_000 })
  })
})

it('the ladder exposes the requested volume to screen readers even if its column is hidden', () => {
  openLivePage(<Ladder />)
  const [requested] = screen.getAllByText(/^requested 300/)
  expect(requested?.closest('[aria-hidden]')).toBeNull()
  expect(requested?.closest('[role=cell]')).not.toBeNull()
})

describe('a row that was passed over', () => {
  const ranking = rankingOf(
    [1, '15300.00', '490.000', '490.000'],
    [2, '15100.00', '150.000', '0.000', 'passed_over'],
    [3, '15000.00', '150.000', '0.000', 'passed_over'],
  )

  it('shows the minimum acceptable volume to its bidder only', async () => {
    const page = openLivePage(<Ladder />, { auction: { ranking }, own: anOwnPosition({ rank: 2 }) })
    act(() => page.connect())
    const [own] = await screen.findAllByText(/10 t left, your bid accepts at least 20 t/)
    expect(own?.closest('[role=row]')?.textContent).toMatch(/No\.\s2you/)
    const [other] = screen.getAllByText(/10 t left, less than this bid accepts/)
    expect(other?.closest('[role=row]')?.textContent).toMatch(/No\.\s3/)
  })

  it('explains that the bidder declined a part or did not answer', async () => {
    const declined = rankingOf(
      [1, '15300.00', '460.000', '460.000'],
      [2, '15100.00', '150.000', '0.000', 'passed_over'],
    )
    const page = openLivePage(<Ladder />, {
      auction: { state: 'completed', ranking: declined },
      own: anOwnPosition({ rank: 2 }),
    })
    act(() => page.connect())
    expect(await screen.findAllByText(/40 t left, you did not accept the partial offer/)).not.toHaveLength(0)
    expect(screen.queryByText(/your bid accepts at least/)).not.toBeInTheDocument()
  })
})

it('the ladder’s rows consist of cells, and the line below the allocation is counted', () => {
  openLivePage(<Ladder />)
  const table = screen.getByRole('table')
  const rows = screen.getAllByRole('row')
  expect(table).toHaveAttribute('aria-rowcount', String(rows.length))
  const inCells = (row: HTMLElement) =>
    [...row.children].filter((part) => part.matches('[role]') || part.querySelector('[role=cell]') !== null)
  for (const row of rows)
    for (const part of row.children) if (part.getAttribute('aria-hidden') === null) expect(inCells(row)).toContain(part)
})

it('the ladder shows the lowest price that gets volume at the line where the volume ends', () => {
  openLivePage(<Ladder />)
  const line = screen.getByText('All 500 t allocated')
  expect(line.parentElement).toHaveTextContent('14 900.00')
})

describe('the trail of a row that rises', () => {
  const animated: { finish: () => void }[] = []
  const trails = () => document.querySelectorAll('[data-trail]')

  function rise(reduced: boolean) {
    Element.prototype.animate = jest.fn(() => {
      const animation = { onfinish: null as (() => void) | null }
      animated.push({ finish: () => animation.onfinish?.() })
      return animation as unknown as Animation
    })
    window.matchMedia = () => ({ matches: reduced }) as MediaQueryList
    jest.spyOn(HTMLElement.prototype, 'offsetTop', 'get').mockImplementation(function (this: HTMLElement) {
      return [...(this.parentElement?.children ?? [])].indexOf(this) * 40
    })
    const { store } = openLivePage(<Ladder />, {
      own: null,
      auction: { ranking: rankingOf([1, '15200.00', '300.000', '300.000'], [2, '15100.00', '150.000', '150.000']) },
    })
    const ranking = rankingOf([2, '15300.00', '150.000', '150.000'], [1, '15200.00', '300.000', '300.000'])
    act(() => store.dispatch({ type: 'event', event: aBidEvent(99, 99, 2, '15300.00', ranking) }))
  }

  const { animate } = Element.prototype
  const { matchMedia } = window
  afterEach(() => {
    Element.prototype.animate = animate
    window.matchMedia = matchMedia
    animated.length = 0
    jest.restoreAllMocks()
  })

  it('marks its old place only, and goes with its animation', () => {
    rise(false)
    expect(trails()).toHaveLength(1)
    act(() => animated.forEach(({ finish }) => finish()))
    expect(trails()).toHaveLength(0)
  })

  it('is left out where reduced motion is preferred', () => {
    rise(true)
    expect(trails()).toHaveLength(0)
  })
})
