/**
 * `JSON.parse` that refuses an object with the same name twice, of which it would keep the last value only: readers differ in
 * which one counts.
 *
 * @throws {SyntaxError}
 */
export function parseJson(text: string): unknown {
  const value: unknown = JSON.parse(text)
  if (countWrittenNames(text) !== countNames(value)) throw new SyntaxError('An object repeats a name.')
  return value
}

/** The colons outside of strings: each follows a name. */
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

/** Not recursive, because the nesting is the sender's. */
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
