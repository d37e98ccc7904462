import type { PayloadRequest } from 'payload'

/** A path of the site, never another host (`//host`, `/\host`). */
export function isPath(value: string): boolean {
  return /^\/(?![/\\])[^\s\\]*$/.test(value)
}

/** Without a slash at the end. */
export function normalizePath(value: string): string {
  const path = value.trim()
  return path.length > 1 ? path.replace(/\/+$/, '') || '/' : path
}

interface Redirect {
  from: string
  to: string
  id: number | null
}

const LONGEST_CHAIN = 20

/** Whether a redirect, followed through those that stand already, would lead to where it began. */
export async function leadsBack(req: PayloadRequest, { from, to, id }: Redirect): Promise<boolean> {
  let at: string | null = normalizePath(to)
  for (let hops = 0; at !== null; hops += 1) {
    if (at === from || hops > LONGEST_CHAIN) return true
    at = await nextFrom(req, at, id)
  }
  return false
}

async function nextFrom(req: PayloadRequest, from: string, except: number | null): Promise<string | null> {
  const { docs } = await req.payload.find({ collection: 'redirects', where: { from: { equals: from } }, depth: 0, limit: 1, overrideAccess: true, req })
  return docs[0] && docs[0].id !== except ? docs[0].to : null
}
