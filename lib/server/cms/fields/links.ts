import type { ArrayField, Field, TextField, TextFieldSingleValidation } from 'payload'
import { localizedText, names, row, rowTitle, text, type Words, words } from '@/lib/server/cms/fields/basic-fields'
import { say } from '@/lib/server/cms/translations'

/** Longer than any address that browsers and servers agree on. */
const MAXIMUM_LENGTH = 2_000

// A path of the site, a full address, or a mail or phone link: nothing that could run as a script. A form may have thousands of
// links, so each alternative takes time in proportion to the text: what follows a repeated part cannot be matched by it.
const URL_SHAPE =
  /^(?:\/(?![/\\])[^\s\\]*|https?:\/\/\S+|mailto:[^\s@]+@\S+|tel:\+?\d+|[^\s/:@]+@[^\s/:@.]+(?:\.[^\s/:@.]+)+)$/
const WEB_ADDRESS_SHAPE = /^(?:\/(?![/\\])|https?:\/\/)[^\s\\]*$/

const validate: TextFieldSingleValidation = (value, { req }) =>
  typeof value === 'string' && isSafeUrl(value) ? true : say(req, 'urlInvalid')

/** Whether an editor's address is one that the site may link to. */
export function isSafeUrl(value: string): boolean {
  return value.length <= MAXIMUM_LENGTH && URL_SHAPE.test(value)
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
      value === null ||
      value === undefined ||
      value === '' ||
      (value.length <= MAXIMUM_LENGTH && WEB_ADDRESS_SHAPE.test(value))
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
