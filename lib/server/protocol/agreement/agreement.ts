import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { language } from '@/lib/contract/primitives'
import type { Pool } from '@/lib/server/db/pool'
import type { Clock } from '@/lib/server/kernel/database-clock'
import type { Caller } from '@/lib/server/kernel/handler'
import { readSeller } from '@/lib/server/protocol/issuer'
import { createFileCache } from '@/lib/server/protocol/pdf-cache'
import { printDocument } from '@/lib/server/protocol/print-document'
import { agreementDocument } from './document'
import { readAgreement } from './record'

export type ServeAgreement = (id: number, lang: string | null, caller: Caller) => Promise<Response | null>

interface AgreementDependencies {
  pool: Pool
  clock: Clock
  /** Where prints are kept; they can be made again at any time. */
  dataDir: string
  publicUrl: string
}

/** Counts up with every change of the layout or the words. */
const layoutVersion = 4

/** `/storage/files/agreement-<id>.pdf`: for the company whose agreement it is, and for the managers; null to everybody else. */
export function createAgreementServing({ pool, clock, dataDir, publicUrl }: AgreementDependencies): ServeAgreement {
  const files = createFileCache(join(dataDir, 'agreements'))
  return async function serveAgreement(id, asked, caller) {
    const lang = language.catch('uk').parse(asked)
    const agreement = await readAgreement(pool, id, lang)
    if (agreement === null || !mayRead(caller, agreement.companyId)) return null
    const printed = { agreement, seller: await readSeller(pool, lang), publicUrl }
    const name = createHash('sha256')
      .update(JSON.stringify([layoutVersion, lang, printed]))
      .digest('hex')
      .slice(0, 40)
    const file = await files.of(`${name}.pdf`, (path) =>
      printDocument(path, agreementDocument(printed, lang, new Date(clock.now()))),
    )
    if (file === null)
      return new Response('Busy', { status: 503, headers: { 'cache-control': 'no-store', 'retry-after': '5' } })
    return new Response(Readable.toWeb(createReadStream(file.path)) as ReadableStream, {
      headers: {
        'content-type': 'application/pdf',
        'content-length': String(file.bytes),
        'content-disposition': `inline; filename="agreement-${agreement.number.replace(/[^\w.-]+/g, '-')}.pdf"`,
        'cache-control': 'private, no-store',
        'x-content-type-options': 'nosniff',
        'cross-origin-resource-policy': 'same-origin',
      },
    })
  }
}

function mayRead(caller: Caller, owner: number): boolean {
  if (caller.kind === 'staff') return caller.role !== 'editor'
  return caller.kind === 'account' && caller.accountId === owner
}
