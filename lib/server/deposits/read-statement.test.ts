import { describe, expect, it } from '@jest/globals'
import { fingerprintOf, readStatement } from './read-statement'

/** Encodes the letters that the tests need. */
function windows1251(text: string): Buffer {
  const bytes = [...text].map((letter) => {
    const code = letter.codePointAt(0) ?? 0
    if (letter === 'і') return 0xb3
    if (letter === 'І') return 0xb2
    if (letter === 'ї') return 0xbf
    if (letter === 'Є') return 0xaa
    if (letter === 'є') return 0xba
    if (letter === '№') return 0xb9
    return code < 128 ? code : code - 0x410 + 0xc0
  })
  return Buffer.from(bytes)
}

const PRIVAT = [
  'ЄДРПОУ;МФО;Рахунок;Валюта;Номер документу;Дата операцiї;МФО банку;Назва банку;Рахунок кореспондента;ЄДРПОУ кореспондента;Кореспондент;Сума;Призначення платежу;',
  '37027819;305299;UA903052992990004149123456789;UAH;17;24.11.2026;300614;АТ "КРЕДІ";UA883006140000026006500211904;38870000;ТОВ "Енерго";217 500.00;Депозит, RF18 0000 1042, без ПДВ;',
  '37027819;305299;UA903052992990004149123456789;UAH;18;24.11.2026;300614;АТ "КРЕДІ";UA883006140000026006500211904;38870000;ТОВ "Енерго";-1000.5;Комісія;',
].join('\r\n')

const OSCHAD = [
  '"Дата операції","Номер документа","Рахунок клієнта","Валюта","Дебет","Кредит","Найменування кореспондента","Код ЄДРПОУ кореспондента","Рахунок кореспондента","Призначення платежу"',
  '"24.11.2026 10:15:00","17","UA903052992990004149123456789","UAH","","217500,00","ТОВ ""Енерго"", Київ","38870000","UA883006140000026006500211904","Депозит RF18 0000 1042"',
  '"25.11.2026","19","UA903052992990004149123456789","UAH","217500,00","","ТОВ Енерго","38870000","UA883006140000026006500211904","Сторно платежу № 17"',
].join('\n')

const camt = (entries: string, before = '') => `<?xml version="1.0" encoding="UTF-8"?>${before}
<ns:Document xmlns:ns="urn:iso:std:iso:20022:tech:xsd:camt.053.001.08"><ns:BkToCstmrStmt><ns:Stmt>
<ns:Acct><ns:Id><ns:IBAN>UA903052992990004149123456789</ns:IBAN></ns:Id></ns:Acct>${entries}
</ns:Stmt></ns:BkToCstmrStmt></ns:Document>`

const ENTRY = `<ns:Ntry><ns:Amt Ccy="UAH">217500.00</ns:Amt><ns:CdtDbtInd>CRDT</ns:CdtDbtInd><ns:Sts><ns:Cd>BOOK</ns:Cd></ns:Sts>
<ns:BookgDt><ns:Dt>2026-11-24</ns:Dt></ns:BookgDt><ns:AcctSvcrRef>17</ns:AcctSvcrRef><ns:NtryDtls><ns:TxDtls>
<ns:RltdPties><ns:Dbtr><ns:Pty><ns:Nm>ТОВ &quot;Енерго&quot; &amp; Ко</ns:Nm><ns:Id><ns:OrgId><ns:Othr><ns:Id>38870000</ns:Id></ns:Othr></ns:OrgId></ns:Id></ns:Pty></ns:Dbtr>
<ns:DbtrAcct><ns:Id><ns:IBAN>UA883006140000026006500211904</ns:IBAN></ns:Id></ns:DbtrAcct></ns:RltdPties>
<ns:RmtInf><ns:Ustrd>Депозит, RF18 0000 1042</ns:Ustrd></ns:RmtInf></ns:TxDtls></ns:NtryDtls></ns:Ntry>`

