const EDRPOU_PATTERN = /^\d{8}$/
const IBAN_PATTERN = /^UA\d{27}$/
/** The letters U and A as digits (ISO 7064). */
const UA_IN_DIGITS = '3010'
const EIC_PATTERN = /^[0-9A-Z-]{15}[0-9A-Z]$/
const EIC_ALPHABET = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ-'

/** Whether a text is a company's EDRPOU code: eight digits, the last one the check digit. */
export function isEdrpou(text: string): boolean {
  if (!EDRPOU_PATTERN.test(text)) return false
  const digits = Array.from(text, Number)
  return edrpouCheckDigit(digits) === digits[7]
}

/** Whether a text is the EIC code of a company: type X in third place, a valid check character, which is never "-". */
export function isEic(text: string): boolean {
  return EIC_PATTERN.test(text) && text[2] === 'X' && eicCheckCharacter(text) === text[15]
}

/** Whether a text is a Ukrainian IBAN with valid check digits. */
export function isIban(text: string): boolean {
  if (!IBAN_PATTERN.test(text)) return false
  return remainder97(`${text.slice(4)}${UA_IN_DIGITS}${text.slice(2, 4)}`) === 1
}

/** The check of ISO 7064 that IBAN and the creditor reference share. */
export function remainder97(digits: string): number {
  return Number(BigInt(digits) % 97n)
}

function edrpouCheckDigit(digits: readonly number[]): number {
  const first = digits[0] ?? 0
  const weights = first >= 3 && first <= 5 ? [7, 1, 2, 3, 4, 5, 6] : [1, 2, 3, 4, 5, 6, 7]
  const remainder = weighted(digits, weights) % 11
  if (remainder < 10) return remainder
  const second = weights.map((weight) => weight + 2)
  return (weighted(digits, second) % 11) % 10
}

function weighted(digits: readonly number[], weights: readonly number[]): number {
  return weights.reduce((total, weight, index) => total + weight * (digits[index] ?? 0), 0)
}

function eicCheckCharacter(text: string): string | undefined {
  let total = 0
  for (let index = 0; index < 15; index += 1) total += (16 - index) * EIC_ALPHABET.indexOf(text.charAt(index))
  return EIC_ALPHABET[36 - ((total - 1) % 37)]
}
