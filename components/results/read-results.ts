import { createGroupClient, createTransport } from '@/lib/api/client'
import { auctionsEndpoints } from '@/lib/contract/auctions'
import type { Input } from '@/lib/contract/endpoint'

/** One more page of results, read by the browser. */
export async function readResults(input: Input<typeof auctionsEndpoints.results>) {
  const { results } = createGroupClient(createTransport({ prefixUrl: window.location.origin }), {
    results: auctionsEndpoints.results,
  })
  return (await results(input)).data
}
