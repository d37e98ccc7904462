import type { Context, Hono } from 'hono'
import type { Locale } from '@/lib/config/constants'
import { auctionsEndpoints } from '@/lib/contract/auctions'
import { cabinetEndpoints } from '@/lib/contract/cabinet'
import type { StaffAccess, TokenScope } from '@/lib/contract/endpoint'
import { REFUSED_FILE_PARAM } from '@/lib/http/session-restore'
import { localeOrDefault, splitLocale } from '@/lib/i18n/locales'
import { pathFor, type RouteName } from '@/lib/i18n/route-names'
import { recordAction } from '@/lib/server/platform/company-audit'
import type { Pool } from '@/lib/server/platform/db/pool'
import { serveFile } from '@/lib/server/platform/files'
import { STAFF_TOKEN_COOKIE } from '@/lib/config/constants'
import { type AccountCaller, type Caller, RefusalError } from '@/lib/server/platform/call'
import type { ApiBindings } from './edge'
import { authorize, authorizeReader, type CallerSources, credentialsOf } from './authorize'
import { cookieOf } from '@/lib/server/platform/request-headers'
import { problemResponse } from './edge'
import type { Allow } from './rate-limits'

/** The pages that list the companies' files, by the files' names. */
const LISTED_ON: readonly [RegExp, RouteName][] = [
  [/^(?:agreement|invoice|act|reconciliation)-/, 'cabinet-agreements'],
  [/^\d+$/, 'cabinet-documents'],
  // A print's QR code leads to the protocol; that of a closed auction is for its participants.
  [/^(?:own|protocol)-/, 'cabinet'],
  [/^personal-data/, 'cabinet-info'],
]
const REFUSED_STATUSES: readonly number[] = [401, 403, 404]

/**
 * Redirects a person who opens the link of a refused file in a tab to the page that lists such files, or to sign in first. Programs,
 * downloads and the staff get the refusal itself.
 */
export function addRefusedFilePages(app: Hono<ApiBindings>): void {
  app.use('/storage/files/*', async (c, next) => {
    await next()
    const isPerson =
      c.req.header('sec-fetch-dest') === 'document' &&
      cookieOf(c.req.header('cookie') ?? null, STAFF_TOKEN_COOKIE) === null
    if (!isPerson || !REFUSED_STATUSES.includes(c.res.status)) return
    const name = c.req.path.slice(c.req.path.lastIndexOf('/') + 1)
    const [, route] = LISTED_ON.find(([names]) => names.test(name)) ?? []
    if (route === undefined) return
    const page = pathFor(route, languageOf(c.req.query('lang'), c.req.header('referer') ?? ''))
    const headers = { location: `${page}?${REFUSED_FILE_PARAM}`, 'cache-control': 'no-store' }
    c.res = new Response(null, { status: 303, headers })
  })
}

/** By the address, or that of the page with the link. */
function languageOf(language: string | undefined, referrer: string): Locale {
  if (language !== undefined || !URL.canParse(referrer)) return localeOrDefault(language ?? '')
  return splitLocale(new URL(referrer).pathname).locale
}

/** Serves a plain link by an API call, whose limits, checks and refusals apply. */
function answerByCall(app: Hono<ApiBindings>, c: Context<ApiBindings>, path: string, input: object, sender: Headers) {
  sender.set('content-type', 'application/json')
  const request = new Request(new URL(path, c.req.url), {
    method: 'POST',
    headers: sender,
    body: JSON.stringify(input),
  })
  return app.fetch(request, c.env)
}

/** `/storage/files/results.csv?lang=uk&category=natural_gas&year=2026`, public. */
export function addResultsRoute(app: Hono<ApiBindings>): void {
  app.get('/storage/files/:name{results\\.(?:csv|xlsx)}', (c) => {
    const { year, ...filter } = c.req.query()
    const format = c.req.path.endsWith('.csv') ? 'csv' : 'xlsx'
    const input = { ...filter, ...(year !== undefined && { year: /^\d{4}$/.test(year) ? Number(year) : year }), format }
    return answerByCall(app, c, auctionsEndpoints.exportResults.path, input, new Headers())
  })
}

