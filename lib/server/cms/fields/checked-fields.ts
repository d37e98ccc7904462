import type {
  DateField,
  EmailField,
  FieldHook,
  PayloadRequest,
  SelectField,
  TextareaField,
  TextField,
  TextFieldSingleValidation,
  TypeWithID,
} from 'payload'
import * as z from 'zod'
import { date } from 'payload/shared'
import { type Locale, LOCALES } from '@/lib/config/constants'
import { asciiAddress, compactLatin, edrpou, eic, email, iban, phone, PHONE, spelledAs } from '@/lib/contract/company'
import { isEdrpou, isEic, isIban } from '@/lib/domain/identifiers'
import { isUnclearDecimal, withoutGroups } from '@/lib/i18n/formats'
import { localeOrDefault } from '@/lib/i18n/locales'
import { nobody } from '@/lib/server/cms/access'
import { select, text, type LocalizedText, localized } from '@/lib/server/cms/fields/basic-fields'
import { translate, type PortalTextKey } from '@/lib/server/cms/translations'

type Decimal = {
  name: string
  label: LocalizedText
  places: 2 | 3
  digits?: number
  required?: boolean
  access?: TextField['access']
  /** The message of a fault that depends on the whole document; null for none. */
  fault?: (data: unknown, req: Pick<PayloadRequest, 'i18n'>) => string | null
}

/**
 * Whether a separator may be one of thousands or of decimals: in `locale`, or without it in any language. Three decimals after a point count
 * as the wire form, because a form sends unchanged values back; DecimalField puts a space before them if a person typed them.
 */
function isUnclear(value: unknown, places: 2 | 3, locale?: Locale): boolean {
  if (typeof value !== 'string' || (places === 3 && /^\d+\.\d{3}$/.test(value))) return false
  return (locale ? [locale] : LOCALES).some((language) => isUnclearDecimal(value, language))
}

/** Turns typed numbers ("15 200", "15.200,5") into the wire form ("15200.00"); returns others unchanged, for the validation to refuse. */
export function normalizeDecimal(value: unknown, places: 2 | 3, locale?: Locale): unknown {
  if (value === null || value === undefined || value === '') return null
  if ((typeof value !== 'string' && typeof value !== 'number') || isUnclear(value, places, locale)) return value
  const text = withoutGroups(String(value)).replace(',', '.')
  const match = /^(\d+)(?:\.(\d*))?$/.exec(text)
  if (!match) return text
  const fraction = match[2] ?? ''
  if (fraction.slice(places).replace(/0/g, '') !== '') return text
  const whole = (match[1] ?? '0').replace(/^0+(?=\d)/, '')
  return `${whole}.${fraction.slice(0, places).padEnd(places, '0')}`
}

/**
 * A price in UAH (2 places, R0.1) or a quantity in the category's unit (3 places, R0.2), stored as exact text, because Payload's numbers are
 * floating point. `digits`: before the point, 9 as in the contract.
 */
export function decimalField({ name, label, places, digits = 9, required = true, access, fault }: Decimal): TextField {
  const shape = new RegExp(`^\\d{1,${digits}}\\.\\d{${places}}$`)
  const normalize: FieldHook = ({ value, req }) =>
    value === undefined ? undefined : normalizeDecimal(value, places, localeOrDefault(req.i18n.language))
  const validate: TextFieldSingleValidation = (value, { data, req }) => {
    if (value === null || value === undefined || value === '') {
      return required ? translate(req, 'requiredValue') : true
    }
    const locale = localeOrDefault(req.i18n.language)
    if (isUnclear(value, places, locale)) return translate(req, 'numberUnclear')
    if (!shape.test(String(normalizeDecimal(value, places, locale)))) {
      return translate(req, places === 2 ? 'priceShape' : 'quantityShape')
    }
    return fault?.(data, req) ?? true
  }
  return {
    name,
    type: 'text',
    label,
    required,
    access,
    admin: {
      width: '50%',
      // In the wire form.
      placeholder: places === 2 ? '15200.00' : '300.000',
      components: {
        Cell: '@/app/(cms)/content/fields#DecimalCell',
        Field: '@/app/(cms)/content/fields#DecimalField',
      },
    },
    hooks: { beforeValidate: [normalize] },
    validate,
  }
}

