import { composeIBAN } from 'ibantools'
import { isEdrpou, isEic } from '@/lib/domain/identifiers'

const DIGITS = '0123456789'
const CHARACTERS = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ'

/** A valid EDRPOU code from its first seven digits. Those from 99 on are given to nobody. */
export function makeEdrpou(first: number): string {
  return completed(String(first).padStart(7, '0'), DIGITS, isEdrpou)
}

/** A valid EIC code of a company, issued (as it were) by the Ukrainian office, 62. */
export function makeEic(number: number): string {
  // Of some bodies the check character would be "-", which none may have; then the next letter is tried.
  for (const letter of 'DEMO') {
    const body = `62X${letter}GAS${String(number).padStart(8, '0')}`
    const last = [...CHARACTERS].find((character) => isEic(body + character))
    if (last !== undefined) return body + last
  }
  throw new Error(`no EIC code for ${number}`)
}

/** A valid Ukrainian IBAN at a bank that does not exist. */
export function makeIban(number: number): string {
  const iban = composeIBAN({ countryCode: 'UA', bban: `399999${'26000'}${String(number).padStart(14, '0')}` })
  if (iban === null) throw new Error(`no IBAN for ${number}`)
  return iban
}

function completed(body: string, characters: string, isValid: (code: string) => boolean): string {
  const last = [...characters].find((character) => isValid(body + character))
  if (last === undefined) throw new Error(`nothing completes ${body}`)
  return body + last
}
