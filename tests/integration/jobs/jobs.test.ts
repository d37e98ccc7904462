import { setTimeout as delay } from 'node:timers/promises'
import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals'
import { createPool } from '@/lib/server/platform/db/pool'
import { withTransaction } from '@/lib/server/platform/db/transaction'
import { enqueue, type JobHandlers } from '@/lib/server/jobs/enqueue'
import { createTestDatabase, type TestDatabase } from '@/tests/support/database'
import { jobsOf, listening, openJobWorker } from '@/tests/support/jobs'
import { vanishingNetwork } from '@/tests/support/vanishing-network'

let db: TestDatabase
const closing: (() => Promise<unknown>)[] = []
let opened = 0

beforeAll(async () => {
  db = await createTestDatabase()
})
afterEach(async () => {
  for (const close of closing.splice(0).toReversed()) await close()
  opened = 0
  await db.pool.query('select graphile_worker.complete_jobs(array(select id from graphile_worker.jobs))')
})
afterAll(() => db.close())

/** A handler that collects its arguments; a test can wait for a number of calls. */
function createCollector(work: (id: number) => Promise<void> = async () => undefined) {
  const calls: number[] = []
  let wake = (): void => undefined
  return {
    calls,
    handler: (async (payload: { auction_id: number } | { email_id: number }) => {
      const id = 'auction_id' in payload ? payload.auction_id : payload.email_id
      calls.push(id)
      wake()
      await work(id)
    }) satisfies JobHandlers['agreements' | 'push'],
    async until(count: number): Promise<number[]> {
      while (calls.length < count) await new Promise<void>((resolve) => (wake = resolve))
      return calls
    },
  }
}

async function open(...args: Parameters<typeof openJobWorker>) {
  const worker = openJobWorker(...args)
  closing.push(() => worker.stop())
  worker.start()
  opened += 1
  await listening(db.pool, opened)
  return worker
}

async function untilQueueIsEmpty(): Promise<void> {
  while ((await jobsOf(db.pool)).length > 0) await delay(10)
}

/** Resolves once at least `count` statements like this wait for a lock. */
async function untilBlocked(statement: string, count = 1): Promise<void> {
  const waiting = async () =>
    (
      await db.pool.query(
        `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock' and query ilike $1`,
        [statement],
      )
    ).rowCount
  while (((await waiting()) ?? 0) < count) await delay(10)
}

describe('a job', () => {
  it('is queued in the transaction of its cause, and run once that commits', async () => {
    const done = createCollector()
    await open(db.pool, { agreements: done.handler })
    const failing = withTransaction(db.pool, async (client) => {
      await enqueue(client, 'agreements', { auction_id: 1 })
      throw new Error('the decision was refused')
    })
    await expect(failing).rejects.toThrow('the decision was refused')
    expect(await jobsOf(db.pool)).toEqual([])
    await withTransaction(db.pool, async (client) => {
      await enqueue(client, 'agreements', { auction_id: 2 })
      expect(done.calls).toEqual([])
    })
    expect(await done.until(1)).toEqual([2])
    await untilQueueIsEmpty()
  })

  it('is refused when queued if its payload does not fit its task', async () => {
    await expect(enqueue(db.pool, 'agreements', { auction_id: 'x' } as never)).rejects.toThrow(/auction_id/)
    expect(await jobsOf(db.pool)).toEqual([])
  })

  it('replaces a waiting one with the same key', async () => {
    for (const id of [1, 2, 3]) await enqueue(db.pool, 'agreements', { auction_id: id }, { key: 'same', after: 60_000 })
    await enqueue(db.pool, 'agreements', { auction_id: 4 }, { key: 'same' })
    const done = createCollector()
    await open(db.pool, { agreements: done.handler })
    await untilQueueIsEmpty()
    expect(done.calls).toEqual([4])
  })

  it('is run once by one of several servers', async () => {
    const done = createCollector()
    const handlers = { agreements: done.handler }
    await Promise.all([open(db.pool, handlers), open(db.pool, handlers), open(db.pool, handlers)])
    const ids = Array.from({ length: 60 }, (_, index) => index + 1)
    await Promise.all(ids.map((id) => enqueue(db.pool, 'agreements', { auction_id: id })))
    await untilQueueIsEmpty()
    expect(done.calls.toSorted((a, b) => a - b)).toEqual(ids)
  })

  it('is retried after a failure', async () => {
    let broken = true
    const done = createCollector(async () => {
      if (broken) throw new Error('not now')
    })
    await open(db.pool, { agreements: done.handler })
    await enqueue(db.pool, 'agreements', { auction_id: 7 })
    const failed = async () =>
      (await db.pool.query(`select from graphile_worker.jobs where last_error = 'not now' and locked_at is null`))
        .rowCount === 1
    while (!(await failed())) await delay(10)
    broken = false
    // Makes the retry due.
    await db.pool.query(`select graphile_worker.reschedule_jobs(array(select id from graphile_worker.jobs), now())`)
    await enqueue(db.pool, 'agreements', { auction_id: 8 })
    await untilQueueIsEmpty()
    expect(done.calls.toSorted()).toEqual([7, 7, 8])
  })

  it('is left to another server if its task is unknown', async () => {
    await open(db.pool, { retention: async () => undefined })
    await enqueue(db.pool, 'agreements', { auction_id: 1 })
    const done = createCollector()
    await open(db.pool, { agreements: done.handler })
    expect(await done.until(1)).toEqual([1])
  })
})

