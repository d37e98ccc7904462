import { sql } from '@payloadcms/db-postgres/drizzle'
import type { Payload } from 'payload'
import * as z from 'zod'
import { LOCALES } from '@/lib/config/constants'
import { type Certificate, certificate as certificateShape } from '@/lib/contract/content'
import { type CategoryKey, categoryKey, type Language, language } from '@/lib/contract/primitives'
import { type Product, product as productShape } from '@/lib/contract/shop'
import { executorOf } from '@/lib/server/payload/database'
import type { Product as Stored } from '@/lib/server/payload/payload-types'
import { decodeCursor, DEFAULT_LIMIT, type Page, pageOf } from '@/lib/server/platform/keyset'
import { readable, type RecordFaults } from '@/lib/server/platform/record-faults'
import { imageOf, mediaAddress } from './shapes'

interface CertificatesQuery {
  lang: Language
  category?: CategoryKey
  cursor?: string
  limit?: number
}

/** Certificates in force come first, then the latest by their day of issue; days are Kyiv's. */
export async function listCertificates(
  payload: Payload,
  faults: RecordFaults,
  { lang, category, cursor, limit = DEFAULT_LIMIT }: CertificatesQuery,
): Promise<Page<Certificate>> {
  const [inForce, issuedOn, id] = decodeCursor(cursor, ['id', 'day', 'id']) ?? []
  const hasCursor = inForce !== undefined && issuedOn !== undefined && id !== undefined
  const { rows } = await executorOf(payload).execute(sql`
    select * from (
      select certificate.id, category.key, words.title, words.language, media.filename, media.mime_type, media.filesize,
        (certificate.issued_on at time zone 'Europe/Kyiv')::date::text as issued_on,
        (cms.safe_timestamp(certificate.valid_until) at time zone 'Europe/Kyiv')::date::text as valid_until,
        (certificate.valid_until is null
          or (certificate.valid_until at time zone 'Europe/Kyiv')::date >= (now() at time zone 'Europe/Kyiv')::date)::integer as in_force
      from cms.certificates certificate
      join cms.categories category on category.id = certificate.category_id
      join cms.media media on media.id = certificate.file_id
      join lateral (
        select title, _locale::text as language from cms.certificates_locales
        where _parent_id = certificate.id and btrim(coalesce(title, '')) <> ''
        order by (_locale::text = ${lang}) desc, (_locale::text = 'uk') desc limit 1
      ) words on true
      where cms.safe_timestamp(certificate.issued_on) is not null and ${category === undefined ? sql`true` : sql`category.key::text = ${category}`}
    ) dated
    where ${hasCursor ? sql`(in_force, issued_on, id) < (${inForce}::integer, ${issuedOn}, ${id}::bigint)` : sql`true`}
    order by in_force desc, issued_on desc, id desc
    limit ${limit + 1}`)
  const page = pageOf(rows, limit, (row) => [Number(row.in_force), String(row.issued_on), Number(row.id)])
  const list = readable(
    faults,
    { collection: 'certificates', schema: certificateShape, idOf: (row) => Number(row.id), shape: certificateOf },
    page.list,
  )
  return { ...page, list }
}

function certificateOf(row: Record<string, unknown>): Certificate {
  const title = String(row.title)
  return {
    id: Number(row.id),
    title,
    language: language.parse(row.language),
    category: categoryKey.parse(row.key),
    issued_on: String(row.issued_on),
    valid_until: typeof row.valid_until === 'string' ? row.valid_until : null,
    file: {
      name: title,
      url: mediaAddress(String(row.filename)),
      media_type: String(row.mime_type),
      bytes: Number(row.filesize),
    },
  }
}

/** Products that can be ordered, in the editors' order. */
export async function listProducts(payload: Payload, faults: RecordFaults, lang: Language): Promise<Product[]> {
  const query = { collection: 'products' as const, where: { is_offered: { equals: true } }, pagination: false }
  const [{ docs }, { docs: translated }] = await Promise.all([
    payload.find({ ...query, sort: ['sort_order', 'id'], depth: 1, locale: lang }),
    payload.find({ ...query, depth: 0, locale: 'all' }),
  ])
  const inLanguages = new Map(translated.map((product) => [product.id, product]))
  const shape = (product: Stored): Product => {
    const texts = inLanguages.get(product.id)
    const facts = new Map(texts?.facts?.map((fact) => [fact.id, fact]))
    return {
      id: product.id,
      languages: {
        name: languageOf(product.name, texts?.name, lang),
        summary: languageOf(product.summary, texts?.summary, lang),
        unit: languageOf(product.unit, texts?.unit, lang),
      },
      name: product.name,
      summary: product.summary,
      category: typeof product.category === 'object' && product.category !== null ? product.category.key : null,
      unit: product.unit,
      minimum_volume: product.minimum_volume,
      image: imageOf(product.image, lang),
      // A fact needs both a name and a value.
      facts: (product.facts ?? []).flatMap(({ id, name, value }) => {
        if (!name || !value) return []
        const fact = facts.get(id)
        const languages = { name: languageOf(name, fact?.name, lang), value: languageOf(value, fact?.value, lang) }
        return [{ name, value, languages }]
      }),
    }
  }
  return readable(faults, { collection: 'products', schema: productShape, idOf: ({ id }) => id, shape }, docs)
}

/**
 * The language of a shown text, which may be a fallback.
 *
 * @param inAllLanguages the texts by language, which Payload's types do not distinguish from a text in a single language
 */
function languageOf(shown: string, inAllLanguages: unknown, requested: Language): Language {
  const texts = z.partialRecord(language, z.unknown()).safeParse(inAllLanguages).data ?? {}
  return [requested, ...LOCALES].find((locale) => texts[locale] === shown) ?? requested
}
