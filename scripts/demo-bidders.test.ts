import { afterAll, beforeAll, expect, it } from '@jest/globals'
import { execFile } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { aLiveAuction, anOwnPosition, aPlacedBid } from '@/tests/support/builders/live-auction'

const directory = mkdtempSync(join(tmpdir(), 'demo-bidders-'))
const paths: string[] = []

const ANSWERS: Record<string, unknown> = {
  '/api/auth/login': { access_token: 'token', user: { company_short_name: 'Buyer' } },
  '/api/auctions/list': { list: [{ id: 7 }] },
  // High enough for the price limit of every buyer.
  '/api/auctions/get': aLiveAuction({ id: 7, starting_price: '90000.00' }),
  '/api/auctions/own': anOwnPosition({ rank: 2, provisional_quantity: '0.000' }),
  '/api/bids/place': aPlacedBid(),
}

/** A portal that is busy at the first request of each call. */
const portal = createServer((request, response) => {
  const path = request.url ?? ''
  const isFirst = !paths.includes(path)
  paths.push(path)
  const status = isFirst ? (paths.length % 2 === 0 ? 429 : 503) : 200
  response.writeHead(status, { 'content-type': 'application/json', 'retry-after': '0.01' })
  response.end(JSON.stringify(isFirst ? { code: 'service_unavailable' } : { data: ANSWERS[path] ?? {} }))
})

beforeAll(async () => {
  writeFileSync(join(directory, 'demo-logins.json'), JSON.stringify({ buyers: ['buyer@demo.example'], password: 'x' }))
  portal.listen(0, '127.0.0.1')
  await once(portal, 'listening')
})
afterAll(() => {
  portal.close()
  rmSync(directory, { recursive: true })
})

it('the demo’s bidders retry while the portal is busy, and bid', async () => {
  const url = `http://127.0.0.1:${(portal.address() as AddressInfo).port}`
  const { stdout } = await promisify(execFile)(
    process.execPath,
    ['scripts/demo-bidders.mjs', '--url', url, '--bids', '1', '--pace', '0.01'],
    { env: { ...process.env, DATA_DIR: directory } },
  )
  expect(stdout).toContain('1 bids were placed.')
  expect(paths.filter((path) => path === '/api/bids/place')).toHaveLength(2)
})