describe('a server that stops', () => {
  it('lets its job finish', async () => {
    let finish = (): void => undefined
    const done = createCollector(() => new Promise((resolve) => (finish = resolve)))
    const worker = await open(db.pool, { agreements: done.handler })
    await enqueue(db.pool, 'agreements', { auction_id: 1 })
    await done.until(1)
    const stopping = worker.stop()
    finish()
    await stopping
    expect(await jobsOf(db.pool)).toEqual([])
    expect((await db.pool.query('select from portal.job_workers')).rowCount).toBe(0)
  })

  it('abruptly has its job run by another', async () => {
    let finish = (): void => undefined
    const hanging = createCollector(() => new Promise((resolve) => (finish = resolve)))
    // After its first heartbeat there are no more, so the other considers it dead after half a second.
    const intervals = { poll: 3_600_000, beat: 3_600_000 }
    await open(db.pool, { agreements: hanging.handler }, { intervals })
    await enqueue(db.pool, 'agreements', { auction_id: 5 })
    await hanging.until(1)
    const { rows } = await db.pool.query<{ at: Date }>('select locked_at as at from graphile_worker.jobs')
    const done = createCollector()
    await open(db.pool, { agreements: done.handler }, { intervals: { poll: 50, beat: 50, deadAfter: 500 } })
    expect(await done.until(1)).toEqual([5])
    expect(Date.now() - rows[0]!.at.getTime()).toBeGreaterThanOrEqual(500)
    await untilQueueIsEmpty()
    finish()
    expect(hanging.calls).toEqual([5])
  })
})

/** A worker that has done its first job, over a network on which packets can vanish. */
async function workerBehindNetwork() {
  const network = await vanishingNetwork(db.url)
  closing.push(() => network.close())
  const through = new URL(network.url)
  through.searchParams.set('query_timeout', '300')
  const pool = createPool({ url: through.href })
  closing.push(() => pool.end())
  const done = createCollector()
  const intervals = { poll: 50, beat: 50, deadAfter: 1_000, reopen: 50 }
  await open(pool, { agreements: done.handler }, { intervals })
  await enqueue(db.pool, 'agreements', { auction_id: 1 })
  await done.until(1)
  await untilQueueIsEmpty()
  return { way: network, done }
}

