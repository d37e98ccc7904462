import { createHash } from 'node:crypto'
import { join } from 'node:path'
import { language } from '@/lib/contract/primitives'
import type { Pool } from '@/lib/server/db/pool'
import type { Caller } from '@/lib/server/kernel/handler'
import { createPress } from '@/lib/server/protocol/press'
import { agreementDocument } from './document'
import { readAgreement } from './record'

export type ServeAgreement = (id: number, lang: string | null, caller: Caller) => Promise<Response | null>

/** Counts up with every change of the layout or the words. */
const layoutVersion = 2

/** `/storage/files/agreement-<id>.pdf`: for the company whose agreement it is, and for the managers; null to everybody else. */
export function createAgreementServing({ pool, dataDir, publicUrl }: { pool: Pool; dataDir: string; publicUrl: string }): ServeAgreement {
  const press = createPress(join(dataDir, 'agreements'))
  return async function serveAgreement(id, asked, caller) {
    const lang = language.catch('uk').parse(asked)
    const agreement = await readAgreement(pool, id, lang)
    if (agreement === null || !mayRead(caller, agreement.companyId)) return null
    const tag = createHash('sha256').update(JSON.stringify([layoutVersion, lang, publicUrl, agreement])).digest('hex').slice(0, 40)
    const pdf = await press.printed(tag, () => agreementDocument(agreement, lang, publicUrl))
    return new Response(new Uint8Array(pdf), {
      headers: {
        'content-type': 'application/pdf',
        'content-length': String(pdf.length),
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
