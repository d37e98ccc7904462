// Checks the protocol of an auction (R8.4): npm run protocol:check -- protocol.json
//                                           npm run protocol:check -- 'https://portal.example.com/api/auctions/protocol?id=35'
// Needs Node and nothing else, so that anybody can read here how a protocol is checked, and check it without the portal.
import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { pathToFileURL } from 'node:url'

const FIRST_HASH = '0'.repeat(64)

/** What is wrong with a protocol, in sentences; none: it holds. */
export function problemsOf(protocol) {
  const entries = protocol?.entries
  if (!Array.isArray(entries) || entries.length === 0) return ['This is no protocol: it has no entries.']
  return [...chainProblems(entries), ...headProblems(protocol), ...bidProblems(entries), ...sealProblems(entries)]
}

/** Each entry's hash is the SHA-256 of the hash before it, a line break, and its body. */
function chainProblems(entries) {
  const problems = []
  let previous = FIRST_HASH
  for (const [index, entry] of entries.entries()) {
    const name = `Entry ${index + 1}`
    if (entry.seq !== index + 1) problems.push(`${name} has the number ${entry.seq}: an entry is missing, added or moved.`)
    if (entry.previous_hash !== previous) problems.push(`${name} does not carry the hash of the entry before it.`)
    if (sha256(`${entry.previous_hash}\n${entry.body}`) !== entry.hash) problems.push(`${name} has another hash than its text.`)
    const body = parsed(entry.body)
    if (body === null || body.seq !== entry.seq || body.kind !== entry.kind || body.at !== entry.at) {
      problems.push(`${name} says beside its text something else than in it.`)
    }
    previous = entry.hash
  }
  return problems
}

function headProblems({ entries, head_hash: head }) {
  return entries.at(-1).hash === head ? [] : ['The protocol’s last hash is not that of its last entry.']
}

/** Bids are numbered without a gap, in the order received (R4.9). */
function bidProblems(entries) {
  const numbers = entries.filter(({ kind }) => kind === 'bid').map(({ body }) => parsed(body)?.bid)
  const wrong = numbers.findIndex((number, index) => number !== index + 1)
  return wrong === -1 ? [] : [`Bid ${wrong + 1} has the number ${numbers[wrong]}.`]
}

/** An application was sealed with the price and quantity that its first bid shows (R2.3). */
function sealProblems(entries) {
  const seals = new Map()
  const problems = []
  for (const { kind, body: text } of entries) {
    const body = parsed(text)
    if (kind === 'application_received') seals.set(body?.application, body?.seal)
    if (kind !== 'bid' || body?.preliminary !== true) continue
    const seal = sha256([body.nonce, body.price, body.quantity, body.minimum_quantity].join('|'))
    if (seals.get(body.application) !== seal) problems.push(`Bid ${body.bid} is not what application ${body.application} was sealed with.`)
  }
  return problems
}

function sha256(text) {
  return createHash('sha256').update(text).digest('hex')
}

function parsed(text) {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}

async function read(place) {
  if (!/^https?:\/\//.test(place)) return JSON.parse(await readFile(place, 'utf8'))
  const url = new URL(place)
  const id = Number(url.searchParams.get('id'))
  url.search = ''
  const response = await fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ id }),
  })
  if (!response.ok) throw new Error(`${url} answered ${response.status}`)
  return response.json()
}

async function main(place) {
  if (place === undefined) {
    console.error('Say which protocol: a JSON file, or the address /api/auctions/protocol?id=<auction id>.')
    return 2
  }
  try {
    const answer = await read(place)
    const protocol = answer.data ?? answer
    const problems = problemsOf(protocol)
    if (problems.length === 0) {
      console.log(`The protocol holds: ${protocol.entries.length} entries, the last hash is ${protocol.head_hash}.`)
      return 0
    }
    for (const problem of problems) console.error(problem)
    return 1
  } catch (error) {
    console.error(`The protocol cannot be read: ${error.message}`)
    return 2
  }
}

if (process.argv[1] && import.meta.url === pathToFileURL(process.argv[1]).href) process.exitCode = await main(process.argv[2])
