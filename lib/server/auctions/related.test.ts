import { readFileSync } from 'node:fs'
import { describe, expect, it } from '@jest/globals'
import { type CompanyTraits, foldName, PUBLIC_MAIL_DOMAINS, relationsOf } from './related'

const company = (company_id: number, traits: Partial<CompanyTraits> = {}): CompanyTraits => ({
  ...{ company_id, ibans: [], phones: [], emails: [], names: [], browsers: [] },
  ...traits,
})
const shared = (first: Partial<CompanyTraits>, second: Partial<CompanyTraits>) =>
  relationsOf([company(1, first), company(2, second)])
    .get(1)
    ?.get(2)
    ?.map(({ what }) => what)

describe('R14.4 companies', () => {
  it.each<[string, Partial<CompanyTraits>, Partial<CompanyTraits>]>([
    ['iban', { ibans: ['UA88 3006 1400 0002 6006 5002 1190 4'] }, { ibans: ['ua883006140000026006500211904'] }],
    ['phone', { phones: ['044 123-45-67'] }, { phones: ['+380441234567 ext. 12'] }],
    ['mail_domain', { emails: ['sales@Нафта.укр'] }, { emails: ['office@XN--80AA1BVJ.xn--j1amh'] }],
    ['signatory', { names: ['Дем’янчук Ірина Петрівна'] }, { names: ["ІРИНА ПЕТРІВНА ДЕМ'ЯНЧУК"] }],
    ['signatory', { names: ['Косенко Іван'] }, { names: ['Koceнкo Івaн'] }],
    ['browser', { browsers: ['ab', 'cd'] }, { browsers: ['cd'] }],
  ])('are related by the same %s in any spelling', (what, first, second) => {
    expect(shared(first, second)).toEqual([what])
  })

  it.each<[string, Partial<CompanyTraits>, Partial<CompanyTraits>]>([
    ['a public mail domain', { emails: ['one@gmail.com'] }, { emails: ['two@GMAIL.com'] }],
    [
      'the address of an erased account',
      { emails: ['erased-1@erased.invalid'] },
      { emails: ['erased-2@erased.invalid'] },
    ],
    [
      'empty values',
      { ibans: [''], phones: ['—'], names: ['—', ''] },
      { ibans: [''], phones: ['—'], names: ['—', ''] },
    ],
    ['a first name', { names: ['Шевченко Тарас'] }, { names: ['Петренко Тарас'] }],
    ['another line', { phones: ['+380441234567'] }, { phones: ['+380441234568'] }],
  ])('are not related by %s', (_name, first, second) => {
    expect(shared(first, second)).toBeUndefined()
  })

  it('are related once per shared trait, in the spelling of each company', () => {
    const phones = ['+380441234567', '044 123 45 67']
    const relations = relationsOf([
      company(1, { phones, names: ['Коваль Олег'] }),
      company(2, { names: ['коваль олег'] }),
      company(3, { phones: ['0441234567'] }),
    ])
    expect([...(relations.get(1) ?? [])]).toEqual([
      [2, [{ what: 'signatory', value: 'Коваль Олег' }]],
      [3, [{ what: 'phone', value: '+380441234567' }]],
    ])
    expect([...(relations.get(2) ?? [])]).toEqual([[1, [{ what: 'signatory', value: 'коваль олег' }]]])
    expect([...(relations.get(3) ?? []).keys()]).toEqual([1])
  })

  it('are related by a browser without revealing its fingerprint', () => {
    const [[, same] = []] =
      relationsOf([company(1, { browsers: ['ab'] }), company(2, { browsers: ['ab'] })]).get(1) ?? []
    expect(same).toEqual([{ what: 'browser', value: null }])
  })
})

describe('a folded name', () => {
  it('distinguishes names that differ in more than spelling', () => {
    expect(foldName('Ivan Petrenko')).toBe(foldName('PETRENKO IVAN'))
    expect(foldName('Іван Петренко')).not.toBe(foldName('Іван Петренки'))
    expect(foldName('— ')).toBe('')
  })
})

it('docs/auction-rules.md lists every public mail domain', () => {
  const page = readFileSync('docs/auction-rules.md', 'utf8')
  expect([...PUBLIC_MAIL_DOMAINS].filter((domain) => !page.includes(domain))).toEqual([])
})
