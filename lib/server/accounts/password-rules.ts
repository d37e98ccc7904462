import type { FieldError } from '@/lib/contract/errors'

const fewestCharacters = 5
/** What is left of a password once the account's own words are taken out of it. */
const shortestRemainder = 5

const rows = ['01234567890123456789', 'abcdefghijklmnopqrstuvwxyz', 'qwertyuiopasdfghjklzxcvbnm', 'абвгґдеєжзиіїйклмнопрстуфхцчшщьюя', 'йцукенгшщзхїфівапролджєячсмитьбю', 'йцукенгшщзхъфывапролджэячсмитьбю', '1q2w3e4r5t6y7u8i9o0p', 'qazwsxedcrfvtgbyhnujmikolp']
  .flatMap((row) => [row, [...row].reverse().join('')])

/** The words that most guessed passwords are made of, before digits and signs are added to them. */
const stems = new Set(['password', 'passw', 'pass', 'qwerty', 'qwertyuiop', 'admin', 'administrator', 'welcome', 'letmein', 'iloveyou', 'changeme', 'login', 'user', 'auction', 'portal', 'ukraine', 'kyiv', 'пароль', 'парольпароль', 'йцукен', 'йцукенгшщз', 'адмін', 'админ', 'аукціон', 'аукцион', 'україна', 'украина', 'київ', 'киев'])

/** A password that is long and yet guessed at once: hardly any characters, a row of keys, a common word, one's own data. */
function isTooSimple(password: string, own: readonly string[]): boolean {
  const text = password.normalize('NFKC').toLowerCase()
  if (new Set(text).size < fewestCharacters) return true
  if (rows.some((row) => row.includes(text))) return true
  const stem = text.replace(/[^\p{L}]/gu, '').replace(/^(.{3,})\1+$/u, '$1')
  if (stems.has(stem)) return true
  const words = own.map((word) => word.toLowerCase()).filter((word) => word.length >= 4).sort((a, b) => b.length - a.length)
  const rest = words.reduce((left, word) => left.replaceAll(word, ''), text)
  return rest.length < text.length && rest.length < shortestRemainder
}

/** What is wrong with a new password, in the contract's form. `own`: e-mail, names and codes of the account. */
export function passwordFaults(password: string, own: readonly string[]): FieldError[] {
  const words = own.flatMap((text) => [text, ...text.split(/[^\p{L}\p{N}]+/u)])
  return isTooSimple(password, words) ? [{ path: 'password', code: 'password_too_simple' }] : []
}
