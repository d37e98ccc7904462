import type { ArrayField, Field, TextField, TextFieldSingleValidation } from 'payload'
import { localizedText, names, row, rowTitle, text, type Words, words } from '@/lib/server/cms/fields/basic-fields'
import { say } from '@/lib/server/cms/translations'

// A path of the site, a full address, or a mail or phone link: nothing that could run as a script.
const URL_SHAPE = /^(?:\/(?![/\\])[^\s\\]*|https?:\/\/\S+|mailto:\S+@\S+|tel:\+?\d+|[^\s/:@]+@[^\s/:@]+\.[^\s/:@]+)$/

const validate: TextFieldSingleValidation = (value, { req }) =>
  typeof value === 'string' && isSafeUrl(value) ? true : say(req, 'urlInvalid')

/** Whether an editor's address is one that the site may link to. */
export function isSafeUrl(value: string): boolean {
  return URL_SHAPE.test(value)
}

/** The address of something that need not lead anywhere. */
export function optionalUrlField(): TextField {
  return {
    ...urlField(),
    required: false,
    validate: (value: string | null | undefined, options: Parameters<typeof validate>[1]) =>
      value === null || value === undefined || value === '' ? true : validate(value, options),
  } as TextField
}

function urlField(): TextField {
  return text('url', words('link'), { validate })
}

/** A path of the site or a full address; may stay empty. */
export function webAddressField(name: string, label: Words): TextField {
  return {
    name,
    type: 'text',
    label,
    validate: (value: string | null | undefined, { req }: Parameters<typeof validate>[1]) =>
      value === null || value === undefined || value === '' || /^(?:\/(?![/\\])|https?:\/\/)[^\s\\]*$/.test(value)
        ? true
        : say(req, 'urlInvalid'),
  }
}

/** A name in three languages with its address. */
export function linkFields(): Field[] {
  return [row(localizedText('name', words('name')), urlField())]
}

/** `one` names a row: “Add: …”. */
export function linksField(name: string, many: Words, one: Words): ArrayField {
  return { name, type: 'array', label: many, labels: names(one, many), fields: linkFields(), admin: rowTitle }
}
