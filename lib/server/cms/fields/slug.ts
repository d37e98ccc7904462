import type { FieldHook, TextField, TextFieldSingleValidation, TypeWithID } from 'payload'
import { RESERVED_SLUGS } from '@/lib/i18n/reserved-slugs'
import { slugify } from '@/lib/server/cms/fields/transliterate'
import { say } from '@/lib/server/cms/translations/say'
import { words } from '@/lib/server/cms/words'

const SHAPE = /^[a-z0-9]+(?:-[a-z0-9]+)*$/

const validateFree: TextFieldSingleValidation = (value, options) => {
  const shaped = validateShape(value, options)
  return shaped === true && RESERVED_SLUGS.has(String(value)) ? say(options.req, 'slugReserved') : shaped
}

const validateShape: TextFieldSingleValidation = (value, { req }) => (typeof value === 'string' && SHAPE.test(value) ? true : say(req, 'slugShape'))

/**
 * The document's address; made from the field named `source` where the editor leaves it empty
 * (`null`: the collection makes it itself). `beside`: whether the site's own routes stand at the same place, so that
 * their addresses are not free.
 */
export function slugField(source: 'title' | null = 'title', { beside = false } = {}): TextField {
  const fill: FieldHook<TypeWithID & { slug?: unknown }, unknown> = ({ value, data, originalDoc }): unknown => {
    if (typeof value === 'string' && value.trim() !== '') return value.trim()
    const before: unknown = originalDoc?.slug
    if (typeof before === 'string' && before !== '') return before
    const title: unknown = source === null ? undefined : (data as Record<string, unknown> | undefined)?.[source]
    return typeof title === 'string' ? slugify(title) : value
  }
  return {
    name: 'slug',
    type: 'text',
    label: words('Адреса сторінки', 'Page address', 'Адрес страницы'),
    unique: true,
    index: true,
    required: true,
    admin: {
      position: 'sidebar',
      description: words(
        'Латинські літери, цифри й дефіси. Порожнє поле заповнюється з назви.',
        'Latin letters, digits and hyphens. Left empty, it is made from the title.',
        'Латинские буквы, цифры и дефисы. Пустое поле заполняется из названия.',
      ),
    },
    hooks: { beforeValidate: [fill], beforeDuplicate: [() => undefined] },
    validate: beside ? validateFree : validateShape,
  }
}
