/**
 * The program of docs/programs.md and of /api/docs/programs. It needs Node 20 or newer and nothing else.
 * tests/integration/api/programs.test.ts runs it.
 */
export const PROGRAM_EXAMPLE = `// PORTAL=https://portal.example TOKEN=gap_… AUCTION=35 QUANTITY=50.000 CEILING=15200.00 node bid.mjs
const { PORTAL, TOKEN, AUCTION, QUANTITY, CEILING } = process.env

async function call(path, body, headers = {}) {
  const response = await fetch(new URL(path, PORTAL), {
    method: 'POST',
    headers: { authorization: \`Bearer \${TOKEN}\`, 'content-type': 'application/json', ...headers },
    body: JSON.stringify(body),
  })
  const answer = await response.json()
  if (response.ok) return answer.data
  throw Object.assign(new Error(\`\${answer.status} \${answer.code}: \${answer.detail ?? answer.title}\`), answer)
}

/** Repeats the bid with the same key until there is an answer. The portal records it only once (R4.8). */
async function placeBid(bid) {
  const key = { 'idempotency-key': crypto.randomUUID() }
  for (;;) {
    try {
      return await call('/api/bids/place', bid, key)
    } catch (error) {
      if (error.status !== 429 && error.status !== 503 && error.status !== undefined) throw error
      await new Promise((resolve) => setTimeout(resolve, 1000 * (error.retry_after ?? 1)))
    }
  }
}

const auction_id = Number(AUCTION)
const { limits } = await call('/api/auctions/own', { auction_id })
if (limits === null || Number(limits.minimum_price) > Number(CEILING)) {
  console.log('No bid: the lowest price allowed is above the ceiling.')
} else {
  const placed = await placeBid({ auction_id, price: limits.minimum_price, quantity: QUANTITY, final: false })
  console.log(\`Bid \${placed.bid.seq} of \${placed.bid.price} is on record, rank \${placed.rank}.\`)
}
`
