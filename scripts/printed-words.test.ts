import { describe, expect, it } from '@jest/globals'
import { language, type Language } from '@/lib/contract/primitives'
import { fileTranslators } from '@/lib/server/auctions/queries/results'
import { documentTranslators } from '@/lib/server/printing/translators'
import { messagesOf } from '@/tests/support/read-texts'

type Translate = (key: string, values: Record<string, string>) => string

const parts = [
  ['documents', 'lib/server/printing/messages', documentTranslators],
  ['files', 'lib/server/auctions/messages', fileTranslators],
] as const
const cases = parts.flatMap(([part, folder, words]) =>
  language.options.map((locale): [part: string, own: Language, folder: string, say: Translate] => [
    part,
    locale,
    folder,
    words[locale] as unknown as Translate,
  ]),
)

const argumentsIn = (text: string) => [...new Set([...text.matchAll(/\{([a-z]\w*)[,}]/g)].map(([, name = '']) => name))]
/** The options of `select` in a message: `{auction, select, none {} other {…}}`. */
const choicesIn = (text: string) => (text.includes(', select,') ? text.match(/(?<=[,}] )\w+(?= \{)/g) : [])

describe.each(cases)('texts of %s in %s', (_part, locale, folder, translate) => {
  const texts = messagesOf(locale, folder)

  it('have the keys, parameters and options of the Ukrainian ones, and none is blank', () => {
    const shape = ([key, text]: readonly [string, string]) => [key, argumentsIn(text).sort(), choicesIn(text)]
    expect(texts.map(shape)).toEqual(messagesOf('uk', folder).map(shape))
    expect(texts.filter(([, text]) => text.trim() === '')).toEqual([])
  })

  it('contain values with special characters unchanged, and throw without them', () => {
    for (const [key, text] of texts) {
      const names = argumentsIn(text)
      const values = Object.fromEntries(names.map((name) => [name, `«${name}» <b>{x}</b> $& 'y' ''#''`]))
      const translation = translate(key, values)
      expect(Object.entries(values).filter(([, value]) => !translation.includes(value))).toEqual([])
      if (names.length === 0) expect(translation).toBe(text)
      else expect(() => translate(key, {})).toThrow()
    }
  })

  it('throw for unknown keys', () => {
    expect(() => translate('nothing', {})).toThrow()
  })
})
