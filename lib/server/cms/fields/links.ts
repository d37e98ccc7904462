import type { ArrayField, Field, TextField } from 'payload'
import {
  localizedText,
  names,
  row,
  rowTitle,
  text,
  type LocalizedText,
  localized,
} from '@/lib/server/cms/fields/basic-fields'
import { optional, validateText } from './checked-fields'

/** Longer than any address that all browsers and servers accept. */
const MAX_LENGTH = 2_000

// A path of the site, a full address, or a mail or phone link: nothing that could run as a script. A form may have thousands of
// links, so each alternative takes linear time: a repeated part cannot match what follows it.
const URL_SHAPE =
  /^(?:\/(?![/\\])[^\s\\]*|https?:\/\/\S+|mailto:[^\s@]+@\S+|tel:\+?\d+|[^\s/:@]+@[^\s/:@.]+(?:\.[^\s/:@.]+)+)$/
const WEB_ADDRESS_SHAPE = /^(?:\/(?![/\\])|https?:\/\/)[^\s\\]*$/

/** Whether the site may link to an editor's address. */
export function isSafeUrl(value: string): boolean {
  return value.length <= MAX_LENGTH && URL_SHAPE.test(value)
}

const validateUrl = validateText(isSafeUrl, 'urlInvalid')

/** An optional address. */
export function optionalUrlField(): TextField {
  return text('url', localized('link'), { required: false, validate: optional(validateUrl) })
}

/** A path of the site or a full address; may stay empty. */
export function webAddressField(name: string, label: LocalizedText): TextField {
  const validate = validateText((value) => value.length <= MAX_LENGTH && WEB_ADDRESS_SHAPE.test(value), 'urlInvalid')
  return text(name, label, { required: false, validate: optional(validate) })
}

/** A name in three languages with its address. */
export function linkFields(): Field[] {
  return [row(localizedText('name', localized('name')), text('url', localized('link'), { validate: validateUrl }))]
}

export function linksField(name: string, plural: LocalizedText, singular: LocalizedText): ArrayField {
  return { name, type: 'array', label: plural, labels: names(singular, plural), fields: linkFields(), admin: rowTitle }
}
