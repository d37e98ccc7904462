import { toCardinal as english } from 'n2words/en-US'
import { toCardinal as russian } from 'n2words/ru-RU'
import { toCardinal as ukrainian } from 'n2words/uk-UA'
import type { Language } from '@/lib/contract/primitives'
import { formatSum, type Sum, VAT_PERCENT, vatWithin } from '@/lib/domain/money'
import { formatPrice } from '@/lib/i18n/formats'
import type { DetailRow } from './print-document'
import { documentTranslators } from './translators'

/** The total of agreements' sums: without VAT, the VAT, with VAT, and in words. The VAT is the sum of each agreement's rounded VAT. */
export function totalDetails(sums: readonly Sum[], lang: Language): DetailRow[] {
  const t = documentTranslators[lang]
  const total = (parts: readonly Sum[]) => parts.reduce((sum, part) => sum + part, 0n)
  const sum = total(sums)
  const vat = total(sums.map(vatWithin))
  const money = (amount: Sum) => `${formatPrice(formatSum(amount), lang)}\u00A0${t('document.currency')}`
  return [
    [t('document.withoutVat'), money(sum - vat)],
    [t('document.vat', { percent: VAT_PERCENT }), money(vat)],
    [t('document.withVat'), money(sum)],
    [t('document.inWords'), amountInWords(formatSum(sum), lang)],
  ]
}

interface CheckedRecord {
  publicUrl: string
  auctionNumber: number
  headHash: string
}

/** The page that shows whether the auction's record still ends with the document's hash. */
export function checkAddress({ publicUrl, auctionNumber, headHash }: CheckedRecord, lang: Language): string {
  return `${publicUrl}/storage/files/protocol-${auctionNumber}.txt?head=${headHash}&lang=${lang}`
}

type Forms = Partial<Record<Intl.LDMLPluralRule, string>>

interface AmountLanguage {
  cardinal: (amount: bigint) => string
  /** In Ukrainian and Russian both words are feminine: одна гривня, дві гривні. */
  hryvnia: Forms
  kopeck: Forms
  /** Joins hryvnias and kopecks. */
  and: string
}

const languages: Record<Language, AmountLanguage> = {
  uk: {
    // The library writes a Latin i and a straight apostrophe, which a search in the document would not match.
    cardinal: (amount) => ukrainian(amount, { gender: 'feminine' }).replaceAll('i', 'і').replaceAll("'", '’'),
    hryvnia: { one: 'гривня', few: 'гривні', many: 'гривень' },
    kopeck: { one: 'копійка', few: 'копійки', many: 'копійок' },
    and: ' ',
  },
  ru: {
    cardinal: (amount) => russian(amount, { gender: 'feminine' }),
    hryvnia: { one: 'гривна', few: 'гривны', many: 'гривен' },
    kopeck: { one: 'копейка', few: 'копейки', many: 'копеек' },
    and: ' ',
  },
  en: {
    // As on cheques: the only "and" precedes the kopecks.
    cardinal: (amount) => english(amount),
    hryvnia: { one: 'hryvnia', other: 'hryvnias' },
    kopeck: { one: 'kopeck', other: 'kopecks' },
    and: ' and ',
  },
}

/**
 * A sum of the wire in words, with its kopecks in digits, as accountants write it:
 * "15500.50" → "П’ятнадцять тисяч п’ятсот гривень 50 копійок".
 *
 * @throws for any other text: a contract must not state a wrong sum
 */
export function amountInWords(sum: string, lang: Language): string {
  const [, whole, kopecks] = /^(\d{1,18})\.(\d\d)$/.exec(sum) ?? []
  if (whole === undefined || kopecks === undefined) throw new Error(`Not a sum of hryvnias and kopecks: ${sum}`)
  const { cardinal, hryvnia, kopeck, and } = languages[lang]
  const form = (forms: Forms, digits: string) => {
    // Plural rules depend only on the last two digits; the whole sum may be beyond the safe integers.
    const amount = digits.length > 2 ? Number(digits.slice(-2)) + 100 : Number(digits)
    return forms[new Intl.PluralRules(lang).select(amount)] ?? forms.other ?? ''
  }
  const words = cardinal(BigInt(whole))
  return `${words.charAt(0).toUpperCase()}${words.slice(1)} ${form(hryvnia, whole)}${and}${kopecks}\u00A0${form(kopeck, kopecks)}`
}
