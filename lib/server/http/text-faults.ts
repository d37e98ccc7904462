import type { FieldError } from '@/lib/contract/errors'

/** No call of the contract nests deeper than a few levels. */
const DEEPEST = 32
/** Faults that are looked for; what is sent with so many is refused as a whole. */
const MOST = 20

/** Reorders text on the screen, so that one name looks like another. */
const BIDI_OVERRIDE = /[\u202a-\u202e\u2066-\u2069]/

/**
 * What no call takes in any field: text with the zero character, which PostgreSQL cannot hold, with half a character, or with
 * characters that reorder what stands beside them; and values within values without end. Nothing here calls itself.
 */
export function faultsOfText(value: unknown): FieldError[] {
  const faults: FieldError[] = []
  const waiting: { value: unknown; path: string; depth: number }[] = [{ value, path: '', depth: 0 }]
  for (let next = waiting.pop(); next !== undefined && faults.length < MOST; next = waiting.pop()) {
    const { value: part, path, depth } = next
    if (typeof part === 'string') {
      const code = faultOf(part)
      if (code !== null) faults.push({ path, code })
    } else if (typeof part === 'object' && part !== null && !(part instanceof Blob)) {
      if (depth >= DEEPEST) return [{ path: path.slice(0, 100), code: 'too_deep' }]
      for (const [key, inner] of Object.entries(part)) {
        const code = faultOf(key)
        if (code !== null) faults.push({ path, code })
        else waiting.push({ value: inner, path: path === '' ? key : `${path}.${key}`, depth: depth + 1 })
      }
    }
  }
  return faults.reverse()
}

function faultOf(text: string): string | null {
  if (text.includes('\u0000') || BIDI_OVERRIDE.test(text)) return 'control_character'
  return text.isWellFormed() ? null : 'half_character'
}
