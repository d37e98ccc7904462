/**
 * `JSON.parse` that refuses an object with a repeated name: readers differ on which of the values counts.
 *
 * @throws {SyntaxError}
 */
export function parseJson(text: string): unknown {
  const value: unknown = JSON.parse(text)
  if (countWrittenNames(text) !== countNames(value)) throw new SyntaxError('An object repeats a name.')
  return value
}

/** Counts the colons outside of strings: each follows a name. */
function countWrittenNames(json: string): number {
  let names = 0
  let inString = false
  for (let index = 0; index < json.length; index += 1) {
    const sign = json[index]
    if (inString && sign === '\\') index += 1
    else if (sign === '"') inString = !inString
    else if (sign === ':' && !inString) names += 1
  }
  return names
}

/** Not recursive, because the sender chooses the nesting. */
function countNames(value: unknown): number {
  let names = 0
  const waiting = [value]
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    if (typeof next !== 'object' || next === null) continue
    const inner: unknown[] = Object.values(next)
    if (!Array.isArray(next)) names += inner.length
    for (const part of inner) if (typeof part === 'object' && part !== null) waiting.push(part)
  }
  return names
}
