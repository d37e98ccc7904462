import { createGroupClient, createTransport } from '@/lib/api/client'
import { auctionsEndpoints } from '@/lib/contract/auctions'
import type { Input } from '@/lib/contract/endpoint'

/** One more page of a list of auctions, read by the browser. */
export async function readAuctions(input: Input<typeof auctionsEndpoints.list>) {
  const { list } = createGroupClient(createTransport({ prefixUrl: window.location.origin }), {
    list: auctionsEndpoints.list,
  })
  return (await list(input)).data
}
