import { afterEach, expect, it, jest } from '@jest/globals'
import { act, screen, waitFor } from '@testing-library/react'
import { AuctionLive } from '@/components/auction/live/auction-live'
import '@/lib/api/live'
import type { AuctionDetail } from '@/lib/contract/auctions'
import { aLiveAuction, rankingOf } from '@/tests/support/builders/live-auction'
import { renderIn } from '@/tests/support/render-in'
import { translatePage } from '@/tests/support/translate-page'

afterEach(() => {
  jest.restoreAllMocks()
})

const at = '2026-11-24T08:50:00.000Z'
const title = 'Gas condensate of the third quarter, with a name that takes more than two lines where it is not cut'

/** Opens the page; the returned function sends an event of its stream. */
async function openPage(auction: Partial<AuctionDetail>) {
  const stream = new Promise<ReadableStreamDefaultController<Uint8Array>>((opened) => {
    jest.spyOn(globalThis, 'fetch').mockImplementation((address) => {
      if (typeof address !== 'string' || !address.includes('/events')) return new Promise(() => undefined)
      const body = new ReadableStream<Uint8Array>({ start: (controller) => opened(controller) })
      return Promise.resolve(new Response(body))
    })
  })
  const snapshot = aLiveAuction({ title, ...auction })
  const { container } = renderIn(
    'en',
    <AuctionLive auction={snapshot} breadcrumbs={null} lotSheet={null} questions={null} />,
  )
  window.dispatchEvent(new Event('pointerdown'))
  const controller = await stream
  const send = (event: string, data: unknown) =>
    act(async () => {
      const id = snapshot.event_id + 1
      controller.enqueue(new TextEncoder().encode(`id: ${id}\nevent: ${event}\ndata: ${JSON.stringify(data)}\n\n`))
      await Promise.resolve()
    })
  return { container, send }
}

it('an auction’s page that the browser has translated shows later bids', async () => {
  const { container, send } = await openPage({ state: 'running' })
  translatePage(container)
  await send('bid', {
    seq: 99,
    participant: 1,
    price: '15600.00',
    quantity: '321.000',
    final: false,
    at,
    ranking: rankingOf([1, '15600.00', '321.000', '321.000']),
  })
  await waitFor(() => expect(container).toHaveTextContent(/321.t/))
  expect(screen.getByRole('region', { name: 'Your position' })).toHaveTextContent('15 600.00')
})

it.each([
  ['running', true],
  ['planned', false],
] as const)('an auction’s page cuts a long name to one line only while bidding goes on: %s', async (state, isCut) => {
  await openPage({ state, title: 'Stable gas condensate '.repeat(10).trim() })
  const name = screen.getByRole('heading', { level: 1 })
  expect(name.classList.contains('truncate')).toBe(isCut)
  expect(name).toHaveAttribute('title', name.textContent)
})

it('an auction’s page allows the browser to translate the lot’s name, which never changes', async () => {
  const { container } = await openPage({ state: 'running' })
  translatePage(container)
  expect(screen.getByRole('heading', { level: 1 }).querySelector('font')).not.toBeNull()
})

it('the preview of a draft opens no stream', async () => {
  const streams: string[] = []
  jest.spyOn(globalThis, 'fetch').mockImplementation((address) => {
    if (typeof address === 'string' && address.includes('/events')) streams.push(address)
    return new Promise(() => undefined)
  })
  const open = (id: number, isDraft: boolean) =>
    renderIn(
      'en',
      <AuctionLive
        auction={aLiveAuction({ id, state: 'planned' })}
        isDraft={isDraft}
        breadcrumbs={null}
        lotSheet={null}
        questions={null}
      />,
    )
  open(71, true)
  open(72, false)
  window.dispatchEvent(new Event('pointerdown'))
  await waitFor(() => expect(streams.join()).toContain('/72/'))
  expect(streams.join()).not.toContain('/71/')
})
