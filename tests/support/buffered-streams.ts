import { jest } from '@jest/globals'
import type { AuctionDetail } from '@/lib/contract/auctions'

/** Answers calls with the auction, but holds back the body of every event stream, as antivirus software and proxies do. */
export function bufferStreams(auction: () => AuctionDetail): void {
  jest.spyOn(globalThis, 'fetch').mockImplementation((input, init) => {
    const url = input instanceof Request ? input.url : String(input)
    if (!url.includes('/events')) return Promise.resolve(Response.json({ data: auction() }))
    const body = new ReadableStream<Uint8Array>({
      start: (controller) => init?.signal?.addEventListener('abort', () => controller.error(new Error('aborted'))),
    })
    return Promise.resolve(new Response(body, { headers: { 'content-type': 'text/event-stream' } }))
  })
}
