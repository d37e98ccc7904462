import { describe, expect, it } from '@jest/globals'
import { existsSync } from 'node:fs'
import { COOKIES, LOCALES, PRIVACY_POLICY_SLUG } from '@/lib/config/constants'
import { PREVIEW_COOKIE } from '@/lib/http/public-page'
import { isEdrpou, isEic, isIban } from '@/lib/domain/identifiers'
import seed from './seed.json' with { type: 'json' }

const { companies } = seed

describe('the companies of the demo', () => {
  it.each(companies.map((company) => [company.company_short_name, company] as const))(
    '%s has valid codes and an email address of a reserved domain',
    (_name, { edrpou, eic, iban, email }) => {
      expect([isEdrpou(edrpou), isEic(eic), isIban(iban)]).toEqual([true, true, true])
      expect(email).toMatch(/@demo\.example$/)
    },
  )

  it('share no code, name or email address', () => {
    for (const key of ['email', 'edrpou', 'eic', 'iban', 'company_name'] as const)
      expect(new Set(companies.map((company) => company[key])).size).toBe(companies.length)
  })
})

/** The keys of translated texts; everything else must be the same in all languages. */
const TEXTS = new Set(['title', 'text', 'name', 'value', 'question', 'content', 'answer'])

describe('the documents of the demo', () => {
  const documents = [...seed.pages, ...seed.news, ...seed.auctionPages]
  it.each(documents.map(({ title, blocks }) => [title.en, blocks] as const))(
    '%s has the same blocks, pictures and addresses in three languages',
    (_title, blocks) => {
      const shapeOf = (value: unknown) =>
        JSON.stringify(value, (key, part: unknown) => (TEXTS.has(key) && typeof part === 'string' ? '' : part))
      expect([shapeOf(blocks.en), shapeOf(blocks.ru)]).toEqual([shapeOf(blocks.uk), shapeOf(blocks.uk)])
    },
  )

  it.each(LOCALES)('list every cookie of the portal in the privacy policy, in %s', (locale) => {
    const policy = JSON.stringify(seed.pages.find(({ slug }) => slug === PRIVACY_POLICY_SLUG)?.blocks[locale])
    for (const name of [...Object.values(COOKIES), PREVIEW_COOKIE]) expect(policy).toContain(`"${name}"`)
  })

  it('refer to files and pictures that exist', () => {
    const files = [
      ...Object.keys(seed.pictures).map((name) => `pictures/${name}.webp`),
      ...[...seed.lots.papers, ...seed.certificates].map(({ file }) => file),
    ]
    expect(files.filter((file) => !existsSync(`demo/files/${file}`))).toEqual([])
    const pictures = [...JSON.stringify(seed).matchAll(/"(?:image|picture)":"(\w+)"/g)].map(([, name]) => name)
    expect(pictures.filter((name) => !(name! in seed.pictures))).toEqual([])
  })
})
