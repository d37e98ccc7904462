import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Refusal } from '@/lib/server/kernel/handler'
import { admit, type CallerSources } from './callers'
import { cookieOf, credentialsOf, staffTokenCookie } from './gateway'
import { problemResponse } from './problem-response'

const eventsPath = /^\/api\/auctions\/(\d{1,10})\/events(?:\?|$)/

/** Which auction's live stream an address names; null for any other address. */
export function watchedAuction(url: string): number | null {
  const match = eventsPath.exec(url)
  return match ? Number(match[1]) : null
}

/** Who watches: staff see a closed auction too, a participant its own position, everybody else what is public. */
export async function admitWatcher(headers: Headers, url: string, sources: CallerSources) {
  const request = { headers, url }
  if (cookieOf(headers.get('cookie'), staffTokenCookie) !== null || headers.has('authorization')) {
    const staff = await admit('manager', credentialsOf(request, true, sources.publicOrigin), sources)
    if (staff.ok) return staff
  }
  return admit('visitor', credentialsOf(request, false, sources.publicOrigin), sources)
}

export function headersOf(request: IncomingMessage): Headers {
  const headers = new Headers()
  for (const [name, value] of Object.entries(request.headers)) {
    if (typeof value === 'string') headers.set(name, value)
  }
  return headers
}

/** Answers a refusal on Node's own response. */
export async function refuseOn(response: ServerResponse, refusal: Refusal): Promise<void> {
  const answer = problemResponse(refusal, crypto.randomUUID())
  response.writeHead(answer.status, Object.fromEntries(answer.headers)).end(await answer.text())
}
