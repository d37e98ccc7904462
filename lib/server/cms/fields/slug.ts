import type { FieldHook, TextField, TextFieldSingleValidation, TypeWithID } from 'payload'
import { RESERVED_SLUGS } from '@/lib/i18n/reserved-slugs'
import { translate } from '@/lib/server/cms/translations'
import { localized } from '@/lib/server/cms/fields/basic-fields'

/** Ukrainian letters in Latin by resolution 55 of the Cabinet of Ministers (2010); the last four are Russian. */
const LATIN: Readonly<Record<string, string>> = {
  а: 'a',
  б: 'b',
  в: 'v',
  г: 'h',
  ґ: 'g',
  д: 'd',
  е: 'e',
  є: 'ie',
  ж: 'zh',
  з: 'z',
  и: 'y',
  і: 'i',
  ї: 'i',
  й: 'i',
  к: 'k',
  л: 'l',
  м: 'm',
  н: 'n',
  о: 'o',
  п: 'p',
  р: 'r',
  с: 's',
  т: 't',
  у: 'u',
  ф: 'f',
  х: 'kh',
  ц: 'ts',
  ч: 'ch',
  ш: 'sh',
  щ: 'shch',
  ю: 'iu',
  я: 'ia',
  ь: '',
  ъ: '',
  ы: 'y',
  э: 'e',
  ё: 'e',
}
/** The same at the start of a word. */
const LATIN_INITIAL: Readonly<Record<string, string>> = { є: 'ye', ї: 'yi', й: 'y', ю: 'yu', я: 'ya' }

const MAX_LENGTH = 80

/** A title as an address: lower-case Latin letters, digits and single hyphens, at most 80 characters. */
export function slugify(title: string): string {
  return title
    .toLowerCase()
    .replace(/['’ʼ`]/g, '')
    .replaceAll('зг', 'zgh')
    .replace(/(?<!\p{L})[єїйюя]/gu, (letter) => LATIN_INITIAL[letter] ?? letter)
    .replace(/\p{Script=Cyrillic}/gu, (letter) => LATIN[letter] ?? letter)
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-+|-+$/g, '')
    .slice(0, MAX_LENGTH)
    .replace(/-+$/, '')
}

const SHAPE = /^[a-z0-9]+(?:-[a-z0-9]+)*$/

/** An empty address is valid if `source` is empty too: then that field reports the fault. */
function validateSlug(source: 'title' | null, beside: boolean): TextFieldSingleValidation {
  return (value, { data, req }) => {
    const title = source === null ? '' : (data as Record<string, unknown> | undefined)?.[source]
    if (isEmpty(value) && isEmpty(title)) return true
    if (typeof value !== 'string' || !SHAPE.test(value)) return translate(req, 'slugShape')
    return beside && RESERVED_SLUGS.has(value) ? translate(req, 'slugReserved') : true
  }
}

function isEmpty(value: unknown): boolean {
  return value === null || value === undefined || (typeof value === 'string' && value.trim() === '')
}

/** The address of a copy: that of its original with the next free number. */
const freeAddress: FieldHook = async ({ value, collection, req }) => {
  if (typeof value !== 'string' || !collection) return undefined
  const stem = value.replace(/-\d+$/, '').slice(0, MAX_LENGTH)
  const { docs } = await req.payload.find({
    collection: collection.slug as 'pages' | 'news',
    where: { slug: { like: stem } },
    select: { slug: true },
    pagination: false,
    depth: 0,
    overrideAccess: true,
    req,
  })
  const taken = new Set(docs.map(({ slug }) => slug))
  let number = 2
  while (taken.has(`${stem}-${number}`)) number += 1
  return `${stem}-${number}`
}

/**
 * The document's address. An empty one is made from the field named `source`; with `null` the collection makes it. `beside`: whether the
 * addresses of the site's own routes are at the same level, and cannot be used.
 */
export function slugField(source: 'title' | null = 'title', { beside = false } = {}): TextField {
  const fill: FieldHook<TypeWithID & { slug?: unknown }, unknown> = ({
    value,
    data,
    originalDoc,
    operation,
  }): unknown => {
    if (typeof value === 'string' && value.trim() !== '') return value.trim()
    // Of a copy, `originalDoc` is the document that it is made from.
    const before: unknown = operation === 'create' ? undefined : originalDoc?.slug
    if (typeof before === 'string' && before !== '') return before
    const title: unknown = source === null ? undefined : (data as Record<string, unknown> | undefined)?.[source]
    return typeof title === 'string' ? slugify(title) : value
  }
  return {
    name: 'slug',
    type: 'text',
    label: localized('pageAddress'),
    unique: true,
    index: true,
    required: true,
    admin: {
      position: 'sidebar',
      description: localized('slugHint'),
    },
    hooks: { beforeValidate: [fill], beforeDuplicate: [source === null ? () => undefined : freeAddress] },
    validate: validateSlug(source, beside),
  }
}
