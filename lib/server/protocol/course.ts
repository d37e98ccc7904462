import type { Content } from 'pdfmake/interfaces'
import * as z from 'zod'
import type { Protocol } from '@/lib/contract/auctions'
import { exactTime, number, time } from './figures'
import { table } from './table'
import type { ProtocolWords } from './words'

type Entry = Protocol['entries'][number]

/** What the printed protocol shows of an entry's body, whichever of these it has. */
const shownBody = z.object({
  bid: z.int().optional(),
  participant: z.int().nullish(),
  application: z.int().optional(),
  price: z.string().optional(),
  quantity: z.string().optional(),
  final: z.boolean().optional(),
  preliminary: z.boolean().optional(),
  received_at: z.string().optional(),
  effective_end: z.string().optional(),
  by_bid: z.int().optional(),
  reason: z.string().optional(),
})

function bodyOf(entry: Entry): z.infer<typeof shownBody> {
  return shownBody.catch({}).parse(JSON.parse(entry.body))
}

/** Every bid in its sequence (R4.9). */
export function bidTable(entries: readonly Entry[], words: ProtocolWords): Content {
  const rows = entries
    .filter(({ kind }) => kind === 'bid')
    .map((entry) => {
      const body = bodyOf(entry)
      const marks = [body.preliminary ? words.preliminaryMark : '', body.final ? words.finalMark : ''].filter(Boolean)
      return [
        String(body.bid ?? ''),
        exactTime(body.received_at ?? entry.at),
        words.participantNumber(body.participant ?? ''),
        number(body.price ?? ''),
        number(body.quantity ?? ''),
        marks.join(', '),
      ]
    })
  return table(rows, [
    { head: '№', width: 'auto' },
    { head: words.time, width: 'auto' },
    { head: words.participant, width: '*' },
    { head: words.price, width: 'auto', right: true },
    { head: words.quantity, width: 'auto', right: true },
    { head: '', width: 'auto' },
  ])
}

/** Applications, extensions and decisions in the order of the record; bids have a table of their own. */
export function courseTable(entries: readonly Entry[], words: ProtocolWords): Content {
  const rows = entries
    .filter(({ kind }) => kind !== 'bid')
    .map((entry) => [String(entry.seq), exactTime(entry.at), kindWord(entry.kind, words), details(entry, words)])
  return table(rows, [
    { head: words.entry, width: 'auto' },
    { head: words.time, width: 'auto' },
    { head: words.event, width: '*' },
    { head: words.details, width: '*' },
  ])
}

function kindWord(kind: string, words: ProtocolWords): string {
  return Object.hasOwn(words.kinds, kind) ? words.kinds[kind as keyof ProtocolWords['kinds']] : kind
}

function details(entry: Entry, words: ProtocolWords): string {
  const body = bodyOf(entry)
  const parts = [
    body.participant === undefined || body.participant === null ? '' : words.participantNumber(body.participant),
    body.application === undefined ? '' : words.application(body.application),
    body.quantity === undefined ? '' : number(body.quantity),
    endOf(entry.kind, body.effective_end, words),
    // The only reason in words that is public (R1.2); the system's own are codes.
    entry.kind === 'cancelled' ? (body.reason ?? '') : '',
  ]
  return parts.filter((part) => part !== '').join(', ')
}

/** A moved end is a new one; that of the bidding's end is when it was. */
function endOf(kind: string, end: string | undefined, words: ProtocolWords): string {
  if (end === undefined) return ''
  return kind === 'ended' ? time(end) : words.newEnd(time(end))
}
