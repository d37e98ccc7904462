import { ValidationError, type Payload } from 'payload'
import type { Companies, CompanyWriting } from '@/lib/server/accounts/companies'
import { inTransaction } from '@/lib/server/cms/in-transaction'

/** Companies written through Payload, hooks and all, in a transaction of the portal's own. */
export function createCompanies(cms: () => Promise<Payload>): Companies {
  return {
    async create(client, company) {
      const payload = await cms()
      return written(() =>
        inTransaction(payload, client, (req) => payload.create({ collection: 'companies', data: company, depth: 0, req })),
      )
    },
    async update(client, id, change) {
      const payload = await cms()
      return written(() =>
        inTransaction(payload, client, (req) => payload.update({ collection: 'companies', id, data: change, depth: 0, req })),
      )
    },
  }
}

async function written(write: () => Promise<{ id: number }>): Promise<CompanyWriting> {
  try {
    return { ok: true, id: (await write()).id }
  } catch (error) {
    if (!(error instanceof ValidationError)) throw error
    const paths = error.data.errors.map(({ path }) => path)
    // An address that is badly formed never comes this far: what is wrong with it is that somebody has it.
    if (paths.includes('email')) return { ok: false, code: 'email_already_used' }
    return { ok: false, code: 'invalid_input', errors: paths.map((path) => ({ path, code: `${path}_invalid` })) }
  }
}
