import type { StaffRole } from '@/lib/contract/manager'
import type { Caller } from '@/lib/server/platform/call'

const MANAGERS: readonly StaffRole[] = ['manager', 'admin']
/** The staff who may read what was invoiced and paid. */
export const ACCOUNTANTS: readonly StaffRole[] = ['accountant', ...MANAGERS]

/** A company's files are readable by the company and by managers, or other staff. */
export function mayReadFilesOf(owner: number | null, caller: Caller, staff = MANAGERS): boolean {
  if (caller.kind === 'staff') return staff.includes(caller.role)
  return caller.kind === 'account' && caller.companyId === owner
}

/** A file that must not be cached, nor embedded by other sites. */
export function privateFile(
  content: Uint8Array<ArrayBuffer> | ReadableStream,
  { mediaType, disposition, headers }: { mediaType: string; disposition: string; headers?: Record<string, string> },
): Response {
  return new Response(content, {
    headers: {
      'content-type': mediaType,
      ...(content instanceof Uint8Array && { 'content-length': String(content.length) }),
      'content-disposition': disposition,
      'cache-control': 'private, no-store',
      'x-content-type-options': 'nosniff',
      'cross-origin-resource-policy': 'same-origin',
      ...headers,
    },
  })
}