/** Headers that identify the sender, forwarded to the call. */
const FORWARDED_HEADERS = [
  'authorization',
  'cookie',
  'host',
  'origin',
  'sec-fetch-dest',
  'sec-fetch-mode',
  'sec-fetch-site',
  'user-agent',
] as const

/** `/storage/files/own-auctions.xlsx?lang=uk`, `own-bids.csv` …, for a company's people. */
export function addOwnFilesRoute(app: Hono<ApiBindings>): void {
  app.get('/storage/files/:name{own-(?:auctions|bids)\\.(?:csv|xlsx)}', (c) => {
    const [what, format] = c.req.param('name').slice('own-'.length).split('.')
    const sender = new Headers()
    for (const name of FORWARDED_HEADERS) {
      const value = c.req.header(name)
      if (value !== undefined) sender.set(name, value)
    }
    return answerByCall(app, c, cabinetEndpoints.exportOwn.path, { ...c.req.query(), what, format }, sender)
  })
}

type ServeFulfilmentFile = (
  wanted: { document: 'invoice' | 'act' | 'reconciliation'; id: number; format: 'pdf' | 'xlsx' | 'csv' },
  query: Readonly<Partial<Record<string, string>>>,
  caller: Caller,
) => Promise<Response | null>

interface FileDependencies extends CallerSources {
  allow: Allow
  pool: Pool
  /** All data of a person; null if the ticket is another person's, or too old. */
  personalData(subject: AccountCaller, ticket: string): Response | null
  /** An auction's protocol; null if there is none that the caller may read. */
  protocol(request: Request, callerOf: () => Promise<Caller>): Promise<Response | null>
  /** A company's agreement as a PDF; null if the caller may not read it. */
  agreementPdf(id: number, lang: string | null, caller: Caller): Promise<Response | null>
  /** An agreement or an act with the signatures of both sides. */
  signedAgreement(kind: 'agreement' | 'act', id: number, caller: Caller): Promise<Response | null>
  /** An invoice, an act, or a reconciliation statement of an agreement; null if the caller may not read it. */
  fulfilmentFile: ServeFulfilmentFile
  /** A public file of the site by name; null if there is none. */
  media(name: string, method: 'GET' | 'HEAD'): Promise<Response | null>
}