const PAYMENT = {
  direction: 'credit',
  isReversal: false,
  isBooked: true,
  bookedOn: '2026-11-24',
  amount: 21_750_000,
  currency: 'UAH',
  accountIban: 'UA903052992990004149123456789',
  documentNumber: '17',
  payerEdrpou: '38870000',
  payerIban: 'UA883006140000026006500211904',
}

function read(text: string) {
  const statement = readStatement(Buffer.from(text, 'utf8'))
  if (statement === 'too_long') throw new Error('the statement is too long')
  return statement
}

describe('a statement of PrivatBank', () => {
  it.each([
    ['in UTF-8', Buffer.from(PRIVAT, 'utf8')],
    ['in UTF-8 with its mark', Buffer.from(`\ufeff${PRIVAT}`, 'utf8')],
    ['in windows-1251', windows1251(PRIVAT)],
    ['in UTF-16, as Excel saves it', Buffer.from(`\ufeff${PRIVAT.replaceAll(';', '\t')}`, 'utf16le')],
    ['with a line that names the separator', Buffer.from(`sep=;\r\n${PRIVAT}`, 'utf8')],
    ['with commas between the columns', Buffer.from(PRIVAT.replaceAll(', ', ' ').replaceAll(';', ','), 'utf8')],
  ])('is read %s', (_name, content) => {
    expect(readStatement(content)).toMatchObject({
      format: 'privatbank',
      lines: [
        { ...PAYMENT, line: 2, payerName: 'ТОВ "Енерго"' },
        { direction: 'debit', amount: 100_050, purpose: 'Комісія' },
      ],
    })
  })

  const [HEAD = '', FIRST = '', SECOND = ''] = PRIVAT.split('\r\n')

  it('hides no payment behind a quotation mark that a payer did not close', () => {
    const opening = FIRST.replace('Депозит', '"Депозит')
    const closing = FIRST.replace('без ПДВ', 'без ПДВ"')
    expect(read([HEAD, opening, FIRST, closing].join('\r\n'))?.lines).toMatchObject([
      { ...PAYMENT, line: 2, purpose: '"Депозит, RF18 0000 1042, без ПДВ' },
      { ...PAYMENT, line: 3 },
      { ...PAYMENT, line: 4 },
    ])
    expect(read([HEAD, opening, SECOND].join('\r\n'))?.lines).toHaveLength(2)
  })

  it.each([
    ['217,500.00', 21_750_000],
    ['217.500,00', 21_750_000],
    ['1,217,500.00', 121_750_000],
    ['−217 500,00', 21_750_000],
    ["217'500.5", 21_750_050],
    ['217,500', null],
    ['217,50.00', null],
  ])('is read with the sum %s', (sum, amount) => {
    expect(read([HEAD, FIRST.replace('217 500.00', sum)].join('\n'))?.lines).toMatchObject([{ amount }])
  })

  it('may come from a spreadsheet, which drops the zeros at the beginning of a code', () => {
    expect(read([HEAD, FIRST.replace('38870000', '1234567')].join('\n'))?.lines).toMatchObject([
      { payerEdrpou: '01234567' },
    ])
  })
})

it('reads a statement of Oschadbank, with separate columns for debit and credit', () => {
  const statement = read(OSCHAD)
  expect(statement?.format).toBe('oschadbank')
  expect(statement?.lines).toMatchObject([
    { ...PAYMENT, payerName: 'ТОВ "Енерго", Київ' },
    { direction: 'debit', isReversal: true, amount: 21_750_000, bookedOn: '2026-11-25' },
  ])
})

