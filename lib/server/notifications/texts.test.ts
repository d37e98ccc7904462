import { readFileSync } from 'node:fs'
import { describe, expect, it } from '@jest/globals'
import { language } from '@/lib/contract/primitives'
import { emailKinds } from '@/lib/server/jobs/emails'
import { emailValues, type Use, valuesIn } from '@/tests/support/email-values'
import { messagesOf } from '@/tests/support/read-texts'
import type { EmailValues } from './email-values'
import uk from './messages/uk.json' with { type: 'json' }
import { emailTranslators } from './texts'

type Kind = keyof EmailValues
const kinds = Object.keys(uk.emails) as Kind[]

// Text with special characters of ICU, HTML and regular expressions.
const WORD = "«А & Б» <b>{x}</b> $& 'y' '{інше}' ''#1'' |"

/** Languages may differ in their number of paragraphs. */
const textsIn = (lang: (typeof language.options)[number]) =>
  messagesOf(lang, 'lib/server/notifications/messages').map(([key, text]) => [key.replace(/\.\d+$/, ''), text] as const)

/** What each text does with which values. */
const usesIn = (lang: (typeof language.options)[number]) =>
  new Set(
    textsIn(lang).flatMap(([key, text]) => [...valuesIn(text)].map(([name, use]) => [key, name, use].flat().join(' '))),
  )

/** A text for each value that changes it. */
function possible(use: Use): readonly unknown[] {
  if (use === 'printed') return [WORD]
  return use === 'counted' ? [0, 1, 2, 5, 1234] : [...use, 'anything else']
}

/** Every combination of the values in the texts of an email. */
function combinationsOf(kind: Kind): Record<string, unknown>[] {
  return [...valuesIn(uk.emails[kind])].reduce<Record<string, unknown>[]>(
    (combinations, [name, use]) =>
      combinations.flatMap((values) => possible(use).map((value) => ({ ...values, [name]: value }))),
    [{}],
  )
}

it('the types of the values in emails are those of the texts (npm run email:values)', () => {
  expect(readFileSync('lib/server/notifications/email-values.ts', 'utf8')).toBe(emailValues(uk))
})

describe.each(language.options)('texts of emails in %s', (lang) => {
  it('exist for every kind that this module writes', () => {
    const written = textsIn(lang).flatMap(([key]) => /^emails\.(\w+)\.subject$/.exec(key)?.[1] ?? [])
    expect([...written, 'staff_email', 'subscription_auction'].sort()).toEqual([...emailKinds].sort())
    const named = textsIn(lang).flatMap(([key]) => /^names\.(\w+)$/.exec(key)?.[1] ?? [])
    expect(named.sort()).toEqual([...emailKinds].sort())
  })

  it('have the same keys as the Ukrainian ones, none unused and none blank', () => {
    const keys = textsIn(lang).map(([key]) => key)
    expect([...new Set(keys)].sort()).toEqual([...new Set(textsIn('uk').map(([key]) => key))].sort())
    const parts = keys.filter((key) => key.startsWith('emails.')).map((key) => key.replace(/^emails\.\w+\./, ''))
    expect(new Set(parts)).toEqual(new Set(['subject', 'heading', 'paragraphs', 'action', 'note']))
    expect(textsIn(lang).filter(([, text]) => text.trim() === '')).toEqual([])
  })

  it('print, count and choose by the same values as the Ukrainian ones', () => {
    expect(usesIn(lang)).toEqual(usesIn('uk'))
  })

  it.each(kinds)('are complete for all values of %s, and contain its words unchanged', (kind) => {
    const wholes = combinationsOf(kind).map((values) => {
      const { subject, heading, paragraphs, action, note } = emailTranslators[lang].write(kind, values as never)
      expect([subject, heading, ...paragraphs].filter((text) => text.trim() === '')).toEqual([])
      expect(paragraphs).not.toHaveLength(0)
      return [subject, heading, ...paragraphs, action, note].join('\n')
    })
    const words = [...valuesIn(uk.emails[kind]).values()].filter((use) => use === 'printed')
    if (words.length > 0) expect(wholes.every((whole) => whole.includes(WORD))).toBe(true)
  })
})
