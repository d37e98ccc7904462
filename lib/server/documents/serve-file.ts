import type { Caller } from '@/lib/server/kernel/handler'
import type { Pool } from '@/lib/server/db/pool'
import { readFile } from './files'

const shownInBrowser = new Set(['application/pdf', 'image/jpeg', 'image/png'])

/** A private file, for its owner and the staff; to everybody else it does not exist. */
export async function serveFile(pool: Pool, id: number, caller: Caller): Promise<Response> {
  const file = await readFile(pool, id)
  if (!file || !mayRead(caller, file.account_id)) return new Response('Not found', { status: 404, headers: { 'cache-control': 'no-store' } })
  const disposition = shownInBrowser.has(file.media_type) ? 'inline' : 'attachment'
  return new Response(new Uint8Array(file.content), {
    headers: {
      'content-type': file.media_type,
      'content-length': String(file.bytes),
      'content-disposition': `${disposition}; filename*=UTF-8''${encodeURIComponent(file.name)}`,
      'cache-control': 'private, no-store',
      'x-content-type-options': 'nosniff',
      // What a file brings along runs nowhere. The browser's own PDF viewer does not start within a sandbox.
      'content-security-policy': file.media_type === 'application/pdf' ? "frame-ancestors 'self'" : "default-src 'none'; sandbox",
      'cross-origin-resource-policy': 'same-origin',
    },
  })
}

function mayRead(caller: Caller, owner: number | null): boolean {
  if (caller.kind === 'staff') return caller.role !== 'editor'
  return caller.kind === 'account' && caller.accountId === owner
}