describe('CAMT.053', () => {
  it('is read with any namespace prefix', () => {
    expect(read(camt(ENTRY))).toMatchObject({
      format: 'camt053',
      lines: [{ ...PAYMENT, payerName: 'ТОВ "Енерго" & Ко' }],
    })
    expect(read(camt(ENTRY).replaceAll('ns:', '').replace('xmlns:ns', 'xmlns'))?.lines).toMatchObject([PAYMENT])
  })

  it('may have reversals, other currencies, debits and entries that are not booked', () => {
    const reversed = ENTRY.replace('CRDT', 'DBIT').replace('<ns:Sts>', '<ns:RvslInd>true</ns:RvslInd><ns:Sts>')
    const lines = read(
      camt(reversed + ENTRY.replace('"UAH"', '"EUR"') + ENTRY.replace('CRDT', 'DBIT') + ENTRY.replace('BOOK', 'PDNG')),
    )?.lines
    expect(lines).toMatchObject([
      { direction: 'debit', isReversal: true, payerEdrpou: '38870000' },
      { currency: 'EUR' },
      { direction: 'debit', isReversal: false },
      { isBooked: false },
    ])
  })

  it('has no sum for the payments of a batch that states only their total', () => {
    const two = ENTRY.replace(/<ns:TxDtls>.*<\/ns:TxDtls>/s, (detail) => detail + detail)
    expect(read(camt(two))?.lines.map(({ amount }) => amount)).toEqual([null, null])
  })

  it('tells the payments of a batch apart by their purposes, because the batch has one number', () => {
    const other = (detail: string) => detail.replace('RF18 0000 1042', 'RF88 0000 1043')
    const withSum = ENTRY.replace('<ns:TxDtls>', '<ns:TxDtls><ns:Amt Ccy="UAH">217500.00</ns:Amt>')
    const two = withSum.replace(/<ns:TxDtls>.*<\/ns:TxDtls>/s, (detail) => detail + other(detail))
    const fingerprints = read(camt(two))?.lines.map((line) => fingerprintOf(line).toString('hex'))
    expect(new Set(fingerprints).size).toBe(2)
  })

  it.each([
    ['a document type', camt(ENTRY, '<!DOCTYPE x [<!ENTITY a SYSTEM "file:///etc/passwd">]>')],
    ['entities that grow', camt('&b;', '<!doctype x [<!ENTITY a "aaaaaaaaaa"><!ENTITY b "&a;&a;&a;&a;&a;">]>')],
    ['elements that do not end', camt('<a>'.repeat(50_000))],
    ['deeply nested elements', camt('<a>'.repeat(5_000) + '</a>'.repeat(5_000))],
    ['another document', '<html><body>Виписка</body></html>'],
    ['a missing end', camt(ENTRY).replace('</ns:Document>', '')],
  ])('is refused with %s', (_name, text) => {
    expect(read(text)).toBeNull()
  })
})

describe('an invalid statement', () => {
  it.each([
    ['nothing', ''],
    ['a picture', '\u0000PNG'],
    ['other columns', 'a;b;c\n1;2;3\n'],
    ['a quotation mark that never ends', `${PRIVAT.split('\r\n')[0]}\n"${'x'.repeat(30_000)}`],
  ])('is refused: %s', (_name, text) => {
    expect(read(text)).toBeNull()
  })

  it('is not called unreadable because it is too long', () => {
    const text = PRIVAT.split('\r\n')[0] + '\n1;2'.repeat(10_001)
    expect(readStatement(Buffer.from(text, 'utf8'))).toBe('too_long')
  })

  it('has lines without a sum or a date if these are unreadable', () => {
    const wrong = PRIVAT.replace('217 500.00', 'багато').replace(
      '24.11.2026;300614;АТ "КРЕДІ";UA883006140000026006500211904;38870000;ТОВ "Енерго";-',
      '31.02.2026;;;;;;-',
    )
    expect(read(wrong)?.lines).toMatchObject([{ amount: null }, { bookedOn: null }])
  })
})

it('a line has the same fingerprint in every format, and each payment its own', () => {
  const [privat] = read(PRIVAT)!.lines
  const [oschad] = read(OSCHAD)!.lines
  const [xml] = read(camt(ENTRY))!.lines
  expect(fingerprintOf(privat!)).toEqual(fingerprintOf(oschad!))
  expect(fingerprintOf(privat!)).toEqual(fingerprintOf(xml!))
  expect(fingerprintOf({ ...privat!, documentNumber: '18' })).not.toEqual(fingerprintOf(privat!))
  expect(fingerprintOf({ ...privat!, amount: 1 })).not.toEqual(fingerprintOf(privat!))
})
