import { XMLParser, XMLValidator } from 'fast-xml-parser'
import type { StatementFile } from '@/lib/contract/errors'
import { accountOf, type BankLine, clean, faultOf, readDay, readDecimal, valueOf } from './bank-line'

const CAMT = new XMLParser({
  ignoreAttributes: false,
  attributeNamePrefix: '@',
  removeNSPrefix: true,
  parseTagValue: false,
  parseAttributeValue: false,
  htmlEntities: false,
  maxNestedTags: 40,
})

/** A document type could refer to files or expand entities; a statement has none. */
const DOCUMENT_TYPE = /<!\s*(?:doctype|entity)/i
const OTHER_CAMT = /\bBkToCstmr(?:AcctRpt|DbtCdtNtfctn)\b|\bcamt\.05[24]\b/

/** The payments of ISO 20022, camt.053 of any version; the kind of the file if it is another. */
export function readCamt(text: string, most: number): readonly BankLine[] | StatementFile {
  if (DOCUMENT_TYPE.test(text)) return /<!\s*doctype\s+html/i.test(text) ? 'web_page' : 'xml'
  let document: unknown
  try {
    if (XMLValidator.validate(text) !== true) return /<html[\s>]/i.test(text) ? 'web_page' : 'xml'
    document = CAMT.parse(text)
  } catch {
    return 'xml'
  }
  const statements = listOf(pick(document, 'Document', 'BkToCstmrStmt', 'Stmt'))
  if (statements.length === 0) return OTHER_CAMT.test(text) ? 'camt' : pick(document, 'html') ? 'web_page' : 'xml'
  const lines: BankLine[] = []
  for (const statement of statements) {
    const account = pick(statement, 'Acct')
    const accountIban = accountOf(textOf(pick(account, 'Id', 'IBAN') ?? pick(account, 'Id', 'Othr', 'Id')))
    const currency = textOf(pick(account, 'Ccy'))
    for (const entry of listOf(pick(statement, 'Ntry'))) {
      const details = listOf(pick(entry, 'NtryDtls')).flatMap((part) => listOf(pick(part, 'TxDtls')))
      for (const detail of details.length > 0 ? details : [null]) {
        const payment = paymentOf(entry, detail, { payments: details.length, currency })
        lines.push({ line: lines.length + 1, accountIban, ...payment })
        if (lines.length > most) return lines
      }
    }
  }
  return lines
}

/** One payment of an entry: a batch has several, each with its own sum. */
function paymentOf(
  entry: unknown,
  detail: unknown,
  { payments, currency }: { payments: number; currency: string },
): Omit<BankLine, 'line' | 'accountIban'> {
  // Only a single payment has the sum and the number of its entry; a batch may describe one of its payments.
  const whole = payments > 1 || isBatch(entry) ? null : entry
  const paymentAmount = pick(detail, 'Amt') ?? pick(detail, 'AmtDtls', 'TxAmt', 'Amt')
  const booked = pick(whole, 'Amt')
  // Paid in another currency: what came in is the entry's sum.
  const isConverted = booked !== undefined && textOf(pick(paymentAmount, '@Ccy')) !== textOf(pick(booked, '@Ccy'))
  const sum = isConverted ? booked : (paymentAmount ?? booked)
  const isDebit = textOf(pick(detail, 'CdtDbtInd') ?? pick(entry, 'CdtDbtInd')) === 'DBIT'
  const isReversal = isDebit && /^(?:true|1)$/.test(textOf(pick(entry, 'RvslInd')))
  const side = isDebit && !isReversal ? 'Cdtr' : 'Dbtr'
  const parties = pick(detail, 'RltdPties')
  // The account may be a bank's that pays for its client: the payer is the client.
  const party = [`Ultmt${side}`, side]
    .map((name) => pick(parties, name, 'Pty') ?? pick(parties, name))
    .find((each) => textOf(pick(each, 'Nm')) !== '' || codeWithin(each) !== '')
  const account = pick(parties, `${side}Acct`, 'Id')
  const status = pick(entry, 'Sts')
  const remittance = pick(detail, 'RmtInf')
  const purposes = [
    ...listOf(pick(remittance, 'Ustrd')),
    ...listOf(pick(remittance, 'Strd')).flatMap((part) => [
      pick(part, 'CdtrRefInf', 'Ref'),
      ...listOf(pick(part, 'AddtlRmtInf')),
    ]),
    pick(detail, 'AddtlTxInf'),
    pick(entry, 'AddtlNtryInf'),
  ]
  const references = pick(detail, 'Refs')
  const dated = textOf(pick(entry, 'BookgDt', 'Dt')) || textOf(pick(entry, 'BookgDt', 'DtTm'))
  const day = readDay(dated)
  const amount = readDecimal(textOf(sum))
  return {
    direction: isDebit ? 'debit' : 'credit',
    isReversal,
    isBooked: textOf(pick(status, 'Cd') ?? status) === 'BOOK',
    bookedOn: valueOf(day),
    amount: valueOf(amount),
    currency: (textOf(pick(sum, '@Ccy')) || currency).toUpperCase(),
    documentNumber: textOf(pick(references, 'AcctSvcrRef') ?? pick(whole, 'AcctSvcrRef')),
    transactionId: ['EndToEndId', 'TxId', 'UETR'].map((name) => textOf(pick(references, name))).join(' '),
    payerName: textOf(pick(party, 'Nm')),
    payerEdrpou: codeWithin(party),
    payerIban: accountOf(textOf(pick(account, 'IBAN') ?? pick(account, 'Othr', 'Id'))),
    purpose: clean(purposes.map(textOf).filter(Boolean).join(' ')),
    fault: faultOf([
      ['booked_on', day, dated],
      ['amount', amount, textOf(sum)],
    ]),
    isJoined: false,
  }
}

const isBatch = (entry: unknown) =>
  listOf(pick(entry, 'NtryDtls')).some((part) => Number(textOf(pick(part, 'Btch', 'NbOfTxs'))) > 1)

function codeWithin(party: unknown): string {
  const codes = ['OrgId', 'PrvtId'].flatMap((kind) => listOf(pick(party, 'Id', kind, 'Othr')))
  return codes.map((code) => textOf(pick(code, 'Id'))).find((code) => /^\d{8,10}$/.test(code)) ?? ''
}

function pick(node: unknown, ...path: readonly string[]): unknown {
  let at = node
  for (const name of path) {
    if (typeof at !== 'object' || at === null || !Object.hasOwn(at, name)) return undefined
    at = (at as Record<string, unknown>)[name]
  }
  return at
}

function listOf(node: unknown): unknown[] {
  return node === undefined || node === null ? [] : Array.isArray(node) ? node : [node]
}

/** The text of an element, with or without attributes. */
function textOf(node: unknown): string {
  if (typeof node === 'string') return clean(node)
  const text = pick(node, '#text')
  return typeof text === 'string' ? clean(text) : ''
}
