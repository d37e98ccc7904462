import { drizzle } from 'drizzle-orm/node-postgres'
import { type Payload, type PayloadRequest, ValidationError } from 'payload'
import { parseQuantity } from '@/lib/domain/money'
import type { Companies, CompanyWriting } from '@/lib/server/accounts/users'
import type { PoolClient } from '@/lib/server/db/pool'
import type { FeedbackDependencies } from '@/lib/server/feedback/feedback'
import type { Orders } from '@/lib/server/shop/shop'
import { adapterOf } from './database'

/** Companies written through Payload, hooks and all, in a transaction of the portal's own. */
export function createCompanies(cms: () => Promise<Payload>): Companies {
  return {
    async create(client, company) {
      const payload = await cms()
      return written(() =>
        inTransaction(payload, client, (req) =>
          payload.create({ collection: 'companies', data: company, depth: 0, req }),
        ),
      )
    },
    async update(client, id, change) {
      const payload = await cms()
      return written(() =>
        inTransaction(payload, client, (req) =>
          payload.update({ collection: 'companies', id, data: change, depth: 0, req }),
        ),
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

/** Companies' messages written through Payload, in a transaction of the portal's own. */
export function createFeedbackWriter(cms: () => Promise<Payload>): FeedbackDependencies<never>['create'] {
  return async (client, message) => {
    const payload = await cms()
    return inTransaction(payload, client, async (req) => {
      const { id } = await payload.create({
        collection: 'feedback',
        data: { ...message, status: 'new' },
        depth: 0,
        req,
      })
      return id
    })
  }
}

/** Products read, and orders written, through Payload. */
export function createOrders(cms: () => Promise<Payload>): Orders {
  return {
    async findProduct(id, language) {
      const payload = await cms()
      const { docs } = await payload.find({
        collection: 'products',
        where: { id: { equals: id }, is_offered: { equals: true } },
        locale: language,
        fallbackLocale: 'uk',
        depth: 0,
        limit: 1,
      })
      const product = docs[0]
      return product === undefined
        ? null
        : { id: product.id, minimumVolume: parseQuantity(product.minimum_volume) ?? 0, unit: product.unit }
    },
    async create(client, order) {
      const payload = await cms()
      return inTransaction(payload, client, async (req) => {
        const { id } = await payload.create({ collection: 'orders', data: order, depth: 0, req })
        return id
      })
    },
  }
}

/**
 * Lets Payload write through a client that holds a transaction: to Payload it is a session of its adapter, begun and
 * ended by somebody else.
 */
export async function inTransaction<T>(
  payload: Payload,
  client: PoolClient,
  work: (req: Partial<PayloadRequest>) => Promise<T>,
): Promise<T> {
  const adapter = adapterOf(payload)
  const id = crypto.randomUUID()
  const leave = async () => undefined
  const db = drizzle({ client, schema: adapter.schema }) as unknown as (typeof adapter.sessions)[string]['db']
  adapter.sessions[id] = { db, resolve: leave, reject: leave }
  try {
    return await work({ transactionID: id })
  } finally {
    delete adapter.sessions[id]
  }
}