type Instant = {
  name: string
  label: LocalizedText
  required?: boolean
  index?: boolean
  /** The message of a fault that depends on the whole document, or on the stored one under `id`; null for none. */
  fault?: (data: unknown, req: PayloadRequest, id: number | string | undefined) => Promise<string | null>
}

export function instantField({ name, label, required = false, index = false, fault }: Instant): DateField {
  return {
    name,
    type: 'date',
    label,
    required,
    index,
    validate: async (value, options) => {
      if (required && !value) return translate(options.req, 'chooseDate')
      const verdict = date(value, options)
      return verdict === true ? ((await fault?.(options.data, options.req, options.id)) ?? true) : verdict
    },
  }
}

export function validateText(isValid: (value: string) => boolean, fault: PortalTextKey): TextFieldSingleValidation {
  return (value, { req }) => (typeof value === 'string' && isValid(value) ? true : translate(req, fault))
}

/** The same validation of a field that may stay empty. */
export function optional(validate: TextFieldSingleValidation): TextFieldSingleValidation {
  return (value, options) => (value === null || value === undefined || value === '' ? true : validate(value, options))
}

/** A code as people type or paste it, with spaces, direction marks or look-alike letters; stored in its one spelling. */
function typedCode(code: z.ZodType<string>, isValid: (value: string) => boolean, fault: PortalTextKey) {
  const spell: FieldHook<TypeWithID, unknown> = ({ value }): unknown =>
    typeof value === 'string' ? spelledAs(code, value) : value
  // The form in the browser validates the typed spelling; the hook runs later, on the server.
  return {
    validate: validateText((value) => isValid(spelledAs(code, value)), fault),
    hooks: { beforeValidate: [spell] },
  }
}

const taxNumber = z
  .string()
  .overwrite(compactLatin)
  .regex(/^\d{12}$/)

export const asEdrpou = typedCode(edrpou, isEdrpou, 'edrpouInvalid')
export const asEic = typedCode(eic, isEic, 'eicInvalid')
export const asIban = typedCode(iban, isIban, 'ibanInvalid')
export const asPhone = typedCode(phone, (value) => PHONE.test(value), 'phoneInvalid')
export const asTaxNumber = typedCode(taxNumber, (value) => taxNumber.safeParse(value).success, 'taxNumberInvalid')

const inAscii: FieldHook<TypeWithID, unknown> = ({ value }): unknown =>
  typeof value === 'string' ? asciiAddress(value) : value

/** An address that the site accepts too: Payload's own validation refuses domains such as .укр, even in ASCII. */
export function emailField(label: LocalizedText, field: Partial<EmailField> = {}): EmailField {
  return {
    name: 'email',
    type: 'email',
    required: true,
    label,
    ...field,
    validate: (value, { req }) => email.safeParse(value ?? '').success || req.t('validation:emailAddress'),
    hooks: { beforeValidate: [inAscii] },
  }
}

/** Options of fields that a customer filled in and the staff cannot change. */
export const readOnlyOnceSent = { access: { update: nobody } }

export function sentLine(name: string, label: LocalizedText, { index = false }: { index?: boolean } = {}): TextField {
  return text(name, label, { index, ...readOnlyOnceSent })
}

export function sentText(name: string, label: LocalizedText, required = false): TextareaField {
  return { name, type: 'textarea', label, required, ...readOnlyOnceSent }
}

/** The status of an order or a message. */
export function requestStatus(options: Readonly<Record<string, LocalizedText>>): SelectField {
  return select('status', localized('status'), options, {
    defaultValue: 'new',
    index: true,
  })
}
