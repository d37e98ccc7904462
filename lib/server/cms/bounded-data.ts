/** Rows of one list: the longest that a field allows is a table of 200. */
const MAX_ROWS = 200
/** Rows of all lists together: two such tables of eight columns. */
const MAX_ALL_ROWS = 4_000
/** Keys and rows of a document, or of a form with its state, of which each field has several. */
const MAX_VALUES = 40_000
const MAX_DEPTH = 200

/**
 * Whether data is no more than a document of the back office may have. Payload visits every row and every key with all its hooks, one to four
 * milliseconds each, before it says that there are too many, and nobody is answered meanwhile. Rich text is passed over, as it is read in
 * one go, but not the fields of its links.
 */
export function isBounded(data: unknown): boolean {
  const waiting: { value: unknown; depth: number; inText: boolean }[] = [{ value: data, depth: 0, inText: false }]
  let rows = 0
  let values = 0
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    const { value, depth, inText } = next
    if (typeof value !== 'object' || value === null) continue
    if (depth > MAX_DEPTH) return false
    const inner = Object.entries(value)
    if (!inText) {
      values += inner.length
      if (Array.isArray(value)) {
        rows += inner.length
        if (inner.length > MAX_ROWS) return false
      }
      if (rows > MAX_ALL_ROWS || values > MAX_VALUES) return false
    }
    for (const [key, part] of inner)
      waiting.push({ value: part, depth: depth + 1, inText: key === 'root' || (inText && key !== 'fields') })
  }
  return true
}
