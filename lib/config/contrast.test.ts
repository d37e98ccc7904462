import { readFileSync } from 'node:fs'
import { describe, expect, it } from '@jest/globals'

const css = readFileSync('components/ui/tokens.css', 'utf8')
const root = declarationsOf(css.slice(css.indexOf(':root {')))
const flame = { ...root, ...declarationsOf(css.slice(css.indexOf("[data-header='flame']"))) }

type Declarations = Record<string, string>
type Theme = 'light' | 'dark'

function declarationsOf(block: string): Declarations {
  const body = block.slice(0, block.indexOf('\n}'))
  return Object.fromEntries(
    [...body.matchAll(/--([\w-]+): ([^;]+);/g)].map((match) => [match[1] ?? '', match[2] ?? '']),
  )
}

/** The colour of a token as `#rrggbb`, with references and theme resolved. */
function colour(tokens: Declarations, name: string, theme: Theme): string {
  let value = tokens[name] ?? ''
  const themed = /^light-dark\((.+), (.+)\)$/.exec(value)
  if (themed) value = (theme === 'light' ? themed[1] : themed[2]) ?? ''
  const reference = /^var\(--([\w-]+)\)$/.exec(value)
  return reference?.[1] ? colour(tokens, reference[1], theme) : value
}

function luminance(hex: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5]
    .map((start) => parseInt(hex.slice(start, start + 2), 16) / 255)
    .map((channel) => (channel <= 0.04045 ? channel / 12.92 : ((channel + 0.055) / 1.055) ** 2.4))
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}

function contrast(tokens: Declarations, front: string, back: string, theme: Theme): number {
  const [lighter = 0, darker = 0] = [front, back]
    .map((name) => luminance(colour(tokens, name, theme)))
    .sort((a, b) => b - a)
  return (lighter + 0.05) / (darker + 0.05)
}

const TEXTS: [string, string][] = [
  ...['ground', 'surface', 'surface-raised', 'surface-sunken', 'surface-hover'].flatMap(
    (ground): [string, string][] => [
      ['text', ground],
      ['text-soft', ground],
    ],
  ),
  ['text-faint', 'surface'],
  ['link', 'surface'],
  ['link', 'ground'],
  ['on-action', 'action'],
  ['text', 'own'],
  ['text-soft', 'own'],
  ['go-text', 'go-ground'],
  ['plan-text', 'plan-ground'],
  ['wait-text', 'wait-ground'],
  // A new price in the ranking.
  ['text', 'wait-ground'],
  ['done-text', 'done-ground'],
  ['lose-text', 'lose-ground'],
  ['lose-text', 'surface'],
]

describe.each<Theme>(['light', 'dark'])('contrast in the %s theme (WCAG 2.2 AA)', (theme) => {
  it.each(TEXTS)('%s on %s is at least 4.5', (text, ground) => {
    expect(contrast(root, text, ground, theme)).toBeGreaterThanOrEqual(4.5)
  })

  it.each([
    ['control-line', 'surface'],
    ['focus', 'surface'],
    ['bar', 'bar-rest'],
  ])('the mark %s on %s is at least 3', (mark, ground) => {
    expect(contrast(root, mark, ground, theme)).toBeGreaterThanOrEqual(3)
  })

  it.each([
    ['ink', root],
    ['flame', flame],
  ] as const)('text on the %s header is at least 4.5, even over its glow', (_name, tokens) => {
    for (const ground of ['header-ground', 'header-deep', 'header-glow']) {
      expect(contrast(tokens, 'header-text', ground, theme)).toBeGreaterThanOrEqual(4.5)
      expect(contrast(tokens, 'header-soft', ground, theme)).toBeGreaterThanOrEqual(4.5)
    }
  })
})
