import { describe, expect, it } from '@jest/globals'
import { isValidIBAN } from 'ibantools'
import { isEdrpou, isEic } from '@/lib/domain/identifiers'
import { demoBuyers, pastBuyers, waitingBuyer } from '@/lib/server/demo/companies'

const all = [...demoBuyers, waitingBuyer, ...pastBuyers]

describe('the demo’s companies', () => {
  it.each(all.map((company) => [company.company_short_name, company] as const))(
    '%s has valid codes',
    (_name, company) => {
      expect(isEdrpou(company.edrpou)).toBe(true)
      expect(isEic(company.eic)).toBe(true)
      expect(isValidIBAN(company.iban)).toBe(true)
      expect(company.iban).toHaveLength(29)
    },
  )

  it('differ in everything that must be one company’s own', () => {
    for (const key of ['email', 'edrpou', 'eic', 'iban', 'company_name'] as const) {
      expect(new Set(all.map((company) => company[key])).size).toBe(all.length)
    }
  })

  it('have mail addresses that nobody can own', () => {
    for (const { email } of all) expect(email).toMatch(/@demo\.example$/)
  })
})
