import { isValidIBAN } from 'ibantools'
import { registration } from '@/lib/contract/accounts'
import { companyFields, newPassword, personFields } from '@/lib/contract/company'
import { isEdrpou, isEic } from '@/lib/domain/identifiers'
import { isCommonPassword } from '@/lib/domain/password'

/** Check digits too, which the contract leaves to the domain: a slip of the finger is said before anything is sent. */
const checked = {
  edrpou: companyFields.edrpou.refine(isEdrpou, 'edrpou_invalid'),
  eic: companyFields.eic.refine(isEic, 'eic_invalid'),
  iban: personFields.iban.refine((text) => isValidIBAN(text), 'iban_invalid'),
}

/** A new password that is not guessed at once. */
export const checkedPassword = newPassword.refine((text) => !isCommonPassword(text), 'password_too_simple')

export const registrationForm = registration.extend({ ...checked, password: checkedPassword })
export const checkedCodes = checked
