import { accountOf, type BankLine, clean, faultOf, readDay, readDecimal, valueOf } from './bank-line'

/** A field of a message: its tag, its text with the lines that continue it, and the number of its first line in the file. */
interface Field {
  tag: string
  text: string
  line: number
}

const BALANCE = /^([CD])(\d{6})([A-Z]{3})(\d{1,15},\d{0,3})/
/** Value date, entry date, mark, funds code, sum, type, the payer's reference, the bank's reference, and further details. */
const ENTRY =
  /^(\d{6})(\d{4})?(R?[CD]|E[CD])([A-Z])?(\d{1,15},\d{0,3})([A-Z][A-Z0-9]{3})([^\n/]*(?:\/(?!\/)[^\n/]*)*)(?:\/\/([^\n]*))?(?:\n(.*))?$/s

export const isMt940 = (text: string) => /(?:^|\n):25P?:/.test(text) && /(?:^|\n):60[FM]:/.test(text)

/**
 * Reads the payments of one or several SWIFT MT940 messages. A payer's purpose may contain forged lines, even a whole message, but cannot
 * change the bank's balances: nothing counts as a payment from the first message whose balances do not add up.
 */
export function readMt940(text: string): readonly BankLine[] {
  let isTrusted = true
  return messagesIn(fieldsOf(text)).flatMap((message) => {
    const { lines, closing, addsUp } = linesOf(message)
    isTrusted &&= addsUp
    return isTrusted
      ? lines
      : lines.map((line) => ({ ...line, fault: { field: 'line', code: 'balance', text: closing } as const }))
  })
}

