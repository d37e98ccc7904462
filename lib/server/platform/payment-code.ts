import { toString as drawQrCode } from 'qrcode'
import type { Lot } from '@/lib/domain/lot'
import { formatSum, type Sum } from '@/lib/domain/money'

interface DuePayment {
  readonly lot: Pick<Lot, 'depositRecipient' | 'depositIban' | 'depositEdrpou'>
  /** Kopecks. */
  readonly missing: Sum
  readonly reference: string
  /** The auction's number. */
  readonly number: number
}

/** The purpose of the payment, in Ukrainian, as banks require. */
export function purposeOf({ reference, number }: Pick<DuePayment, 'reference' | 'number'>): string {
  return `Гарантійний внесок за участь в аукціоні ${number}, ${reference}, без ПДВ`
}

/** The purpose of the payment of an invoice, or of a claim, whose penalty is no payment for goods and has no VAT. */
export function invoicePurpose(
  { number, type }: { number: string; type: 'plan' | 'act' | 'final' | 'penalty' },
  { agreement, reference }: { agreement: string; reference: string },
): string {
  const isClaim = type === 'penalty'
  const document = isClaim ? 'Пеня за претензією' : 'Оплата за рахунком'
  const tax = isClaim ? 'без ПДВ' : 'у т.\u00A0ч. ПДВ'
  return `${document} №\u00A0${number}, договір №\u00A0${agreement}, ${reference}, ${tax}`
}

export function depositReturnPurpose({ number, reference }: { number: string; reference: string }): string {
  return `Повернення гарантійного внеску за участь в аукціоні ${number}, ${reference}, без ПДВ`
}

export function agreementReturnPurpose(agreement: string): string {
  return `Повернення надлишково сплачених коштів за договором №\u00A0${agreement}`
}

/** The payment that is still due, for banking apps. */
export async function depositPayment({ lot, missing, reference, number }: DuePayment) {
  const purpose = purposeOf({ reference, number })
  const url = transferLink({
    recipient: lot.depositRecipient,
    iban: lot.depositIban,
    edrpou: lot.depositEdrpou,
    // Rounded up to a hryvnia, as the deposit is.
    amount: ((missing + 99n) / 100n) * 100n,
    purpose,
  })
  return { purpose, url, qr_svg: await drawTransfer(url) }
}

/** A credit transfer for a banking app to fill in. */
interface Transfer {
  readonly recipient: string
  readonly iban: string
  readonly edrpou: string
  /** Kopecks. */
  readonly amount: Sum
  readonly purpose: string
}

/** The format's limits, in characters. */
const MAX_RECIPIENT = 70
const MAX_PURPOSE = 140

/**
 * The link in the National Bank's code for credit transfers: format 002, UTF-8, function UCT. All banking apps read it, but not all
 * read format 003 at another address, which resolution 97 of 2025 also allows.
 */
export function transferLink({ recipient, iban, edrpou, amount, purpose }: Transfer): string {
  const bank = ''
  const reserved = ''
  const lines = [
    'BCD',
    '002',
    '1',
    'UCT',
    bank,
    shorten(recipient, MAX_RECIPIENT),
    iban,
    `UAH${amount % 100n === 0n ? amount / 100n : formatSum(amount)}`,
    edrpou,
  ]
  const content = [...lines, reserved, reserved, shorten(purpose, MAX_PURPOSE), reserved, ''].join('\n')
  return `https://bank.gov.ua/qr/${Buffer.from(content, 'utf8').toString('base64url')}`
}

function shorten(text: string, maxLength: number): string {
  return [...text.replaceAll(/\s+/g, ' ')].slice(0, maxLength).join('')
}

/** The code as SVG, with the sign of the hryvnia in a white circle in the middle, as the resolution requires. */
export async function drawTransfer(link: string): Promise<string> {
  const svg = await drawQrCode(link, { type: 'svg', margin: 4, errorCorrectionLevel: 'M' })
  const size = Number(/viewBox="0 0 (\d+) /.exec(svg)?.[1])
  if (!Number.isFinite(size)) throw new Error('The QR code has no size')
  const middle = size / 2
  const radius = size / 15
  return svg.replace(
    '</svg>',
    `<circle cx="${middle}" cy="${middle}" r="${radius}" fill="#fff"/>` +
      `<text x="${middle}" y="${middle}" font-family="sans-serif" font-size="${radius * 1.5}" font-weight="bold" text-anchor="middle" dominant-baseline="central">₴</text></svg>`,
  )
}
