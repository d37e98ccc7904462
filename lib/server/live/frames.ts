import type { StreamEventData, StreamEventName } from '@/lib/contract/stream'

/** One Server-Sent Event as the bytes that every watcher is sent. JSON has no raw line break, so one `data` line carries it. */
export function encodeFrame<Name extends StreamEventName>(name: Name, data: StreamEventData<Name>, id: number | null): Buffer {
  return Buffer.from(`${id === null ? '' : `id: ${id}\n`}event: ${name}\ndata: ${JSON.stringify(data)}\n\n`)
}

/** The first bytes of a stream: what a browser's own EventSource waits before it comes back. */
export const openingFrame = Buffer.from('retry: 1000\n\n')

export const streamHeaders = {
  'content-type': 'text/event-stream; charset=utf-8',
  'cache-control': 'no-store, no-transform',
  'x-accel-buffering': 'no',
  'x-content-type-options': 'nosniff',
} as const
