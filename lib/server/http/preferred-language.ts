import { parseAccept } from 'hono/utils/accept'
import { LOCALES } from '@/lib/config/constants'
import type { Language } from '@/lib/contract/primitives'

/** The portal's language that an Accept-Language header prefers ("en-US,uk;q=0.8" → "en"); undefined where it names none of them. */
export function preferredLanguage(header: string | null): Language | undefined {
  if (!header) return undefined
  const wanted = parseAccept(header)
    .filter(({ q }) => q > 0)
    .toSorted((a, b) => b.q - a.q)
    .map(({ type }) => type.toLowerCase().split('-')[0])
  return wanted.flatMap((code) => LOCALES.find((locale) => locale === code) ?? [])[0]
}
