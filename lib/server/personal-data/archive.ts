import { Zip, ZipDeflate, ZipPassThrough } from 'fflate'
import { formatPrice } from '@/lib/domain/money'
import { formatQuantity } from '@/lib/domain/quantity'
import type { Pool } from '@/lib/server/db/pool'
import { keptData } from './kept-data'

interface Entry {
  name: string
  content: Uint8Array
  /** Documents are packed already. */
  packed: boolean
}

/** Opens what a company bid in an application, which is stored encrypted (R2.3): its own to read at any time. */
export type OpenBid = (sealed: Buffer, place: { auctionId: number; accountId: number }) => { price: number; quantity: number; minimum_quantity: number } | null

/** A ZIP of everything that is kept of an account, made while it is read: one document at a time is in memory. */
export function archiveOf(pool: Pool, accountId: number, openBid: OpenBid): ReadableStream<Uint8Array> {
  const entries = entriesOf(pool, accountId, openBid)
  let zip: Zip
  return new ReadableStream<Uint8Array>({
    start(controller) {
      zip = new Zip((error, chunk, final) => {
        if (error) return controller.error(error)
        controller.enqueue(chunk)
        if (final) controller.close()
      })
    },
    async pull() {
      const { done, value } = await entries.next()
      if (done) return zip.end()
      const file = value.packed ? new ZipPassThrough(value.name) : new ZipDeflate(value.name)
      zip.add(file)
      file.push(value.content, true)
    },
    async cancel() {
      await entries.return(undefined)
    },
  })
}

async function* entriesOf(pool: Pool, accountId: number, openBid: OpenBid): AsyncGenerator<Entry, void, undefined> {
  for (const [name, sql] of Object.entries(keptData)) {
    const { rows } = await pool.query<Record<string, unknown>>(sql, [accountId])
    yield { name: `${name}.json`, content: new TextEncoder().encode(`${JSON.stringify(rows.map((row) => unsealed(row, accountId, openBid)), null, 2)}\n`), packed: false }
  }
  const { rows: files } = await pool.query<{ id: number; name: string }>(
    `select id, name from portal.files where account_id = $1 and deleted_at is null order by id`,
    [accountId],
  )
  for (const { id, name } of files) {
    const { rows } = await pool.query<{ content: Buffer }>(`select content from portal.file_contents where file_id = $1`, [id])
    // Deleted since the list was read.
    if (rows[0]) yield { name: `documents/${id}-${name}`, content: rows[0].content, packed: true }
  }
}

function unsealed({ sealed, ...row }: Record<string, unknown>, accountId: number, openBid: OpenBid): Record<string, unknown> {
  const bid = Buffer.isBuffer(sealed) ? openBid(sealed, { auctionId: Number(row.auction_id), accountId }) : null
  if (bid === null) return row
  return { ...row, price: formatPrice(bid.price), quantity: formatQuantity(bid.quantity), minimum_quantity: formatQuantity(bid.minimum_quantity) }
}
