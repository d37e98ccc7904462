import { describe, expect, it } from '@jest/globals'
import { en as payloadEn } from 'payload/i18n/en'
import { endpoints } from '@/lib/contract/endpoints'
import { textCodeOf } from '@/components/office/faults'
import { OFFICE_TEXTS } from '@/lib/i18n/office-texts'
import { ERROR_STATUS } from '@/lib/contract/errors'
import en from './messages/en.json' with { type: 'json' }
import ru from './messages/ru.json' with { type: 'json' }
import uk from './messages/uk.json' with { type: 'json' }

type Texts = { [key: string]: string | Texts }

/** By path: "office.pricePerUnit". */
function textsIn(texts: Texts, path: readonly string[] = []): [path: string, text: string][] {
  return Object.entries(texts).flatMap(([key, value]) =>
    typeof value === 'string' ? [[[...path, key].join('.'), value]] : textsIn(value, [...path, key]),
  )
}

const valuesIn = (text: string) => (text.match(/\{\{\w+\}\}/g) ?? []).sort()

describe('the texts of the back office', () => {
  it.each(Object.entries({ uk, en, ru }))('mark values in %s with two braces, as Payload does', (_, messages) => {
    const wrong = textsIn(messages).filter(([, text]) => /[{}]/.test(text.replace(/\{\{\w+\}\}/g, '')))
    expect(wrong).toEqual([])
  })

  it.each(Object.entries({ en, ru }))('have the same values in %s as in Ukrainian', (_, messages) => {
    const translated = new Map(textsIn(messages))
    const different = textsIn({ portal: uk.portal, fields: uk.fields }).filter(
      ([path, text]) => valuesIn(translated.get(path) ?? '').join() !== valuesIn(text).join(),
    )
    expect(different).toEqual([])
  })

  it.each(Object.entries({ uk, en, ru }))(
    'replace only existing Payload texts, with the same values, in %s',
    (_, messages) => {
      const originals = new Map(textsIn(payloadEn.translations))
      const wrong = textsIn(messages.payload).filter(([path, text]) => {
        const original = originals.get(path)
        return original === undefined || valuesIn(text).some((value) => !original.includes(value))
      })
      expect(wrong).toEqual([])
    },
  )
})

describe('error messages in the office', () => {
  it('are keyed by the API’s codes', () => {
    const named = Object.keys(OFFICE_TEXTS.uk).flatMap((key) =>
      key.startsWith('error_') ? [key.slice('error_'.length)] : [],
    )
    const codes = [...Object.keys(ERROR_STATUS), 'offline', 'other']
    expect(named.length).toBeGreaterThan(20)
    expect(named.filter((name) => !codes.includes(name))).toEqual([])
  })

  it('exist for each refusal of the managers’ calls', () => {
    // Only a faulty client sends a key twice or none.
    const untranslated = ['idempotency_key_missing', 'idempotency_key_reused']
    const refusals = Object.values(endpoints.manager).flatMap((call) => ('errors' in call ? call.errors : []))
    const missing = new Set(refusals.filter((code) => !(`error_${textCodeOf(code)}` in OFFICE_TEXTS.uk)))
    expect([...missing].filter((code) => !untranslated.includes(code))).toEqual([])
  })
})
