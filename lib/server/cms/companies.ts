import { drizzle } from 'drizzle-orm/node-postgres';
import { ValidationError, type Payload, type PayloadRequest } from 'payload';
import type { Companies, CompanyWriting } from '@/lib/server/accounts/companies';
import { adapterOf } from '@/lib/server/cms/database';
import type { PoolClient } from '@/lib/server/db/pool';

/** Companies written through Payload, hooks and all, in a transaction of the portal's own. */
export function createCompanies(cms: () => Promise<Payload>): Companies {
  return {
    async create(client, company) {
      const payload = await cms();
      return written(() =>
        inTransaction(payload, client, (req) => payload.create({ collection: 'companies', data: company, depth: 0, req })),
      );
    },
    async update(client, id, change) {
      const payload = await cms();
      return written(() =>
        inTransaction(payload, client, (req) => payload.update({ collection: 'companies', id, data: change, depth: 0, req })),
      );
    },
  };
}

async function written(write: () => Promise<{ id: number }>): Promise<CompanyWriting> {
  try {
    return { ok: true, id: (await write()).id };
  } catch (error) {
    if (!(error instanceof ValidationError)) throw error;
    const paths = error.data.errors.map(({ path }) => path);
    // An address that is badly formed never comes this far: what is wrong with it is that somebody has it.
    if (paths.includes('email')) return { ok: false, code: 'email_already_used' };
    return { ok: false, code: 'invalid_input', errors: paths.map((path) => ({ path, code: `${path}_invalid` })) };
  }
}

/**
 * Lets Payload write through a client that holds a transaction: to Payload it is a session of its adapter, begun and
 * ended by somebody else.
 */
async function inTransaction<T>(
  payload: Payload,
  client: PoolClient,
  work: (req: Partial<PayloadRequest>) => Promise<T>,
): Promise<T> {
  const adapter = adapterOf(payload);
  const id = crypto.randomUUID();
  const leave = async () => undefined;
  const db = drizzle({ client, schema: adapter.schema }) as unknown as (typeof adapter.sessions)[string]['db'];
  adapter.sessions[id] = { db, resolve: leave, reject: leave };
  try {
    return await work({ transactionID: id });
  } finally {
    delete adapter.sessions[id];
  }
}
