import { createHash, createPrivateKey, createPublicKey, sign } from 'node:crypto'
import { createReadStream, createWriteStream } from 'node:fs'
import { basename, join } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { FILES_PATH } from '@/lib/config/constants'
import { language, type Language } from '@/lib/contract/primitives'
import { type Protocol, type ProtocolAuction, type protocolEndpoints, protocolStatement } from '@/lib/contract/protocol'
import type { Pool } from '@/lib/server/platform/db/pool'
import { PROTOCOL_VERSION, protocolAuction, recordedLot } from '@/lib/server/events/protocol'
import { isOver } from '@/lib/domain/auction-state'
import type { Snapshots } from '@/lib/server/events/snapshots'
import type { AuctionSnapshot } from '@/lib/server/events/stream'
import { isHidden, isParticipant } from '@/lib/server/events/auction-shapes'
import type { Clock } from '@/lib/server/platform/clock'
import {
  answer,
  type Caller,
  type Handlers,
  JsonFile,
  type Outcome,
  RefusalError,
  refuse,
} from '@/lib/server/platform/call'
import type { Keys } from '@/lib/server/platform/signatures'
import { createPriceHistory, readExtensions } from '@/lib/server/events/course-of-prices'
import { protocolDocument, recordedLines } from './document'
import { createFileCache, type CachedFile, printDocument } from '@/lib/server/printing/print-document'
import { noLogo, type ReadLogo, readSeller } from '@/lib/server/printing/issuer'
import { documentTranslators } from '@/lib/server/printing/translators'
import { entryPages, findIdByNumber, readHead } from './record'
import { readLotEntries } from '@/lib/server/events/protocol'

interface ProtocolSigner {
  /** In DER (SPKI), base64. */
  readonly publicKey: string
  /** Former keys, for protocols that were downloaded earlier. */
  readonly formerPublicKeys: readonly string[]
  sign(head: Pick<Protocol, 'entry_count' | 'head_hash'>): Protocol['signature']
}

/** DER prefix of an Ed25519 private key; the seed of 32 bytes follows (RFC 8410). */
const SEED_HEADER = Buffer.from('302e020100300506032b657004220420', 'hex')

/** @param seeds 32 bytes each, the same on every server of a portal: the first signs */
export function createProtocolSigner(seeds: Keys): ProtocolSigner {
  const privateKeyOf = (seed: Buffer) =>
    createPrivateKey({ key: Buffer.concat([SEED_HEADER, seed]), format: 'der', type: 'pkcs8' })
  const privateKey = privateKeyOf(seeds[0])
  const [publicKey, ...formerPublicKeys] = seeds.map((seed) =>
    createPublicKey(privateKeyOf(seed)).export({ format: 'der', type: 'spki' }).toString('base64'),
  ) as [string, ...string[]]
  return {
    publicKey,
    formerPublicKeys,
    sign: (head) => ({
      algorithm: 'Ed25519',
      public_key: publicKey,
      value: sign(null, Buffer.from(protocolStatement(head)), privateKey).toString('base64'),
    }),
  }
}

interface ProtocolDependencies {
  pool: Pool
  streams: Snapshots
  signer: ProtocolSigner
  clock: Clock
  publicUrl: string
  readLogo?: ReadLogo
  /** Directory of the cached files. */
  dataDir: string
  /** Maximum number of concurrent files; more are refused. */
  waiting?: number
}

export interface ProtocolCapability {
  handlers: Handlers<typeof protocolEndpoints>
  /**
   * Serves `/storage/files/protocol-<auction number>.pdf` and `.json`, and checks a hash at `.txt?head=`; null if there is none that
   * the caller may read.
   *
   * @throws {RefusalError} if too many are being made
   */
  serveFile(request: Request, callerOf: () => Promise<Caller>): Promise<Response | null>
}

const PATH = /\/protocol-(\d{1,9})\.(pdf|json|txt)$/

/** Increase with every change of layout or text: it invalidates cached prints. */
const LAYOUT_VERSION = 8

const busy = refuse('service_unavailable', { retryAfter: 5 })

