import { once } from 'node:events'
import { createServer } from 'node:http'
import { type AddressInfo, connect } from 'node:net'
import { getRequestListener } from '@hono/node-server'
import { bidsEndpoints } from '@/lib/contract/auctions'
import type { Server } from '@/tests/support/auction-house'

export interface BidHost {
  /** Sends a bid's headers; the returned function sends the body and returns the answer. */
  begin(
    bid: { auctionId: number; companyId: number; price: number; quantity: number },
    key: string,
  ): Promise<() => Promise<BidReply>>
  close(): Promise<void>
}

export interface BidReply {
  status: number
  body: Record<string, unknown>
}

/** Serves the API of a server over HTTP. */
export async function openBidHost({ api }: Server): Promise<BidHost> {
  const respond = getRequestListener((request) => api.fetch(request, { address: '127.0.0.1' }))
  const http = createServer((request, response) => void respond(request, response)).listen(0, '127.0.0.1')
  await once(http, 'listening')
  const { port } = http.address() as AddressInfo

  return {
    async begin({ auctionId, companyId, price, quantity }, key) {
      const body = JSON.stringify({ auction_id: auctionId, price: price.toFixed(2), quantity: quantity.toFixed(3) })
      const arrived = once(http, 'request')
      const socket = connect(port, '127.0.0.1')
      socket.write(
        `POST ${bidsEndpoints.place.path} HTTP/1.1\r\nhost: portal\r\nconnection: close\r\nauthorization: Bearer ${companyId}\r\n` +
          `idempotency-key: ${key}\r\ncontent-type: application/json\r\ncontent-length: ${Buffer.byteLength(body)}\r\n\r\n`,
      )
      // The server has received the headers, so a time of receipt could already have been taken.
      await arrived
      return async () => {
        socket.write(body)
        let text = ''
        for await (const chunk of socket) text += String(chunk)
        const [head = '', ...rest] = text.split('\r\n\r\n')
        return {
          status: Number(head.split(' ')[1]),
          body: JSON.parse(
            rest
              .join('')
              .replace(/^[^{]*/, '')
              .replace(/[^}]*$/, ''),
          ) as Record<string, unknown>,
        }
      }
    },
    async close() {
      http.closeAllConnections()
      await new Promise((resolve) => http.close(resolve))
    },
  }
}
