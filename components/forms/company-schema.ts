import { isValidIBAN } from 'ibantools'
import { registration } from '@/lib/contract/accounts'
import { companyFields, personFields } from '@/lib/contract/company'
import { isEdrpou, isEic } from '@/lib/domain/identifiers'

/** Check digits too, which the contract leaves to the domain: a slip of the finger is said before anything is sent. */
const checked = {
  edrpou: companyFields.edrpou.refine(isEdrpou, 'edrpou_invalid'),
  eic: companyFields.eic.refine(isEic, 'eic_invalid'),
  iban: personFields.iban.refine((text) => isValidIBAN(text), 'iban_invalid'),
}

export const registrationForm = registration.extend(checked)
export const checkedCodes = checked
