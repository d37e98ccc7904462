import { createHash } from 'node:crypto'
import { join } from 'node:path'
import type { auctionsEndpoints, AuctionDetail, Protocol } from '@/lib/contract/auctions'
import { language, type Language } from '@/lib/contract/primitives'
import type { Pool } from '@/lib/server/db/pool'
import { answer, type Caller, type Handlers, refuse } from '@/lib/server/kernel/handler'
import { protocolDocument } from './document'
import { createPress } from './press'
import { findIdByNumber, readRecord } from './record'

export interface ProtocolDependencies {
  pool: Pool
  /** Where prints are kept; they can be made again at any time. */
  dataDir: string
  /** One auction in full, as anybody may see it. */
  detailOf(id: number, lang: Language, caller: Caller): Promise<AuctionDetail | null>
}

export interface ProtocolCapability {
  handlers: Pick<Handlers<typeof auctionsEndpoints>, 'protocol'>
  /** Answers `/storage/files/protocol-<auction number>.pdf`; null where the path is not of that form. */
  servePdf(request: Request): Promise<Response | null>
}

type Reading = { ok: true; protocol: Protocol } | { ok: false; code: 'not_found' | 'auction_not_completed' }

const visitor: Caller = { kind: 'visitor' }
const pathShape = /\/protocol-(\d{1,9})\.pdf$/

/** Counts up with every change of the layout or the words, so that no older print is served for the new one. */
const layoutVersion = 1

/** Names a print by its record and by the texts on it, which may still be corrected afterwards (R1.2). */
function tagOf({ auction, head_hash }: Protocol, lang: Language): string {
  return createHash('sha256').update(JSON.stringify([layoutVersion, lang, head_hash, auction])).digest('hex').slice(0, 40)
}

export function createProtocolEndpoints({ pool, dataDir, detailOf }: ProtocolDependencies): ProtocolCapability {
  const press = createPress(join(dataDir, 'protocols'))

  async function read(id: number, lang: Language): Promise<Reading> {
    const auction = await detailOf(id, lang, visitor)
    if (auction === null) return { ok: false, code: 'not_found' }
    if (auction.state !== 'completed') return { ok: false, code: 'auction_not_completed' }
    return { ok: true, protocol: { auction, ...(await readRecord(pool, id)) } }
  }

  return {
    handlers: {
      async protocol({ id, lang }) {
        const reading = await read(id, lang)
        return reading.ok ? answer({ data: reading.protocol }) : refuse(reading.code)
      },
    },
    async servePdf(request) {
      const { pathname, searchParams } = new URL(request.url)
      const auctionNumber = pathShape.exec(pathname)?.[1]
      if (auctionNumber === undefined) return null
      const lang = language.catch('uk').parse(searchParams.get('lang'))
      const id = await findIdByNumber(pool, Number(auctionNumber))
      const reading = id === null ? null : await read(id, lang)
      if (reading === null || !reading.ok) return new Response('Not found', { status: 404, headers: { 'cache-control': 'no-store' } })
      const { protocol } = reading
      const tag = tagOf(protocol, lang)
      const pdf = await press.printed(tag, () => protocolDocument(protocol, lang))
      const headers = {
        etag: `"${tag}"`,
        'cache-control': 'public, max-age=300',
        'content-type': 'application/pdf',
        'content-disposition': `inline; filename="protocol-${auctionNumber}.pdf"`,
        'x-content-type-options': 'nosniff',
      }
      if (request.headers.get('if-none-match')?.includes(`"${tag}"`)) return new Response(null, { status: 304, headers })
      return new Response(new Uint8Array(pdf), { headers })
    },
  }
}
