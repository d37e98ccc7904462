import { isValidIBAN } from 'ibantools'
import type { FieldHook, TextFieldSingleValidation, TypeWithID } from 'payload'
import { isEdrpou, isEic } from '@/lib/domain/identifiers'
import { say } from '@/lib/server/cms/translations/say'
import type { PortalTextKey } from '@/lib/server/cms/translations/texts'

const PHONE = /^\+\d{9,15}$/

function rule(holds: (value: string) => boolean, fault: PortalTextKey): TextFieldSingleValidation {
  return (value, { req }) => (typeof value === 'string' && holds(value) ? true : say(req, fault))
}

export const validateEdrpou = rule(isEdrpou, 'edrpouInvalid')
export const validateEic = rule(isEic, 'eicInvalid')
export const validateIban = rule((value) => value.startsWith('UA') && isValidIBAN(value), 'ibanInvalid')
export const validatePhone = rule((value) => PHONE.test(value), 'phoneInvalid')

/** Codes are kept without the spaces that people paste with them. */
export const upperCase: FieldHook<TypeWithID, unknown> = ({ value }): unknown =>
  typeof value === 'string' ? value.replace(/\s/g, '').toUpperCase() : value

export const lowerCase: FieldHook<TypeWithID, unknown> = ({ value }): unknown => (typeof value === 'string' ? value.trim().toLowerCase() : value)
