import fc from 'fast-check'

/** Texts that often break programs: control characters, invalid Unicode, paths, markup, odd numbers and dates. */
const awkward = [
  '',
  ' ',
  '\u0000',
  '\ud800',
  'a\udc00',
  '\u202eexe',
  '\r\nX: 1',
  '%',
  '%ff',
  '%00',
  '%0d%0aX:1',
  '../../etc/passwd',
  '..\\..\\x',
  '//evil.example',
  '/\\evil.example',
  "' or 1=1 --",
  '"; drop table x; --',
  '<script>alert(1)</script>',
  '${7*7}',
  '{{7*7}}',
  '__proto__',
  'constructor',
  'toString',
  'null',
  'NaN',
  '-1',
  '0',
  '1.5',
  '1e19',
  '9223372036854775808',
  '2026-02-31',
  '0000-00-00T00:00:00Z',
  '+275760-09-13T00:00:00Z',
  'uk',
  'en',
  'ru',
  'xx',
  'я'.repeat(300),
  '😀',
  'a'.repeat(5_000),
  '[]',
  '{}',
  'WzEuNV0',
  'WzFlMTld',
  'bnVsbA',
]

export const text = fc.oneof(
  { weight: 3, arbitrary: fc.constantFrom(...awkward) },
  fc.string({ unit: 'binary', maxLength: 40 }),
  fc.string({ maxLength: 20 }),
)

export const value: fc.Arbitrary<unknown> = fc.oneof(
  { weight: 5, arbitrary: text },
  fc.constantFrom(null, true, false, 0, -1, 1, 2, 1.5, 1e19, -1e308, 2 ** 31, 2 ** 53),
  fc.jsonValue({ maxDepth: 3 }),
  fc.array(text, { maxLength: 3 }),
)

/** Mostly plausible parts of a path. */
export const slug = fc.oneof(
  {
    weight: 2,
    arbitrary: fc.constantFrom(
      'gas',
      'condensate',
      'about',
      'news',
      'lot-1',
      'lot-35',
      'x',
      '1',
      '2',
      '999999',
      'made-up',
    ),
  },
  text,
)

/** A part of a path that is usually, but not always, escaped. */
export const segment = fc
  .tuple(slug, fc.nat(9))
  .map(([word, how]) => (how === 0 ? word.replace(/[\s\u0000-\u001f]/g, '_') : encode(word)))

export function encode(word: string): string {
  return encodeURIComponent(word.toWellFormed())
}

/** Invalid or unusual JSON. */
export const brokenJson = fc.oneof(
  fc.constantFrom(
    '',
    '{',
    '[',
    '"',
    'nul',
    '{"a":}',
    '{"a":1,}',
    '\ufeff{}',
    '{"__proto__":{"x":1}}',
    '{"a":"\\ud800"}',
    `${'['.repeat(5_000)}"\\u0000"${']'.repeat(5_000)}`,
    '{"a":1}{"b":2}',
  ),
  fc.integer({ min: 1, max: 3_000 }).map((count) => `{${Array.from({ length: count }, (_, i) => `"k${i}":0`).join()}}`),
  fc.string({ maxLength: 60 }),
)
