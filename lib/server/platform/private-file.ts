import type { Caller } from '@/lib/server/platform/call'

/** A company's files are readable by the company and by managers. */
export function mayReadFilesOf(owner: number | null, caller: Caller): boolean {
  if (caller.kind === 'staff') return caller.role === 'manager' || caller.role === 'admin'
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
