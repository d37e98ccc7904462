import { auctionsEndpoints } from '@/lib/contract/auctions'
import type { Input } from '@/lib/contract/endpoint'
import { createBrowserClient } from './client'

const { list, results } = auctionsEndpoints

export async function readResults(input: Input<typeof results>) {
  return (await createBrowserClient({ results }).results(input)).data
}

export async function readAuctions(input: Input<typeof list>) {
  return (await createBrowserClient({ list }).list(input)).data
}
