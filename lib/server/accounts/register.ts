import { isValidIBAN } from 'ibantools'
import type { authEndpoints } from '@/lib/contract/accounts'
import type { CompanyData } from '@/lib/contract/company'
import type { FieldError } from '@/lib/contract/errors'
import { isEdrpou, isEic } from '@/lib/domain/identifiers'
import { ownWords } from '@/lib/domain/password'
import { answer, type Handlers, refuse, withOutcome } from '@/lib/server/kernel/handler'
import { issueLink, type RegistrationDependencies } from './links'
import { hashPassword, passwordFaults } from './passwords'
import { queueLetter } from '@/lib/server/jobs/letters'
import { isUsed } from './users'

const checks = {
  edrpou: isEdrpou,
  eic: isEic,
  iban: (text: string) => text.startsWith('UA') && isValidIBAN(text),
}

/** Codes whose check digits are wrong; what is not given is not checked. */
export function companyFaults(data: Partial<CompanyData>): FieldError[] {
  return (Object.keys(checks) as (keyof typeof checks)[])
    .filter((name) => data[name] !== undefined && !checks[name](data[name]))
    .map((name) => ({ path: name, code: `${name}_invalid` }))
}

/** Registration: the company, its password and the letter that confirms its address, all or nothing. */
export function createRegistration(deps: RegistrationDependencies): Pick<Handlers<typeof authEndpoints>, 'register'> {
  const { pool, clock, companies, linkTokens } = deps
  return {
    async register({ lang, password, accept_rules: _accepted, ...company }) {
      const errors = [...companyFaults(company), ...(await passwordFaults(password, ownWords(company)))]
      if (errors.length > 0) return refuse('invalid_input', { errors })
      if (await isUsed(pool, company.email)) return refuse('email_already_used')
      // Slow on purpose, so outside of the transaction.
      const hash = await hashPassword(password)
      return withOutcome(pool, async (client) => {
        const created = await companies.create(client, { ...company, language: lang })
        if (!created.ok) return refuse(created.code, 'errors' in created ? { errors: created.errors } : {})
        await client.query(`insert into portal.credentials (account_id, password_hash) values ($1, $2)`, [
          created.id,
          hash,
        ])
        const link = { kind: 'email_confirmation', accountId: created.id, email: company.email } as const
        const id = await issueLink(client, linkTokens, link, clock.now())
        await queueLetter(client, 'email_confirmation', created.id, { token_id: id, email: company.email })
        return answer({ data: { email: company.email } })
      })
    },
  }
}