function fieldsOf(text: string): Field[] {
  const fields: Field[] = []
  for (const [index, line] of text.split(/\r?\n/).entries()) {
    // The envelope of SWIFT and the end of a message.
    const content = line.replace(/^\{.*\{4:/, '').trimEnd()
    if (content === '' || /^-\}?/.test(content)) continue
    const tagged = /^:(\d{2}[A-Z]?):(.*)$/s.exec(content)
    const last = fields.at(-1)
    if (tagged !== null) fields.push({ tag: tagged[1] ?? '', text: tagged[2] ?? '', line: index + 1 })
    else if (last !== undefined) last.text += `\n${content}`
  }
  return fields
}

/** A message begins with its reference. */
function messagesIn(fields: readonly Field[]): Field[][] {
  const messages: Field[][] = []
  for (const field of fields) {
    const last = messages.at(-1)
    if (last === undefined || field.tag === '20') messages.push([field])
    else last.push(field)
  }
  return messages.filter((message) => message.some(({ tag }) => tag === '61'))
}

function linesOf(message: readonly Field[]): { lines: BankLine[]; closing: string; addsUp: boolean } {
  const textOf = (tag: RegExp) => clean(message.find((field) => tag.test(field.tag))?.text ?? '')
  const [, , , currency = ''] = BALANCE.exec(textOf(/^60/)) ?? []
  const accountIban = accountWithin(textOf(/^25/))
  const lines = message.flatMap((field, index) => {
    if (field.tag !== '61') return []
    const next = message[index + 1]
    return [lineOf(field, next?.tag === '86' ? next.text : '', { currency, accountIban })]
  })
  return { lines, closing: textOf(/^62/), addsUp: addsUp(message, lines) }
}

/** Whether the opening balance and the lines make the closing balance; a message has one of each. */
function addsUp(message: readonly Field[], lines: readonly BankLine[]): boolean {
  const balances = ['60', '62'].map((kind) => message.filter(({ tag }) => tag.startsWith(kind)))
  if (balances.some((found) => found.length !== 1)) return false
  const [opening, closing] = balances.map(([field]) => balanceOf(field?.text ?? ''))
  if (opening === undefined || opening === null || closing === undefined || closing === null) return false
  const moved = lines
    .filter(({ isBooked }) => isBooked)
    .reduce((total, { direction, amount }) => total + (direction === 'credit' ? 1 : -1) * (amount ?? 0), 0)
  return opening + moved === closing
}

function balanceOf(text: string): number | null {
  const [, mark, , , sum = ''] = BALANCE.exec(text.trim()) ?? []
  const amount = readDecimal(sum)
  if (!amount.ok && amount.code !== 'zero') return null
  return (mark === 'D' ? -1 : 1) * (amount.ok ? amount.value : 0)
}

/** ":25:" has an IBAN, or the bank's code and the account. */
const accountWithin = (text: string) => accountOf(text.split(/[/\\]/).at(-1) ?? '').replace(/UAH$/, '')

function lineOf(
  { text, line }: Field,
  information: string,
  { currency, accountIban }: Pick<BankLine, 'currency' | 'accountIban'>,
): BankLine {
  const entry = ENTRY.exec(text)
  const [
    ,
    valueDate = '',
    entryDate,
    mark = '',
    ,
    sum = '',
    ,
    payersReference = '',
    banksReference = '',
    further = '',
  ] = entry ?? []
  const dated = bookingDay(valueDate, entryDate)
  const day = readDay(dated)
  const amount = readDecimal(sum)
  const details = detailsOf(information)
  const isUnreadable =
    entry === null ? ({ ok: false, code: 'unreadable' } as const) : ({ ok: true, value: null } as const)
  return {
    line,
    direction: mark === 'D' || mark === 'RC' || mark === 'ED' ? 'debit' : 'credit',
    isReversal: mark === 'RC',
    isBooked: !mark.startsWith('E'),
    bookedOn: valueOf(day),
    amount: valueOf(amount),
    currency,
    accountIban,
    documentNumber: clean(banksReference),
    transactionId: clean(`${payersReference} ${details.reference}`),
    payerName: clean(details.name),
    payerEdrpou: details.code,
    payerIban: accountOf(details.account),
    purpose: clean(details.purpose || further),
    fault: faultOf([
      ['line', isUnreadable, text],
      ['booked_on', day, dated],
      ['amount', amount, sum],
    ]),
    isJoined: false,
  }
}

/** The entry date has no year: it is the one nearest to the value date. */
function bookingDay(valueDate: string, entryDate: string | undefined): string {
  const [year, month, day] = [valueDate.slice(0, 2), valueDate.slice(2, 4), valueDate.slice(4)]
  if (entryDate === undefined) return `20${year}-${month}-${day}`
  const distance = Number(entryDate.slice(0, 2)) - Number(month)
  const entryYear = Number(year) + (distance > 6 ? -1 : distance < -6 ? 1 : 0)
  return `20${String(entryYear).padStart(2, '0')}-${entryDate.slice(0, 2)}-${entryDate.slice(2)}`
}

interface Details {
  purpose: string
  name: string
  account: string
  code: string
  reference: string
}

/** Field 86: numbered parts ("?20…"), named ones ("/REMI/…"), or plain text. */
function detailsOf(information: string): Details {
  const numbered = /^\d{3}([?~+>@|])\d\d/.exec(information) ?? /^([?~])\d\d/.exec(information)
  if (numbered !== null) return numberedDetails(information, numbered[1] ?? '?')
  return /\/(?:REMI|NAME|ORDP|CNTP|EREF|IBAN|BENM)\//.test(information)
    ? namedDetails(information.replaceAll('\n', ''))
    : { purpose: unfold(information.split('\n'), 65), name: '', account: '', code: '', reference: '' }
}

/** Joins lines: one that is full was cut within a word, or within a reference. */
const unfold = (lines: readonly string[], width: number) =>
  lines.map((line) => (line.length >= width ? line : `${line} `)).join('')

function numberedDetails(information: string, sign: string): Details {
  const parts = information
    .replaceAll('\n', '')
    .split(sign)
    .slice(1)
    .map((part) => ({ number: Number(part.slice(0, 2)), text: part.slice(2) }))
  const between = (first: number, last: number, width: number) =>
    unfold(
      parts.filter(({ number }) => number >= first && number <= last).map(({ text }) => text),
      width,
    ).trim()
  const payer = between(32, 33, 27)
  const texts = [between(20, 29, 27), between(60, 63, 27)].filter(Boolean).join(' ')
  const [, code = ''] = /(?:EDRPOU|ЄДРПОУ|OKPO|ОКПО)\D{0,3}(\d{8})(?!\d)/i.exec(`${payer} ${between(34, 39, 27)}`) ?? []
  const [, reference = ''] = /EREF\+([^+]*?)(?:[A-Z]{4}\+|$)/.exec(texts) ?? []
  const [, remittance = texts] = /SVWZ\+(.*?)(?:(?:EREF|KREF|MREF|CRED|DEBT|ABWA|ABWE|IBAN|BIC)\+|$)/.exec(texts) ?? []
  return { purpose: remittance, name: payer, account: between(31, 31, 34) || between(38, 38, 34), code, reference }
}

function namedDetails(information: string): Details {
  const found = new Map<string, string>()
  const parts = information.split(
    /\/(REMI|NAME|ORDP|CNTP|EREF|IBAN|BENM|ID|ISDT|ADDR|TRTP|TRCD|BIC|PREF|MARF|CSID|RTRN|USTD|STRD)\//,
  )
  for (let at = 1; at < parts.length; at += 2) {
    const name = parts[at] ?? ''
    if (!found.has(name)) found.set(name, parts[at + 1] ?? '')
  }
  const [counterAccount = '', , counterName = ''] = (found.get('CNTP') ?? '').split('/')
  const remittance = [found.get('REMI'), found.get('USTD'), found.get('STRD')].filter(Boolean).join(' ')
  const [code = ''] = /(?<!\d)\d{8}(?!\d)/.exec(found.get('ID') ?? '') ?? []
  return {
    purpose: remittance.replace(/^(?:USTD)?\/+/, '') || (parts[0] ?? ''),
    name: found.get('NAME') ?? counterName,
    account: found.get('IBAN') ?? counterAccount,
    code,
    reference: found.get('EREF') ?? '',
  }
}