/** Requests of an address, and of an account from any address, by kind of file; documents are printed on request. */
const LIMITS = [
  { name: '/storage/media', shape: /^\/storage\/media\//, rateLimit: { requests: 3_000, seconds: 60 } },
  {
    name: '/storage/documents',
    shape: /^\/storage\/files\/[^/]*(?:protocol|agreement|invoice|act|reconciliation|personal)[^/]*$/,
    rateLimit: { requests: 120, seconds: 60 },
  },
  { name: '/storage/files', shape: /^\/storage\/files\//, rateLimit: { requests: 300, seconds: 60 } },
]

const PRIVATE_NAME = /^\d{1,15}$/
const AGREEMENT_NAME = /^agreement-(\d{1,9})\.pdf$/
const SIGNED_NAME = /^(agreement|act)-(\d{1,9})\.signed$/
const FULFILMENT_NAME = /^(invoice|act|reconciliation)-(\d{1,9})\.(pdf|xlsx|csv)$/

/** The file, or the refusal that a call would answer. */
async function answerWith(c: Context<ApiBindings>, file: Promise<Response | null>): Promise<Response> {
  try {
    return (await file) ?? problemResponse({ code: 'not_found' }, c.get('requestId'))
  } catch (error) {
    if (error instanceof RefusalError) return problemResponse(error.outcome.refusal, c.get('requestId'))
    throw error
  }
}

/**
 * `/storage/files/…`: for their owner and managers, protocols for everyone. `/storage/media/…`: the site's pictures and
 * documents.
 */
export function addFileRoutes(app: Hono<ApiBindings>, deps: FileDependencies): void {
  /** A refusal if the caller, or its address, has sent too many requests. */
  async function refusalOf(c: Context<ApiBindings>, caller: Caller): Promise<Response | null> {
    const address = c.env?.address
    const kind = LIMITS.find(({ shape }) => shape.test(c.req.path))
    const refused = address && kind ? await deps.allow(kind.name, kind.rateLimit, caller, address) : null
    return refused && problemResponse(refused.refusal, c.get('requestId'))
  }

  /**
   * Serves a file to a caller who may read it; null for visitors. Downloads by a company's people are recorded (R14.1).
   *
   * @param token the scope that a program needs
   * @param staff the access of the staff who may read it, managers by default
   */
  async function serveReader(
    c: Context<ApiBindings>,
    subject: string,
    serve: (caller: Caller) => Promise<Response | null> | Response | null,
    token?: TokenScope,
    staff?: StaffAccess,
  ): Promise<Response | null> {
    const caller = await readerOf(c, deps, token, staff)
    if (caller.kind === 'visitor') return null
    const refused = await refusalOf(c, caller)
    if (refused) return refused
    const file = await serve(caller)
    // A HEAD reads no content, and a 304 confirms an earlier download.
    if (file?.ok && caller.kind === 'account' && c.req.method !== 'HEAD')
      await recordAction(deps.pool, { ...caller, action: 'downloaded', subject })
    return file
  }

  app.use('/storage/*', async (c: Context<ApiBindings>, next) => (await refusalOf(c, { kind: 'visitor' })) ?? next())
  app.get('/storage/media/:name', async (c) => {
    const file = await deps.media(c.req.param('name'), c.req.method === 'HEAD' ? 'HEAD' : 'GET')
    return file ?? problemResponse({ code: 'not_found' }, c.get('requestId'))
  })
  app.get('/storage/files/personal-data.zip', async (c) => {
    const admission = await authorize({ access: 'account' }, credentialsOf(c.req.raw, false, deps.publicOrigin), deps, {
      address: c.env?.address,
    })
    if (!admission.ok) return problemResponse(admission.refusal, c.get('requestId'))
    const { caller } = admission
    const refused = await refusalOf(c, caller)
    if (refused) return refused
    const served = caller.kind === 'account' ? deps.personalData(caller, c.req.query('ticket') ?? '') : null
    return served ?? problemResponse({ code: 'not_found' }, c.get('requestId'))
  })
  app.get('/storage/files/:name', async (c) => {
    const name = c.req.param('name')
    const [, agreement] = AGREEMENT_NAME.exec(name) ?? []
    const [, kind, signedId] = SIGNED_NAME.exec(name) ?? []
    const [, document, id, format] = FULFILMENT_NAME.exec(name) ?? []
    if (kind !== undefined) {
      const serve = (caller: Caller) => deps.signedAgreement(kind as 'agreement' | 'act', Number(signedId), caller)
      return answerWith(c, serveReader(c, `${kind}:${signedId}`, serve, 'read'))
    }
    if (document !== undefined) {
      const wanted = { document, id: Number(id), format } as Parameters<ServeFulfilmentFile>[0]
      const serve = (caller: Caller) => deps.fulfilmentFile(wanted, c.req.query(), caller)
      return answerWith(c, serveReader(c, `${document}:${id}`, serve, 'read', 'accountant'))
    }
    const file =
      agreement !== undefined
        ? serveReader(
            c,
            `agreement:${agreement}`,
            (caller) => deps.agreementPdf(Number(agreement), c.req.query('lang') ?? null, caller),
            'read',
          )
        : PRIVATE_NAME.test(name)
          ? serveReader(c, `file:${name}`, (caller) => serveFile(deps.pool, Number(name), caller), undefined, 'staff')
          : deps.protocol(c.req.raw, () => readerOf(c, deps, 'read'))
    return answerWith(c, file)
  })
}

async function readerOf(
  c: Context<ApiBindings>,
  deps: FileDependencies,
  token?: TokenScope,
  staff?: StaffAccess,
): Promise<Caller> {
  const admission = await authorizeReader(c.req.raw, { access: 'account', token, staff }, deps, c.env?.address)
  return admission.ok ? admission.caller : { kind: 'visitor' }
}