/** Protocols of finished auctions. They never change, so each is written to a file once and served from there. */
export function createProtocolEndpoints(deps: ProtocolDependencies): ProtocolCapability {
  const { pool, streams, signer, clock, publicUrl, dataDir, readLogo = noLogo } = deps
  const files = createFileCache(join(dataDir, 'protocols'), deps.waiting)

  /** The auction, if the caller may read its protocol. Only participants may read that of a closed auction without a result. */
  const historyOf = createPriceHistory(pool)

  async function find(id: number, caller: Caller): Promise<Outcome<AuctionSnapshot>> {
    const snapshot = await streams.snapshotOf(id)
    if (snapshot === null) return refuse('not_found')
    const { state } = snapshot
    if (!isOver(state)) return refuse('auction_not_completed')
    const hidden = isHidden(state, state.completedAt === null ? 'cancelled' : 'completed') && state.startedAt !== null
    const allowed =
      !hidden || caller.kind === 'staff' || (caller.kind === 'account' && isParticipant(state, caller.companyId))
    return allowed ? answer(snapshot) : refuse('forbidden')
  }

  async function auctionOf({ auctionId, state }: AuctionSnapshot): Promise<ProtocolAuction> {
    return protocolAuction({ state, ...recordedLot(await readLotEntries(pool, auctionId)) })
  }

  async function json(snapshot: AuctionSnapshot): Promise<CachedFile | null> {
    const head = await readHead(pool, snapshot.auctionId)
    return files.of(`${nameOf(head.head_hash)}.json`, async (path) => {
      await pipeline(Readable.from(jsonParts(snapshot, head)), createWriteStream(path, { mode: 0o600 }))
    })
  }

  async function* jsonParts(
    snapshot: AuctionSnapshot,
    head: Pick<Protocol, 'entry_count' | 'head_hash'>,
  ): AsyncGenerator<string> {
    yield `{"version":${PROTOCOL_VERSION},"auction":${JSON.stringify(await auctionOf(snapshot))},"entries":[`
    let between = ''
    for await (const page of entryPages(pool, snapshot.auctionId)) {
      yield between + page.map((entry) => JSON.stringify(entry)).join(',\n')
      between = ',\n'
    }
    yield `],"entry_count":${head.entry_count},"head_hash":"${head.head_hash}","signature":${JSON.stringify(signer.sign(head))}}`
  }

  async function pdf(snapshot: AuctionSnapshot, auctionNumber: number, lang: Language): Promise<CachedFile | null> {
    const head = await readHead(pool, snapshot.auctionId)
    const organiser = await readSeller(pool, lang)
    const logo = await readLogo()
    const name = nameOf(head.head_hash, lang, auctionNumber, publicUrl, JSON.stringify(organiser), logo?.name ?? '')
    return files.of(`${name}.pdf`, async (path) => {
      const auction = await auctionOf(snapshot)
      const entries = (which: 'bids' | 'others') => entryPages(pool, snapshot.auctionId, which)
      const { publicKey } = signer
      const refusedParts = snapshot.state.selection?.refusedParts ?? new Set<number>()
      const [history, extensions] = await Promise.all([historyOf(snapshot), readExtensions(pool, snapshot)])
      const record = { auction, refusedParts, history, extensions, auctionNumber, organiser, ...head }
      const document = protocolDocument({ ...record, publicKey, publicUrl, entries }, lang, new Date(clock.now()))
      await printDocument(path, document, await logo?.readPng())
    })
  }

  /**
   * Target of a print's QR code: shows whether the record ends with the printed hash, and the recorded result for
   * comparison.
   */
  async function checkHash(
    snapshot: AuctionSnapshot,
    number: number,
    hash: string | null,
    lang: Language,
  ): Promise<Response> {
    const matches = (await readHead(pool, snapshot.auctionId)).head_hash === hash
    const verdict = documentTranslators[lang](matches ? 'document.matches' : 'document.differs', { number })
    const recorded = matches ? ['', ...recordedLines(await auctionOf(snapshot), lang)] : []
    const links = (['pdf', 'json'] as const).map(
      (form) => `${publicUrl}${FILES_PATH}/protocol-${number}.${form}?lang=${lang}`,
    )
    return new Response([verdict, ...recorded, '', hash ?? '', '', ...links, ''].join('\n'), {
      status: matches ? 200 : 409,
      headers: {
        'cache-control': 'no-store',
        'content-type': 'text/plain; charset=utf-8',
        'content-language': lang,
        'x-content-type-options': 'nosniff',
      },
    })
  }

  /** A file name derived from the inputs of the content. */
  function nameOf(...inputs: (string | number)[]): string {
    const source = JSON.stringify([LAYOUT_VERSION, PROTOCOL_VERSION, signer.publicKey, ...inputs])
    return createHash('sha256').update(source).digest('hex').slice(0, 40)
  }

  return {
    handlers: {
      async protocol({ id }, { caller }) {
        const snapshot = await find(id, caller)
        if (!snapshot.ok) return snapshot
        const file = await json(snapshot.answer)
        // The file is JSON of the contract's type, too large to parse here.
        return file === null ? busy : answer(new JsonFile(file.path, file.bytes) as unknown as { data: Protocol })
      },
      protocolKey: () =>
        answer({
          data: {
            algorithm: 'Ed25519',
            public_key: signer.publicKey,
            former_public_keys: [...signer.formerPublicKeys],
          },
        }),
    },

    async serveFile(request, callerOf) {
      const { pathname, searchParams } = new URL(request.url)
      const [, auctionNumber, form] = PATH.exec(pathname) ?? []
      if (auctionNumber === undefined) return null
      const id = await findIdByNumber(pool, Number(auctionNumber))
      const outcome = id === null ? null : await find(id, await callerOf())
      if (outcome === null || !outcome.ok) return null
      const snapshot = outcome.answer
      const lang = language.catch('uk').parse(searchParams.get('lang'))
      if (form === 'txt') return checkHash(snapshot, Number(auctionNumber), searchParams.get('head'), lang)
      const file = form === 'pdf' ? await pdf(snapshot, Number(auctionNumber), lang) : await json(snapshot)
      if (file === null) throw new RefusalError(busy)
      return fileResponse(request, file, `protocol-${auctionNumber}.${form}`, snapshot.state.lot.visibility === 'open')
    },
  }
}

function fileResponse(request: Request, { path, bytes }: CachedFile, name: string, isPublic: boolean): Response {
  const isPdf = name.endsWith('.pdf')
  // Weak: another server's print of the same record differs by its date.
  const etag = `W/"${basename(path)}"`
  const headers = {
    etag,
    'cache-control': isPublic ? 'public, max-age=300' : 'private, no-store',
    'content-type': isPdf ? 'application/pdf' : 'application/json',
    'content-disposition': `${isPdf ? 'inline' : 'attachment'}; filename="${name}"`,
    'x-content-type-options': 'nosniff',
  }
  if (request.headers.get('if-none-match')?.includes(etag)) return new Response(null, { status: 304, headers })
  if (request.method === 'HEAD') return new Response(null, { headers: { ...headers, 'content-length': String(bytes) } })
  const body = Readable.toWeb(createReadStream(path)) as ReadableStream
  return new Response(body, { headers: { ...headers, 'content-length': String(bytes) } })
}
