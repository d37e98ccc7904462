/** What a text does with a value: prints it, chooses by its number, or chooses by its name among these options. */
export type Use = 'printed' | 'counted' | readonly string[]

interface Texts {
  [key: string]: string | Texts | readonly string[]
}

/** The values in a text and in those below it, by name. */
export function valuesIn(texts: Texts[string], uses = new Map<string, Use>()): Map<string, Use> {
  if (typeof texts !== 'string') {
    for (const part of Object.values(texts)) valuesIn(part, uses)
    return uses
  }
  for (const { 0: start, 1: name = '', 2: use, index } of texts.matchAll(/\{([a-z]\w*)(?:\}|, (select|plural), )/g)) {
    const earlier = uses.get(name) ?? 'printed'
    if (use === 'plural') uses.set(name, 'counted')
    else if (use === undefined) uses.set(name, earlier)
    else {
      const options = [...(typeof earlier === 'string' ? [] : earlier), ...optionsIn(texts.slice(index + start.length))]
      uses.set(name, [...new Set(options)].sort())
    }
  }
  return uses
}

/** The names before the braces of `sold {…} other {…}`, but for `other`. */
function optionsIn(text: string): string[] {
  let depth = 0
  let outermost = ''
  for (const sign of text) {
    if (sign === '}' && --depth < 0) break
    if (depth === 0) outermost += sign
    if (sign === '{') depth++
  }
  return (outermost.match(/\w+/g) ?? []).filter((option) => option !== 'other')
}

function typeOf(use: Use): string {
  if (use === 'printed') return 'string | number'
  if (use === 'counted') return 'number'
  const options = use.map((option) => `'${option}'`)
  const line = `Choice<${options.join(' | ')}>`
  // As the formatter breaks a line that is too long.
  return line.length <= MAX_CHOICE ? line : `Choice<\n${options.map((option) => `      | ${option}\n`).join('')}    >`
}

const MAX_CHOICE = 105

export function emailValues({ emails }: { emails: Record<string, Texts> }): string {
  const types = Object.entries(emails).map(([kind, texts]) => {
    const lines = [...valuesIn(texts)].map(([name, use]) => `    ${name}: ${typeOf(use)}\n`)
    return `  ${kind}: {\n${lines.join('')}  }\n`
  })
  return `// Written by \`npm run email:values\`, from messages/uk.json.

/** One of these names chooses its text; any other value gets that for \`other\`. */
export interface Choice<Option extends string> {
  readonly option: Option
}

/** The values that the texts of each email need. */
export interface EmailValues {
${types.join('')}}
`
}
