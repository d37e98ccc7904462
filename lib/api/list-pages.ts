import { createGroupClient, createTransport } from './client'
import { auctionsEndpoints } from '@/lib/contract/auctions'
import type { Input } from '@/lib/contract/endpoint'

/** One more page of results, read by the browser. */
export async function readResults(input: Input<typeof auctionsEndpoints.results>) {
  const { results } = createGroupClient(createTransport({ prefixUrl: window.location.origin }), {
    results: auctionsEndpoints.results,
  })
  return (await results(input)).data
}

/** One more page of a list of auctions, read by the browser. */
export async function readAuctions(input: Input<typeof auctionsEndpoints.list>) {
  const { list } = createGroupClient(createTransport({ prefixUrl: window.location.origin }), {
    list: auctionsEndpoints.list,
  })
  return (await list(input)).data
}
