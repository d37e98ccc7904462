import type { EventSourceMessage } from 'eventsource-parser'
import { streamEvents, type StreamEvent, type StreamEventName } from '@/lib/contract/stream'

/** One message of the stream, checked against the contract; null for an event that this version does not know or cannot read. */
export function readStreamEvent(message: EventSourceMessage): StreamEvent | null {
  const name = message.event ?? ''
  if (!isEventName(name)) return null
  const parsed = streamEvents[name].safeParse(jsonOf(message.data))
  if (!parsed.success) return null
  return { id: message.id ? Number(message.id) : null, name, data: parsed.data } as StreamEvent
}

function isEventName(name: string): name is StreamEventName {
  return Object.hasOwn(streamEvents, name)
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
