import { setTimeout as delay } from 'node:timers/promises'
import pg from 'pg'
import { distribution, type Distribution } from './percentiles'

const connections = 20

/** The reference for bids: a transaction of five round trips per bid on one row. Returns bids per second. */
export async function directTransactions(databaseUrl: string, seconds: number): Promise<number> {
  const pool = new pg.Pool({ connectionString: databaseUrl, max: connections })
  await pool.query(`create schema if not exists bench`)
  await pool.query(`drop table if exists bench.head, bench.bid`)
  await pool.query(
    `create table bench.head (auction_id int primary key, seq bigint not null, last_price bigint not null)`,
  )
  await pool.query(
    `create table bench.bid (auction_id int, seq bigint, price bigint, at timestamptz, primary key (auction_id, seq))`,
  )
  await pool.query(`insert into bench.head values (1, 0, 1500000)`)
  let done = 0
  const began = performance.now()
  const end = began + seconds * 1000
  await Promise.all(
    Array.from({ length: connections }, async () => {
      const client = await pool.connect()
      while (performance.now() < end) {
        await client.query('begin')
        const { rows } = await client.query('select seq, last_price from bench.head where auction_id = 1 for update')
        const { seq, last_price } = rows[0] as { seq: string; last_price: string }
        await client.query('insert into bench.bid values (1, $1, $2, now())', [
          Number(seq) + 1,
          Number(last_price) + 4000,
        ])
        await client.query('update bench.head set seq = seq + 1, last_price = last_price + 4000 where auction_id = 1')
        await client.query('commit')
        done += 1
      }
      client.release()
    }),
  )
  const perSecond = done / ((performance.now() - began) / 1000)
  await pool.query('drop schema bench cascade')
  await pool.end()
  return perSecond
}

/**
 * The reference for an acknowledgement: inserts and commits a row, `perSecond` times a second on one connection.
 * @returns milliseconds from the planned time, as for bids (`due`), and from the actual one (`sent`), because a timer of
 * Node is up to a millisecond late
 */
export async function durableCommits(
  databaseUrl: string,
  perSecond: number,
  seconds: number,
): Promise<{ due: Distribution; sent: Distribution }> {
  const client = new pg.Client({ connectionString: databaseUrl })
  await client.connect()
  await client.query('create table public.bench_commit (id int primary key, at timestamptz)')
  const times = { due: [] as number[], sent: [] as number[] }
  const began = performance.now()
  for (let index = 0; index < perSecond * seconds; index += 1) {
    const due = began + (index / perSecond) * 1000
    // Never early, as for bids: a timer rounds down to milliseconds.
    while (performance.now() < due) await delay(1)
    const sent = performance.now()
    await client.query('insert into public.bench_commit values ($1, now())', [index])
    const now = performance.now()
    times.due.push(now - due)
    times.sent.push(now - sent)
  }
  await client.query('drop table public.bench_commit')
  await client.end()
  return { due: distribution(times.due), sent: distribution(times.sent) }
}
