import type { PostgresAdapter } from '@payloadcms/db-postgres'
import {
  APIError,
  QueryError,
  ValidationError,
  type AfterErrorHook,
  type BaseDatabaseAdapter,
  type CollectionSlug,
  type DatabaseAdapterObj,
  type PayloadRequest,
} from 'payload'
import { localeOrDefault } from '@/lib/i18n/locales'
import { placesOf } from '@/lib/server/cms/fields/places'
import { isDatabaseUnavailable, sqlState } from '@/lib/server/platform/db/transaction'
import { type PortalTextKey, translate } from './translations'

interface Answer {
  status: number
  text: PortalTextKey
}

/** Answers errors of the database and of wrong queries, which Payload would answer with 500. */
export const answerErrors: AfterErrorHook = ({ collection, error, req }) => {
  if (isWrongQuery(error, req)) {
    const data = error instanceof QueryError ? { data: error.data } : {}
    const errors = [{ name: 'QueryError', message: translate(req, 'invalidRequest'), ...data }]
    return { status: 400, response: { errors, code: 'invalid_input' } as never }
  }
  if (error instanceof ValidationError)
    return {
      status: 400,
      response: { errors: [{ name: error.name, message: nameFields(error, req), data: error.data }] },
    }
  // Payload 3.90: for a key without a preference its second query lacks a join, which the database refuses.
  if (collection?.slug === 'payload-preferences' && req.method === 'DELETE' && !isDatabaseUnavailable(error))
    return { status: 404, response: { errors: [{ message: req.t('general:notFound') }] } }
  const answer = answerTo(error)
  return answer && { status: answer.status, response: { errors: [{ message: translate(req, answer.text) }] } }
}

/**
 * The refused fields by the rows that they are in: "Fill in item 6 (name, link)". Payload's own text strings the labels of tabs and lists
 * together. No colon: Payload takes what follows one for a list of fields.
 */
function nameFields({ data }: ValidationError, req: PayloadRequest): string {
  const { collection, global, errors } = data
  const config = collection
    ? req.payload.collections[collection as CollectionSlug]?.config
    : req.payload.config.globals.find(({ slug }) => slug === global)
  const language = localeOrDefault(req.i18n.language)
  const places = new Map([...placesOf(config?.fields ?? [], req.data, language)].map((place) => [place.path, place]))
  const namesByRows = new Map<string, string[]>()
  for (const { path } of errors) {
    const { rows, name } = places.get(path) ?? { rows: '', name: path }
    namesByRows.set(rows, [...(namesByRows.get(rows) ?? []), withoutCapital(name)])
  }
  const fields = [...namesByRows].map(([rows, names]) =>
    rows === '' ? names.join(', ') : `${withoutCapital(rows)} (${names.join(', ')})`,
  )
  const areEmpty = errors.every(({ message }) => message === req.t('validation:required'))
  return translate(req, areEmpty ? 'fillInFields' : 'correctFields', { fields: fields.join('; ') })
}

/** For the middle of a sentence; abbreviations stay as they are. */
function withoutCapital(label: string): string {
  return label.replace(/^\p{Lu}(?!\p{Lu})/u, (letter) => letter.toLowerCase())
}

function answerTo(error: Error): Answer | undefined {
  if (isDatabaseUnavailable(error)) return { status: 503, text: 'databaseAway' }
  const state = sqlState(error) ?? ''
  if (state === '23505') return { status: 409, text: 'alreadyExists' }
  // restrict_violation: the portal's own guards on events and frozen lots (R1.2)
  if (state === '23001') return { status: 409, text: 'lotFrozen' }
  return /^2[23]/.test(state) ? { status: 400, text: 'invalidRequest' } : undefined
}

/** A query that fails is wrong, unless the database is unavailable or Payload has a public error for it. */
function isWrongQuery(error: unknown, req: Partial<PayloadRequest> | undefined): boolean {
  if (error instanceof QueryError) return true
  const { where, data } = req?.query ?? {}
  if (error instanceof SyntaxError) return typeof where === 'string' || typeof data === 'string'
  if (req?.payloadAPI !== 'REST' || where === undefined) return false
  return !(error instanceof APIError && error.isPublic) && !isDatabaseUnavailable(error)
}

const READS = [
  'count',
  'countVersions',
  'find',
  'findDistinct',
  'findOne',
  'findVersions',
  'queryDrafts',
] as const satisfies readonly (keyof BaseDatabaseAdapter)[]

interface Read {
  req?: Partial<PayloadRequest>
}

/**
 * Turns failed reads of wrong queries into QueryErrors, which Payload logs as the caller's mistake. Payload 3.90 checks fields, but neither
 * operators nor values: the database's refusal would be logged as an error of the portal.
 */
export function withQueryErrors(open: () => DatabaseAdapterObj<PostgresAdapter>): DatabaseAdapterObj<PostgresAdapter> {
  return {
    ...open(),
    init(payload) {
      const adapter = open().init(payload)
      for (const name of READS) {
        const read = adapter[name].bind(adapter) as (args: Read) => Promise<never>
        adapter[name] = async (args: Read) => {
          try {
            return await read(args)
          } catch (error) {
            throw isWrongQuery(error, args.req) ? new QueryError([]) : error
          }
        }
      }
      return adapter
    },
  }
}