describe('a failing database', () => {
  it('loses no job while it is unreachable, and the worker recovers without a restart', async () => {
    const { way: network, done } = await workerBehindNetwork()
    network.dropPackets()
    await enqueue(db.pool, 'agreements', { auction_id: 2 })
    network.restore()
    await done.until(2)
    await untilQueueIsEmpty()
    // On a slow machine the report of success may be lost as well; then the job runs once more.
    expect([...new Set(done.calls)]).toEqual([1, 2])
  })

  it('causes a retry if it disconnects during a job, without an unhandled rejection', async () => {
    const unhandled: unknown[] = []
    const collect = (error: unknown) => void unhandled.push(error)
    process.on('unhandledRejection', collect)
    const pool = createPool({ url: db.url })
    closing.push(() => pool.end())
    let cut = true
    const done = createCollector(async () => {
      if (!cut) return
      cut = false
      await db.pool.query(`
        create function public.away() returns trigger language plpgsql as $$ begin raise exception 'gone' using errcode = '57P01'; end $$;
        create trigger away before delete on graphile_worker._private_jobs for each row execute function public.away()`)
      await db.pool.query(
        `select pg_terminate_backend(pid) from pg_stat_activity
         where datname = current_database() and pid <> pg_backend_pid() and query ilike '%listen "jobs:insert"%'`,
      )
    })
    await open(pool, { agreements: done.handler }, { intervals: { poll: 50, beat: 50, deadAfter: 1_000, reopen: 20 } })
    await enqueue(db.pool, 'agreements', { auction_id: 9 })
    await done.until(2)
    await db.pool.query('drop trigger away on graphile_worker._private_jobs; drop function public.away()')
    await untilQueueIsEmpty()
    process.off('unhandledRejection', collect)
    expect(new Set(done.calls)).toEqual(new Set([9]))
    expect(unhandled).toEqual([])
  })

  it('causes a retry if its answer with a job is lost, though the worker is alive', async () => {
    const { way: network, done } = await workerBehindNetwork()
    await withTransaction(db.pool, async (client) => {
      await client.query('lock table graphile_worker._private_jobs in exclusive mode')
      await enqueue(client, 'agreements', { auction_id: 2 })
      await untilBlocked('%for update%skip locked%')
      network.dropPackets()
    })
    const isLocked = async () =>
      (await db.pool.query('select from graphile_worker.jobs where locked_by is not null')).rowCount === 1
    while (!(await isLocked())) await delay(10)
    network.restore()
    await done.until(2)
    await untilQueueIsEmpty()
    expect(done.calls).toEqual([1, 2])
  })

  it('does not stop a worker for good by failing at its first query', async () => {
    await db.pool.query(`
      create sequence public.asked;
      create function public.away() returns trigger language plpgsql as $$
      begin perform nextval('public.asked'); raise exception 'gone' using errcode = '57P01'; end $$;
      create trigger away before insert on graphile_worker._private_tasks for each statement execute function public.away()`)
    const done = createCollector()
    const worker = openJobWorker(
      db.pool,
      { agreements: done.handler },
      { intervals: { poll: 50, beat: 50, reopen: 20 } },
    )
    closing.push(() => worker.stop())
    worker.start()
    const wasQueried = async () =>
      (await db.pool.query<{ is_called: boolean }>('select is_called from public.asked')).rows[0]!.is_called
    while (!(await wasQueried())) await delay(10)
    await db.pool.query(
      'drop trigger away on graphile_worker._private_tasks; drop function public.away(); drop sequence public.asked',
    )
    await enqueue(db.pool, 'agreements', { auction_id: 6 })
    expect(await done.until(1)).toEqual([6])
    await untilQueueIsEmpty()
  })

  it('does not stop a worker for good by failing for several concurrent jobs', async () => {
    const pool = createPool({ url: db.url })
    closing.push(() => pool.end())
    const finish: (() => void)[] = []
    const done = createCollector(async () => {
      if (done.calls.length > 3) return
      const last = done.calls.length === 3
      await new Promise<void>((resolve) => finish.push(resolve))
      if (last) throw new Error('not now')
    })
    const intervals = { poll: 50, beat: 50, deadAfter: 1_000, reopen: 20 }
    await open(pool, { push: done.handler }, { intervals })
    for (const id of [1, 2, 3]) await enqueue(db.pool, 'push', { email_id: id, subscription_id: 1 })
    await done.until(3)
    await db.pool.query(`
      create function public.away() returns trigger language plpgsql as $$
      begin perform pg_advisory_xact_lock_shared(1); raise exception 'gone' using errcode = '57P01'; end $$;
      create trigger away before delete on graphile_worker._private_jobs for each row execute function public.away()`)
    const [first, second, third] = finish
    await withTransaction(db.pool, async (client) => {
      await client.query('select pg_advisory_xact_lock(1)')
      for (const [index, end] of [first, second].entries()) {
        end!()
        await untilBlocked('%delete from%_private_jobs%', index + 1)
      }
    })
    await db.pool.query('drop trigger away on graphile_worker._private_jobs; drop function public.away()')
    third!()
    await untilQueueIsEmpty()
    expect(done.calls.slice(3).toSorted()).toEqual([1, 2, 3])
  })
})
