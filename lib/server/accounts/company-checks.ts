import { isValidIBAN } from 'ibantools'
import type { CompanyData } from '@/lib/contract/company'
import type { FieldError } from '@/lib/contract/errors'
import { isEdrpou, isEic } from '@/lib/domain/identifiers'

const checks = {
  edrpou: isEdrpou,
  eic: isEic,
  iban: (text: string) => text.startsWith('UA') && isValidIBAN(text),
}

/** Codes whose check digits are wrong; what is not given is not checked. */
export function companyFaults(data: Partial<CompanyData>): FieldError[] {
  return (Object.keys(checks) as (keyof typeof checks)[])
    .filter((name) => data[name] !== undefined && !checks[name](data[name]))
    .map((name) => ({ path: name, code: `${name}_invalid` }))
}
