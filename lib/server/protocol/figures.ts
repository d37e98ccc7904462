import type { Language } from '@/lib/contract/primitives'
import { formatSum, type Sum, VAT_PERCENT, vatWithin } from '@/lib/domain/money'
import { formatPrice } from '@/lib/i18n/formats'
import { amountInWords } from './amount-in-words'
import type { DetailRow } from './print-document'
import { partyWords } from './words'

/** A sum that includes VAT, split and in words. */
export function totalDetails(sum: Sum, lang: Language): DetailRow[] {
  const words = partyWords[lang]
  const vat = vatWithin(sum)
  const money = (amount: Sum) => `${formatPrice(formatSum(amount), lang)}\u00A0${words.currency}`
  return [
    [words.withoutVat, money(sum - vat)],
    [words.vat(VAT_PERCENT), money(vat)],
    [words.withVat, money(sum)],
    [words.inWords, amountInWords(formatSum(sum), lang)],
  ]
}

interface CheckedRecord {
  publicUrl: string
  auctionNumber: number
  headHash: string
}

/** Where a document is checked: the portal says there whether the record of the auction still ends with this hash. */
export function checkAddress({ publicUrl, auctionNumber, headHash }: CheckedRecord, lang: Language): string {
  return `${publicUrl}/storage/files/protocol-${auctionNumber}.txt?head=${headHash}&lang=${lang}`
}
