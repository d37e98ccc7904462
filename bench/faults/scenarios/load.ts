import { spawn } from 'node:child_process'
import { setTimeout as delay } from 'node:timers/promises'
import { check, type Check } from '../compare'
import { openFleet, type Fleet } from '../fleet'
import { metric } from '../health'
import { beginBidding, type Scenario } from '../scenario'
import { endOf } from './machine'

const DURATION_MS = 600_000
/** A load that two cores can carry in addition to the busy processes. */
const LIGHT = { bidders: 8, watchers: 20, perSecond: 4 }
const PAUSE_MS = 2_000
const MAX_TRIES = 20
const VALID_PDF = '%PDF-1.7\n1 0 obj\n<< /Type /Catalog >>\nendobj\ntrailer\n<< /Root 1 0 R >>\n%%EOF\n'

export const overloadedMachine: Scenario = {
  id: 'F10',
  what: 'busy processes beside the portal: no outage, valid files and sessions accepted',
  async run(options) {
    const fleet = await openFleet()
    const busy: ReturnType<typeof spawn>[] = []
    try {
      const bidding = await beginBidding(fleet, { ...options, ...LIGHT })
      const tokens = bidding.bidders.map(({ token }) => token)
      const before = await endOf(fleet, bidding.auctionId)
      const lastsMs = DURATION_MS * options.scale
      for (let index = 0; index < options.busy; index += 1)
        busy.push(spawn(process.execPath, ['-e', 'for (;;) {}'], { stdio: 'ignore' }))
      const until = Date.now() + lastsMs
      const [sessions, files] = await Promise.all([
        useSession(fleet, tokens[0]!, until),
        uploadFiles(fleet, tokens, until),
      ])
      for (const child of busy.splice(0)) child.kill('SIGKILL')
      const outages = await metric(fleet.origin, 'portal_outages')
      const checks = await bidding.finish()
      const after = await endOf(fleet, bidding.auctionId)
      return [
        ...checks,
        check('no outage was recorded', outages === 0, outages),
        check('the end has not moved', before === after, new Date(after).toISOString()),
        sessions,
        files,
      ]
    } finally {
      for (const child of busy) child.kill('SIGKILL')
      await fleet.close()
    }
  },
}

/** Reads the profile repeatedly; a valid session must never get 401. */
async function useSession({ origin }: Fleet, token: string, until: number): Promise<Check> {
  const counts = new Map<number, number>()
  while (Date.now() < until) {
    const { status } = await send(`${origin}/api/auth/user-profile`, token, '{}', 'application/json')
    counts.set(status, (counts.get(status) ?? 0) + 1)
    await delay(PAUSE_MS)
  }
  return check('valid sessions that were ended', !counts.has(401) && counts.has(200), countsOf(counts))
}

/**
 * Uploads a valid PDF repeatedly, for one bidder after another because each account has a daily quota. Like the page,
 * it retries a 503 after Retry-After.
 */
async function uploadFiles({ origin }: Fleet, tokens: readonly string[], until: number): Promise<Check> {
  const counts = new Map<string, number>()
  const count = (outcome: string) => counts.set(outcome, (counts.get(outcome) ?? 0) + 1)
  for (let turn = 0; turn === 0 || Date.now() < until; turn += 1) {
    const token = tokens[turn % tokens.length]!
    let answer = await uploadOnce(origin, token)
    for (let sent = 1; sent < MAX_TRIES && answer.status === 503; sent += 1) {
      count('503')
      await delay(answer.retryAfterMs)
      answer = await uploadOnce(origin, token)
    }
    count(`${answer.status}${answer.code === undefined ? '' : ` ${answer.code}`}`)
    await delay(PAUSE_MS)
  }
  const unexpected = [...counts.keys()].filter((outcome) => !['200', '503'].includes(outcome))
  return check('valid files that were refused', unexpected.length === 0 && counts.has('200'), countsOf(counts))
}

async function uploadOnce(origin: string, token: string) {
  const form = new FormData()
  form.append('kind', 'charter')
  form.append('file', new File([VALID_PDF], 'charter.pdf', { type: 'application/pdf' }))
  const { status, headers, body } = await send(`${origin}/api/documents/upload`, token, form)
  const { code, data } = JSON.parse(body) as { code?: string; data?: { id: number } }
  // Deleted again, because an account has a quota of files.
  if (data !== undefined)
    await send(`${origin}/api/documents/delete`, token, JSON.stringify({ id: data.id }), 'application/json')
  return { status, code, retryAfterMs: Number(headers.get('retry-after') ?? 1) * 1_000 }
}

async function send(url: string, token: string, body: string | FormData, type?: string) {
  const headers = { authorization: `Bearer ${token}`, ...(type !== undefined && { 'content-type': type }) }
  const response = await fetch(url, { method: 'POST', headers, body })
  return { status: response.status, headers: response.headers, body: await response.text() }
}

function countsOf(counts: ReadonlyMap<string | number, number>): string {
  return [...counts].map(([outcome, times]) => `${outcome} × ${times}`).join(', ')
}
