import { join } from 'node:path'
import type { auctionsEndpoints, AuctionDetail, Protocol } from '@/lib/contract/auctions'
import { language, type Language } from '@/lib/contract/primitives'
import type { Pool } from '@/lib/server/db/pool'
import { answer, type Caller, type Handlers, refuse } from '@/lib/server/kernel/handler'
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
      const { tag, pdf } = await press.printed(reading.protocol, lang)
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
