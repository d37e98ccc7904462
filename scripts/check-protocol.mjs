// Checks the protocol of an auction (R8.4): npm run protocol:check -- protocol.json
//                                           npm run protocol:check -- 'https://portal.example.com/api/auctions/protocol?id=35'
// Options, each of which can be repeated:
//   --expect SEQ=HASH                          the hash of an entry, from the answer to a bid or an email
//   --note 'PARTICIPANT=NONCE|NOTE'            a manager's note on related companies, which is sealed in the record
//   --order 'SALT|CEILING|QUANTITY|MINIMUM'    a sealed automatic bid, from its receipt
//   --key BASE64                               a public key of the portal; by default those published at the address
//
// It runs the checks of lib/server/events: the hash chain, the rules of the auction for every entry, every field of the
// result as derived from the entries, and the portal's signature. It needs neither the portal nor a database.
import { readFile } from 'node:fs/promises'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { parseArgs } from 'node:util'
import { build } from 'esbuild'

const root = fileURLToPath(new URL('..', import.meta.url))
const MAX_SHOWN = 20

/** Bundles the check from its TypeScript sources into a module. */
async function loadCheck() {
  const { outputFiles } = await build({
    absWorkingDir: root,
    entryPoints: ['lib/server/events/check.ts'],
    bundle: true,
    write: false,
    format: 'esm',
    platform: 'node',
    target: 'node20',
    logLevel: 'silent',
  })
  return import(`data:text/javascript;base64,${Buffer.from(outputFiles[0].contents).toString('base64')}`)
}

async function read(source, readProtocol) {
  if (!/^https?:\/\//.test(source)) return { protocol: readProtocol(await readFile(source, 'utf8')), publicKeys: null }
  const url = new URL(source)
  const id = Number(url.searchParams.get('id'))
  url.search = ''
  const protocol = readProtocol(await callPortal(url, { id }))
  const { data: key } = JSON.parse(await callPortal(new URL('/api/auctions/protocol-key', url), {}))
  return { protocol, publicKeys: [key.public_key, ...key.former_public_keys] }
}

async function callPortal(url, body) {
  const response = await fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })
  if (!response.ok) throw new Error(`${url} answered ${response.status}`)
  return response.text()
}

function expectedOf(texts) {
  return texts.map((text) => {
    const [, seq, hash] = /^(\d+)=([0-9a-f]{64})$/i.exec(text) ?? []
    if (seq === undefined) throw new Error(`--expect takes SEQ=HASH, the hash in 64 hexadecimal digits, not "${text}"`)
    return { seq: Number(seq), hash: hash.toLowerCase() }
  })
}

function notesOf(texts) {
  return texts.map((text) => {
    const [, participant, opened] = /^(\d+)=([0-9a-f]{32}\|[^]*)$/.exec(text) ?? []
    if (participant === undefined) throw new Error(`--note takes PARTICIPANT=NONCE|NOTE, not "${text}"`)
    return { participant: Number(participant), opened }
  })
}

async function main(args) {
  try {
    const { values, positionals } = parseArgs({
      args: args,
      allowPositionals: true,
      options: {
        expect: { type: 'string', multiple: true, default: [] },
        note: { type: 'string', multiple: true, default: [] },
        order: { type: 'string', multiple: true, default: [] },
        key: { type: 'string', multiple: true },
      },
    })
    const [source] = positionals
    if (source === undefined) {
      console.error('Name the protocol: a JSON file, or the address /api/auctions/protocol?id=<auction id>.')
      return 2
    }
    const expected = expectedOf(values.expect)
    const notes = notesOf(values.note)
    const { problemsOf, readProtocol } = await loadCheck()
    const { protocol, publicKeys: published } = await read(source, readProtocol)
    const publicKeys = values.key ?? published
    const problems = problemsOf(protocol, { expected, notes, publicKeys, orders: values.order })
    for (const problem of problems.slice(0, MAX_SHOWN)) console.error(problem)
    if (problems.length > MAX_SHOWN) console.error(`… and ${problems.length - MAX_SHOWN} more.`)
    if (problems.length > 0) return 1
    console.log(`The protocol is valid: ${protocol.entries.length} entries, the last hash is ${protocol.head_hash}.`)
    console.log(
      publicKeys === null
        ? `It is signed with the key ${protocol.signature.public_key}; compare it with the one that the portal publishes (--key).`
        : 'It is signed with the portal’s key.',
    )
    return 0
  } catch (error) {
    console.error(`The protocol cannot be read: ${error.message}`)
    return 2
  }
}

if (process.argv[1] && import.meta.url === pathToFileURL(process.argv[1]).href)
  process.exitCode = await main(process.argv.slice(2))
