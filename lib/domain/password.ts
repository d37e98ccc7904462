/** Faults of guessable passwords. Forms and the server share these rules. */

const MIN_DISTINCT_CHARACTERS = 5
/** Characters that must remain once the words of the account's data are removed. */
const MIN_REMAINDER = 5

const KEY_ROWS = [
  '01234567890123456789',
  'abcdefghijklmnopqrstuvwxyz',
  'qwertyuiopasdfghjklzxcvbnm',
  'абвгґдеєжзиіїйклмнопрстуфхцчшщьюя',
  'йцукенгшщзхїфівапролджєячсмитьбю',
  'йцукенгшщзхъфывапролджэячсмитьбю',
  '1q2w3e4r5t6y7u8i9o0p',
  'qazwsxedcrfvtgbyhnujmikolp',
].flatMap((row) => [row, [...row].reverse().join('')])

/** Words of common passwords, which have digits and signs around them. */
const COMMON_WORDS = new Set([
  'password',
  'passw',
  'pass',
  'qwerty',
  'qwertyuiop',
  'admin',
  'administrator',
  'welcome',
  'letmein',
  'iloveyou',
  'changeme',
  'login',
  'user',
  'auction',
  'portal',
  'ukraine',
  'kyiv',
  'пароль',
  'парольпароль',
  'йцукен',
  'йцукенгшщз',
  'адмін',
  'админ',
  'аукціон',
  'аукцион',
  'україна',
  'украина',
  'київ',
  'киев',
])

/** Whether a password has too few different characters, or is a row of keys or a common word with digits around it. */
export function isCommonPassword(password: string): boolean {
  const text = plain(password)
  if (new Set(text).size < MIN_DISTINCT_CHARACTERS) return true
  if (KEY_ROWS.some((row) => row.includes(text))) return true
  const stem = text.replace(/[^\p{L}]/gu, '').replace(/^(.{3,})\1+$/u, '$1')
  return COMMON_WORDS.has(stem)
}

/** Whether a password consists of the account's own data (email, names, codes) and little else. */
export function isOwnDataPassword(password: string, ownData: readonly string[]): boolean {
  const normalized = plain(password)
  const words = ownData
    .flatMap((text) => [text, ...text.split(/[^\p{L}\p{N}]+/u)])
    .map((word) => word.toLowerCase())
    .filter((word) => word.length >= 4)
    .sort((a, b) => b.length - a.length)
  const remainder = words.reduce((remaining, word) => remaining.replaceAll(word, ''), normalized)
  return remainder.length < normalized.length && remainder.length < MIN_REMAINDER
}

type OwnData = Partial<
  Record<'email' | 'company_name' | 'company_short_name' | 'name' | 'surname' | 'edrpou' | 'phone', string>
>

/** Words that a password must not consist of. */
export function personalWords({
  email,
  company_name,
  company_short_name,
  name,
  surname,
  edrpou,
  phone,
}: OwnData): string[] {
  return [email, company_name, company_short_name, name, surname, edrpou, phone].filter((word) => word !== undefined)
}

/** Strength of an accepted password, by its length and the kinds of characters it mixes. */
export function passwordStrength(password: string): 'fair' | 'good' | 'strong' {
  const kinds = [/\p{Ll}/u, /\p{Lu}/u, /\p{N}/u, /[^\p{L}\p{N}]/u].filter((kind) => kind.test(password)).length
  const weight = new Set(password).size + [...password].length + 2 * kinds
  if (weight >= 36) return 'strong'
  return weight >= 26 ? 'good' : 'fair'
}

function plain(password: string): string {
  return password.normalize('NFKC').toLowerCase()
}
