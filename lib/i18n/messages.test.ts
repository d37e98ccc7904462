import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { describe, expect, it } from '@jest/globals'
import { type Locale, LOCALES } from '@/lib/config/constants'
import { FALLBACK_MESSAGES } from './fallback-messages'
import { loadMessages } from '@/lib/i18n/messages'
import { documentKind } from '@/lib/contract/documents'
import { MESSAGES, portalTranslations } from '@/lib/server/cms/translations'

type Tree = { [key: string]: string | Tree }

function flatten(tree: Tree, path = ''): Map<string, string> {
  return new Map(
    Object.entries(tree).flatMap(([key, value]) =>
      typeof value === 'string' ? [[`${path}${key}`, value] as const] : [...flatten(value, `${path}${key}.`)],
    ),
  )
}

/** Arguments and tags of a message, without the texts inside plurals. */
function argumentsOf(message: string): string[] {
  return [
    ...new Set([...message.matchAll(/\{(\w+)\s*[,}]|<(\w+)>/g)].map((match) => match[1] ?? match[2] ?? '')),
  ].sort()
}

function emailTextsOf(locale: Locale): Map<string, string> {
  return flatten(JSON.parse(readFileSync(`lib/server/notifications/messages/${locale}.json`, 'utf8')) as Tree)
}

/** The site's messages, and the back office's without those that replace Payload's own in some languages only. */
const SETS: Record<string, (locale: Locale) => Promise<Tree>> = {
  site: loadMessages,
  'forms of editors': async (locale) => ({ portal: portalTranslations[locale].portal }),
}

describe('messages', () => {
  it.each(LOCALES.flatMap((locale) => Object.keys(SETS).map((set) => [set, locale] as const)))(
    'of the %s in %s have the same keys and arguments as the Ukrainian ones, and no blanks',
    async (set, locale) => {
      const [original, translated] = await Promise.all([SETS[set]!('uk'), SETS[set]!(locale)])
      const expected = flatten(original)
      const actual = flatten(translated)
      expect([...actual.keys()].sort()).toEqual([...expected.keys()].sort())
      for (const [key, text] of actual) {
        expect(`${key}: ${text.trim()}`).not.toBe(`${key}: `)
        if (!/\{\w+, (plural|select)/.test(text))
          expect([key, argumentsOf(text)]).toEqual([key, argumentsOf(expected.get(key) ?? '')])
      }
    },
  )

  it('contain the sentences of the specification verbatim', async () => {
    const { AuctionState, ErrorPage, Errors, Fields } = await loadMessages('en')
    expect({
      notFound: ErrorPage.notFoundText,
      wrongLogin: Errors.invalid_credentials,
      emailRequired: Fields.emailRequired,
      states: AuctionState,
    }).toMatchObject({
      notFound: 'This page could not be found',
      wrongLogin: 'Incorrect login or password',
      emailRequired: 'Enter your email',
      states: {
        planned: 'Planned',
        running: 'Going on right now',
        completed: 'Completed',
      },
    })
    const texts = [...flatten(await loadMessages('en')).values()]
    for (const sentence of [
      'Sorry, but this user was not registered',
      'This email is already used',
      'Your account has been deactivated',
    ])
      expect(texts.filter((text) => text.startsWith(sentence))).not.toEqual([])
  })

  it.each(LOCALES)('in %s use the same wording for the same thing', async (locale) => {
    const { BidPanel, Common, Fields, Lot } = await loadMessages(locale)
    expect(Common.required).toBe(Fields.required)
    expect(BidPanel.numberUnclear).toBe(Fields.numberUnclear)
    expect(Lot.faults.numberUnclear).toBe(Fields.numberUnclear)
  })

  it.each(LOCALES)('in %s name the personal data that a deletion keeps, to buyers and to managers', async (locale) => {
    const { Office, PersonalData } = await loadMessages(locale)
    const emails = emailTextsOf(locale)
    for (const text of [
      (PersonalData as Tree).deletionText,
      Office.deletionHint,
      emails.get('emails.account_erased.paragraphs.1'),
    ])
      expect(text).toMatch(/chat|чат/)
  })

  it.each(LOCALES)(
    'in %s have the same names of documents and topics on the site, in the back office and in emails',
    async (locale) => {
      const { Cabinet, DocumentKinds, Office } = await loadMessages(locale)
      const emails = emailTextsOf(locale)
      const { fields } = MESSAGES[locale]
      for (const kind of documentKind.options) {
        const name = DocumentKinds[kind]
        expect([emails.get(`documentKinds.${kind}`), Office[`document_${kind}`]]).toEqual([name, name])
      }
      for (const [topic, name] of Object.entries(Cabinet.feedback.topics))
        expect([topic, emails.get(`feedbackTopics.${topic}`)]).toEqual([topic, name])
      expect(fields.technical).toBe(Cabinet.feedback.topics.technical)
    },
  )

  it.each(LOCALES)('in %s match those of the last-resort error page', async (locale) => {
    expect((await loadMessages(locale)).ErrorPage).toMatchObject(FALLBACK_MESSAGES[locale])
  })
})

/** Cyrillic text outside the messages: people's and banks' input, the audit trail, and pages shown before messages load. */
const CYRILLIC_IN_CODE = [
  'lib/config/constants.ts', // names of the languages
  'lib/contract/company.ts', // letters and words that people paste
  'lib/contract/links.ts', // words that name a company or an address
  'lib/domain/deposit.ts', // words before an auction’s number
  'lib/domain/password.ts', // rows of keys and common passwords
  'lib/i18n/fallback-messages.ts',
  'lib/server/auctions/named-applicants.ts', // legal forms
  'lib/server/platform/folded-words.ts', // letters that look like Latin ones
  'lib/server/cms/fields/slug.ts', // transliteration
  'lib/server/cms/payload.config.ts', // the name of the time zone
  'lib/server/deposits/bank-line.ts', // the currency after a sum
  'lib/server/deposits/fingerprint.ts', // words for no number
  'lib/server/platform/payment-code.ts', // the purpose of a payment to a Ukrainian bank
  'lib/server/deposits/read-mt940.ts', // the name of a company’s code
  'lib/server/deposits/statement-columns.ts', // headings of banks
  'lib/server/printing/amount-in-words.ts',
]
/** The type of a schema's labels asks for three languages. */
const BLOCK_SCHEMA = /^components\/content\/blocks\/[^/]+\/schema\.ts$/

it('texts for people are in messages, not in code', () => {
  const folders = ['app', 'components', 'lib', 'server', 'middleware.ts']
  const files = execFileSync('git', ['ls-files', '-co', '--exclude-standard', '--', ...folders], { encoding: 'utf8' })
  const sources = files.split('\n').filter((path) => /\.tsx?$/.test(path) && !/\.test\.tsx?$|\/migrations\//.test(path))
  const withTexts = sources.filter((path) =>
    /[а-яіїєґ]{3}/i.test(readFileSync(path, 'utf8').replace(/\/\*[\s\S]*?\*\/|\/\/ .*/g, '')),
  )
  expect(withTexts.filter((path) => !CYRILLIC_IN_CODE.includes(path) && !BLOCK_SCHEMA.test(path))).toEqual([])
})
