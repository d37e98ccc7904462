import { jest } from '@jest/globals'
import { act } from '@testing-library/react'
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

const STEP_MS = 500
/** Far more than two mute attempts and a few polls take. */
const MAX_STEPS = 400
const realTimeout = globalThis.setTimeout

/** Advances the fake timers until the condition is met. Code that is loaded on demand needs real turns of the event loop in between. */
export async function passUntil(isMet: () => boolean): Promise<void> {
  for (let steps = 0; !isMet(); steps += 1) {
    if (steps === MAX_STEPS) throw new Error('the condition was never met')
    await act(async () => {
      await jest.advanceTimersByTimeAsync(STEP_MS)
      await new Promise((resolve) => realTimeout(resolve))
    })
  }
}
