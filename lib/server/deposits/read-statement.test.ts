import { describe, expect, it } from '@jest/globals'
import writeXlsxFile from 'write-excel-file/node'
import type { ColumnMapping } from '@/lib/contract/deposits'
import {
  ACCOUNT,
  camt,
  entry,
  IBANK_HEAD,
  ibankRow,
  mt940,
  numberedMt940,
  party,
  PRIVAT_HEAD,
  privatRow,
  ustrd,
  windows1251,
} from '@/tests/support/bank-statements'
import type { BankLine } from './bank-line'
import { fingerprintOf } from './fingerprint'
import { readStatement } from './read-statement'
import { findKnownHead, guessHead, linesOfTable } from './statement-columns'

const PAID = { account: ACCOUNT, payerCode: '38870000', purpose: 'Депозит, RF18 0000 1042, без ПДВ' }
const PRIVAT = [
  PRIVAT_HEAD,
  privatRow(PAID, { sum: '217 500.00' }),
  privatRow({ ...PAID, purpose: 'Комісія' }, { number: '18', sum: '-1000.5' }),
].join('\r\n')

const OSCHAD = [
  '"Дата операції","Номер документа","Рахунок клієнта","Валюта","Дебет","Кредит","Найменування кореспондента","Код ЄДРПОУ кореспондента","Рахунок кореспондента","Призначення платежу"',
  '"24.11.2026 10:15:00","17","UA903052992990004149123456789","UAH","","217500,00","ТОВ ""Енерго"", Київ","38870000","UA883006140000026006500211904","Депозит RF18 0000 1042"',
  '"25.11.2026","19","UA903052992990004149123456789","UAH","217500,00","","ТОВ Енерго","38870000","UA883006140000026006500211904","Сторно платежу № 17"',
].join('\n')

const PAYMENT = {
  direction: 'credit',
  isReversal: false,
  isBooked: true,
  bookedOn: '2026-11-24',
  amount: 21_750_000,
  currency: 'UAH',
  accountIban: ACCOUNT,
  documentNumber: '17',
  payerEdrpou: '38870000',
  payerIban: 'UA883006140000026006500211904',
  fault: null,
}

/** The lines of a statement, or what it is instead of one. */
async function read(content: string | Buffer, columns?: ColumnMapping): Promise<readonly BankLine[] | string> {
  const statement = await readStatement(typeof content === 'string' ? Buffer.from(content, 'utf8') : content)
  if (statement.kind === 'refused') return statement.file
  if (statement.kind === 'too_long') return 'too_long'
  if (statement.kind === 'lines') return statement.lines
  const { table } = statement
  const at = guessHead(table)
  const head = columns === undefined ? findKnownHead(table) : at === null ? null : { at, columns }
  return head === null ? 'columns_unknown' : linesOfTable(table, head)
}

async function linesOf(content: string | Buffer, columns?: ColumnMapping): Promise<readonly BankLine[]> {
  const lines = await read(content, columns)
  if (typeof lines === 'string') throw new Error(lines)
  return lines
}
const faultsOf = async (content: string | Buffer) =>
  (await linesOf(content)).map(({ fault }) => fault && `${fault.field}: ${fault.code}`)

describe('a payment of ISO 20022', () => {
  const paid = (sum: string) => `<AmtDtls><TxAmt>${sum}</TxAmt></AmtDtls>`
  const one = (details: string, batch = '') =>
    camt(
      `<Ntry><Amt Ccy="UAH">41000.00</Amt><CdtDbtInd>CRDT</CdtDbtInd><Sts><Cd>BOOK</Cd></Sts><BookgDt><Dt>2026-11-24</Dt></BookgDt><NtryDtls>${batch}<TxDtls>${details}</TxDtls></NtryDtls></Ntry>`,
    )

  it('in another currency is what came in', async () => {
    const converted = one(paid('<Amt Ccy="EUR">1000.00</Amt>'))
    expect(await linesOf(converted)).toMatchObject([{ amount: 4_100_000, currency: 'UAH' }])
  })

  it('of a batch that describes one of its payments has not the batch’s sum', async () => {
    const batch = '<Btch><NbOfTxs>2</NbOfTxs></Btch>'
    expect(await linesOf(one(paid('<Amt Ccy="UAH">1000.00</Amt>'), batch))).toMatchObject([{ amount: 100_000 }])
    expect(await faultsOf(one('', batch))).toEqual(['amount: missing'])
  })
})

describe('a table', () => {
  it.each([
    ['Дебет', 'Кредит'],
    ['Дт', 'Кт'],
    ['Д', 'К'],
    ['D', 'C'],
    ['СПИСАННЯ', 'Зарахування'],
  ])('says by %s and %s which way a sum without a sign went', async (out, into) => {
    const rows = [out, into].map((way) => `24.11.2026;${way};1000,00;ТОВ Енерго;Депозит RF18 0000 1042`)
    const table = ['Дата операції;Тип;Сума;Контрагент;Призначення платежу', ...rows, ';;2000,00;;Разом'].join('\n')
    expect((await linesOf(table)).slice(0, 2)).toMatchObject([{ direction: 'debit' }, { direction: 'credit' }])
  })

  it('may end its lines with carriage returns alone', async () => {
    const table = ['Дата;Сума;Призначення платежу', '24.11.2026;UAH 1000,00;RF18 0000 1042'].join('\r')
    expect(await linesOf(table)).toMatchObject([{ amount: 100_000 }])
    const message = mt940({ account: ACCOUNT, purpose: 'RF18 0000 1042' }).replaceAll('\n', '')
    expect(await linesOf(message)).toMatchObject([{ amount: 21_750_000, purpose: 'RF18 0000 1042' }])
  })

  it('is none with more cells than any bank writes', async () => {
    expect(await read(`"a"${';'.repeat(600_000)}`)).toBe('unknown')
  })

  it('has no payment where a line has both a debit and a credit', async () => {
    const table = 'Дата;Дебет;Кредит;Контрагент;Призначення платежу\n24.11.2026;5,00;1000,00;ТОВ;RF18 0000 1042'
    expect(await linesOf(table)).toMatchObject([{ direction: 'credit', fault: { field: 'amount', code: 'ambiguous' } }])
  })

  it.each([
    ['headings', '"Дата операції";"Сума";"Призначення платежу";"Контрагент"', '24.11.2026'],
    ['first cells', '"Дата операції";Сума;Призначення платежу;Контрагент', '"24.11.2026"'],
  ])('that quotes only its %s has no payment of a payer’s own making', async (_name, head, day) => {
    const forged = `${day};900000.00;Депозит RF18 0000 1042`
    const table = [head, `${day};1.00;Депозит RF18 0000 1042`, `${forged};ТОВ Енерго`].join('\n')
    expect(await faultsOf(table)).toEqual(['line: cells', 'line: after_broken'])
  })
})

describe('a statement of PrivatBank', () => {
  it.each([
    ['in UTF-8', Buffer.from(PRIVAT, 'utf8')],
    ['in UTF-8 with its mark', Buffer.from(`\ufeff${PRIVAT}`, 'utf8')],
    ['in windows-1251', windows1251(PRIVAT)],
    ['in UTF-16, as Excel saves it', Buffer.from(`\ufeff${PRIVAT.replaceAll(';', '\t')}`, 'utf16le')],
    ['in UTF-16 of the other order', Buffer.from(`\ufeff${PRIVAT}`, 'utf16le').swap16()],
    ['with a line that names the separator', Buffer.from(`sep=;\r\n${PRIVAT}`, 'utf8')],
    ['with commas between the columns', Buffer.from(PRIVAT.replaceAll(', ', ' ').replaceAll(';', ','), 'utf8')],
    ['below a title and the period', Buffer.from(`Виписка\r\nз 01.11.2026 по 24.11.2026\r\n\r\n${PRIVAT}`, 'utf8')],
  ])('is read %s', async (_name, content) => {
    expect(await linesOf(content)).toMatchObject([
      { ...PAYMENT, payerName: 'ТОВ "Енерго"' },
      { direction: 'debit', amount: 100_050, purpose: 'Комісія' },
    ])
  })

  const [HEAD = '', FIRST = '', SECOND = ''] = PRIVAT.split('\r\n')

  it.each([
    ['217,500.00', 21_750_000],
    ['217.500,00', 21_750_000],
    ['1,217,500.00', 121_750_000],
    ['−217 500,00', 21_750_000],
    ["217'500.5", 21_750_050],
    ['217500.000', 21_750_000],
    ['217 500,00 грн', 21_750_000],
    ['217,500', null],
    ['217,50.00', null],
    ['1,08E+05', null],
    ['217500.005', null],
  ])('is read with the sum %s', async (sum, amount) => {
    expect(await linesOf([HEAD, FIRST.replace('217 500.00', sum)].join('\n'))).toMatchObject([{ amount }])
  })

  it.each([
    ['1.11.2026', '2026-11-01'],
    ['01.11.26', '2026-11-01'],
    ['2026-11-01', '2026-11-01'],
    ['2026-11-01T23:30:00Z', '2026-11-02'],
    ['2026-11-01 23:30:00', '2026-11-01'],
    ['17/11/2026', '2026-11-17'],
    ['11/17/2026', '2026-11-17'],
    ['46327', '2026-11-01'],
    ['20261101', '2026-11-01'],
    ['31.02.2026', null],
    ['11/1/2026', null],
    ['учора', null],
  ])('is read with the date %s', async (date, bookedOn) => {
    expect(await linesOf([HEAD, FIRST.replace('24.11.2026', date)].join('\n'))).toMatchObject([{ bookedOn }])
  })

  it('names the field that it cannot read, and what is wrong with it', async () => {
    const rows = [
      FIRST.replace('24.11.2026', '11/1/2026'),
      FIRST.replace('24.11.2026', ''),
      FIRST.replace('217 500.00', '1,08E+05'),
      FIRST.replace('217 500.00', '217,500'),
      FIRST.replace('217 500.00', 'багато'),
      FIRST.replace('217 500.00', '0.00'),
    ]
    expect((await linesOf([HEAD, ...rows].join('\n'))).map(({ fault }) => fault)).toEqual([
      { field: 'booked_on', code: 'ambiguous', text: '11/1/2026' },
      { field: 'booked_on', code: 'missing', text: '' },
      { field: 'amount', code: 'shortened', text: '1,08E+05' },
      { field: 'amount', code: 'ambiguous', text: '217,500' },
      { field: 'amount', code: 'unreadable', text: 'багато' },
      { field: 'amount', code: 'zero', text: '0.00' },
    ])
  })

  it('may come from a spreadsheet, which drops the zeros at the beginning of a code', async () => {
    expect(await linesOf([HEAD, FIRST.replace('38870000', '1234567')].join('\n'))).toMatchObject([
      { payerEdrpou: '01234567' },
    ])
  })

  it('has an account without its spaces', async () => {
    const grouped = FIRST.replace('UA88300614', 'UA88 3006 14')
    expect(await linesOf([HEAD, grouped].join('\n'))).toMatchObject([PAYMENT])
  })

  describe('with the words of a payer that look like its format', () => {
    const FORGED = privatRow(PAID, { number: '552', sum: '250000,00', payer: 'ТОВ' }).replace('"КРЕДІ"', '')
    const onlyPayment = { bookedOn: '2026-11-24', amount: 100, fault: null }

    it.each([
      [
        'a quoted purpose with a line',
        privatRow({ ...PAID, purpose: `"Депозит\n${FORGED}"` }, { sum: '1,00', payer: 'ТОВ' }).replace('"КРЕДІ"', ''),
      ],
      ['a quoted name with a line', privatRow(PAID, { sum: '1,00', payer: `"ТОВ\n${FORGED}"` }).replace('"КРЕДІ"', '')],
    ])('takes %s for one payment', async (_name, row) => {
      for (const content of [
        `${HEAD}\n${row}`,
        Buffer.from(`\ufeff${`${HEAD}\n${row}`.replaceAll(';', '\t')}`, 'utf16le'),
      ]) {
        const [payment, ...others] = await linesOf(content)
        expect(payment).toMatchObject(onlyPayment)
        expect(others.map(({ fault }) => fault?.code)).toEqual(['within_cell'])
      }
    })

    it('takes no line for a payment that is within an open quotation mark, or after a broken line', async () => {
      const quoted = privatRow({ ...PAID, purpose: `"Депозит\n${FORGED}\nкінець"` }, { sum: '1,00' })
      expect(await faultsOf([HEAD, quoted, SECOND].join('\n'))).toEqual([
        'line: open_quote',
        'line: open_quote',
        'line: open_quote',
        null,
      ])
      const broken = privatRow({ ...PAID, purpose: `Депозит\n${FORGED.slice(0, -1)}` }, { sum: '1,00' })
      expect(await faultsOf([HEAD, FIRST, broken].join('\n'))).toEqual([null, 'line: cells', 'line: after_broken'])
    })

    it('moves no sum by a separator in a name', async () => {
      const moved = privatRow(PAID, { sum: '1,00', payer: 'ТОВ Хитра;900001.00;Депозит' })
      expect(await faultsOf([HEAD, FIRST, moved, FIRST].join('\n'))).toEqual([null, 'line: cells', null])
      expect(await faultsOf([HEAD, moved].join('\n'))).toEqual(['line: cells'])
    })

    it('reads the other lines if a payer did not close a quotation mark', async () => {
      const opening = FIRST.replace('Депозит', '"Депозит')
      expect(await faultsOf([HEAD, opening, FIRST, SECOND].join('\r\n'))).toEqual(['line: open_quote', null, null])
    })

    it('joins a separator in the purpose, if the sum cannot have moved, and says so', async () => {
      const [joined] = await linesOf(
        [IBANK_HEAD, ibankRow({ ...PAID, purpose: 'Внесок за ТОВ "ПРИКЛАД; ЕНЕРГІЯ", RF18 0000 1042' })].join('\r\n'),
      )
      expect(joined).toMatchObject({
        ...PAYMENT,
        isJoined: true,
        purpose: 'Внесок за ТОВ "ПРИКЛАД ЕНЕРГІЯ", RF18 0000 1042',
      })
      const unclear = ibankRow({ ...PAID, purpose: '900001.00; RF18 0000 1042' }, { debit: '', credit: '1.00' })
      expect(await faultsOf([IBANK_HEAD, unclear].join('\r\n'))).toEqual(['line: cells'])
    })
  })
})

describe('a table with debit and credit', () => {
  it('is read with quoted cells', async () => {
    expect(await linesOf(OSCHAD)).toMatchObject([
      { ...PAYMENT, payerName: 'ТОВ "Енерго", Київ' },
      { direction: 'debit', isReversal: true, amount: 21_750_000, bookedOn: '2026-11-25' },
    ])
  })

  it.each([
    ['iBank 2 UA (Raiffeisen, Oschadbank)', windows1251([IBANK_HEAD, ibankRow(PAID)].join('\r\n'))],
    ['iBank 2 UA with zeros for the other side', [IBANK_HEAD, ibankRow(PAID, { debit: '0.00' })].join('\r\n')],
    [
      'columns as of PUMB',
      'Дата операції;Номер документа;Дебет;Кредит;Валюта;Назва контрагента;Код ЄДРПОУ контрагента;IBAN контрагента;Рахунок;Призначення платежу\n' +
        `24.11.2026;17;0,00;217 500,00;UAH;ТОВ Енерго;38870000;UA88 3006 1400 0002 6006 5002 1190 4;${ACCOUNT};Депозит RF18 0000 1042`,
    ],
    [
      'columns as of UKRSIBBANK, in UTF-16',
      Buffer.from(
        `\ufeffРахунок\tДата\tДокумент\tДебет\tКредит\tВалюта\tКонтрагент\tЄДРПОУ контрагента\tРахунок контрагента\tПризначення\r\n${ACCOUNT}\t24.11.2026\t17\t\t217500,00\tUAH\tТОВ Енерго\t38870000\tUA883006140000026006500211904\tRF18 0000 1042\r\n`,
        'utf16le',
      ),
    ],
  ])('is read with %s', async (_name, content) => {
    expect(await linesOf(content)).toMatchObject([PAYMENT])
  })
})

describe('an unknown table', () => {
  const MONOBANK =
    '"Дата i час операції","Деталі операції",MCC,"Сума в валюті картки (UAH)","Сума в валюті операції",Валюта,Курс,"Сума комісій (UAH)","Сума кешбеку (UAH)","Залишок після операції"\n' +
    '"24.11.2026 09:00:00","Від: ТОВ Енерго. RF18 0000 1042",4829,217500.0,217500.0,UAH,—,—,—,217500.0'
  const BUSINESS =
    'Виписка за рахунком;;;;;\nРахунок;UA90 3052 9929 9000 4149 1234 5678 9;;;;\n' +
    'Коли;Скільки;Від кого;Код;За що;Залишок\n24.11.2026 09:00;217 500,00;ТОВ Енерго;38870000;RF18 0000 1042;1'

  it('is read once a person has named its columns', async () => {
    expect(await read(MONOBANK)).toBe('columns_unknown')
    expect(await linesOf(MONOBANK, { booked_on: 0, purpose: 1, amount: 3, currency: 5 })).toMatchObject([
      { bookedOn: '2026-11-24', amount: 21_750_000, accountIban: '', payerEdrpou: '', fault: null },
    ])
    expect(await read(BUSINESS)).toBe('columns_unknown')
    const columns = { booked_on: 0, amount: 1, payer_name: 2, payer_edrpou: 3, purpose: 4 }
    expect(await linesOf(BUSINESS, columns)).toMatchObject([
      { bookedOn: '2026-11-24', amount: 21_750_000, payerEdrpou: '38870000', accountIban: ACCOUNT },
    ])
  })
})

describe('a workbook', () => {
  const HEADINGS = [
    'Дата операції',
    'Час операції',
    'Сума',
    'Валюта',
    'Призначення платежу',
    'ЄДРПОУ',
    'Назва контрагента',
    'Рахунок контрагента',
    '№ документа',
  ]
  const workbook = async (...rows: unknown[][]) =>
    writeXlsxFile(
      rows.map((row) =>
        row.map((cell) =>
          cell instanceof Date
            ? { value: cell, type: Date, format: 'dd.mm.yyyy' }
            : cell === null
              ? null
              : { value: cell as string },
        ),
      ) as never,
      { sheet: 'Виписка' },
    ).toBuffer()
  const row = (date: unknown, sum: unknown) => [
    date,
    '10:15',
    sum,
    'UAH',
    'Депозит RF18 0000 1042',
    '38870000',
    'ТОВ Енерго',
    'UA88 3006 1400 0002 6006 5002 1190 4',
    17,
  ]

  it('of PrivatBank is read, with the account above its headings', async () => {
    const content = await workbook(
      [`Виписка по рахунку ${ACCOUNT} з 01.11.2026`],
      HEADINGS,
      row(new Date('2026-11-24T00:00:00Z'), 217_500),
      row('24.11.2026', '217 500,00'),
      row(46_350, 0.1 + 0.2),
      row('24.11.2026', -5),
    )
    expect(await linesOf(content)).toMatchObject([
      PAYMENT,
      PAYMENT,
      { bookedOn: '2026-11-24', amount: 30 },
      { direction: 'debit', amount: 500 },
    ])
  })

  it('that is too large, damaged or no table is refused', async () => {
    const content = await workbook(HEADINGS, row('24.11.2026', 1))
    expect(await read(content.subarray(0, content.length / 2))).not.toBeInstanceOf(Array)
    expect(await read(await workbook(['Привіт']))).toBe('unknown')
    expect(await read(await workbook(HEADINGS, ...Array.from({ length: 10_050 }, () => row('24.11.2026', 1))))).toBe(
      'too_long',
    )
  })
})

describe('CAMT.053', () => {
  const ENTRY = entry({
    parties: `${party('Dbtr', 'ТОВ &quot;Енерго&quot; &amp; Ко', '38870000')}<DbtrAcct><Id><IBAN>UA883006140000026006500211904</IBAN></Id></DbtrAcct>`,
    remittance: ustrd('Депозит, RF18 0000 1042'),
  })

  it.each(['02', '08', '12'])('of version %s is read, with any namespace prefix', async (version) => {
    const [status, wrap] = version === '02' ? ['<Sts>BOOK</Sts>', false] : ['<Sts><Cd>BOOK</Cd></Sts>', true]
    const content = camt(
      entry({
        status,
        parties: `${party('Dbtr', 'ТОВ', '38870000', wrap)}<DbtrAcct><Id><IBAN>UA883006140000026006500211904</IBAN></Id></DbtrAcct>`,
        remittance: ustrd('RF18 0000 1042'),
      }),
      { version },
    )
    expect(await linesOf(content)).toMatchObject([PAYMENT])
    expect(await linesOf(content.replaceAll(/<(\/?)(?=[A-Z])/g, '<$1n:').replace('xmlns=', 'xmlns:n='))).toMatchObject([
      PAYMENT,
    ])
  })

  it('may have reversals, other currencies, debits and entries that are not booked', async () => {
    const reversed = ENTRY.replace('CRDT', 'DBIT').replace('<Sts>', '<RvslInd>true</RvslInd><Sts>')
    expect(
      await linesOf(
        camt(
          reversed + ENTRY.replace('"UAH"', '"EUR"') + ENTRY.replace('CRDT', 'DBIT') + ENTRY.replace('BOOK', 'PDNG'),
        ),
      ),
    ).toMatchObject([
      { direction: 'debit', isReversal: true, payerEdrpou: '38870000' },
      { currency: 'EUR' },
      { direction: 'debit', isReversal: false },
      { isBooked: false },
    ])
  })

  it('has no sum for the payments of a batch that states only their total', async () => {
    const two = ENTRY.replace(/<TxDtls>.*<\/TxDtls>/s, (detail) => detail + detail)
    expect(await faultsOf(camt(two))).toEqual(['amount: missing', 'amount: missing'])
  })

  it.each([
    ['217500.000', 21_750_000],
    ['217500.00000', 21_750_000],
    ['0005.50000', 550],
    ['217.500', 21_750],
    ['217500.001', null],
  ])('has the sum %s', async (sum, amount) => {
    expect(await linesOf(camt(entry({ sum })))).toMatchObject([{ amount }])
  })

  it.each([
    ['2026-10-07T22:30:00Z', '2026-10-08'],
    ['2026-11-24T23:30:00+02:00', '2026-11-24'],
    ['2026-11-24T23:30:00-05:00', '2026-11-25'],
    ['2026-11-24T23:30:00', '2026-11-24'],
  ])('has %s as a day in Kyiv', async (instant, bookedOn) => {
    expect(await linesOf(camt(entry({ booked: `<DtTm>${instant}</DtTm>` })))).toMatchObject([{ bookedOn }])
  })

  it('may name the account otherwise than as an IBAN', async () => {
    const account = '<Othr><Id>UA05 3052 9929 9000 4149 1234 5678 8</Id></Othr>'
    expect(await linesOf(camt(ENTRY, { account }))).toMatchObject([{ accountIban: 'UA053052992990004149123456788' }])
  })

  it('has the payer behind the bank that pays for it', async () => {
    const parties = party('Dbtr', 'АТ БАНК') + party('UltmtDbtr', 'ТОВ Енерго', '38870000')
    expect(await linesOf(camt(entry({ parties })))).toMatchObject([
      { payerName: 'ТОВ Енерго', payerEdrpou: '38870000' },
    ])
  })

  it.each([
    ['a document type', camt(ENTRY, { before: '<!DOCTYPE x [<!ENTITY a SYSTEM "file:///etc/passwd">]>' }), 'xml'],
    [
      'entities that grow',
      camt('&b;', { before: '<!doctype x [<!ENTITY a "aaaaaaaaaa"><!ENTITY b "&a;&a;&a;&a;&a;">]>' }),
      'xml',
    ],
    ['elements that do not end', camt('<a>'.repeat(50_000)), 'xml'],
    ['deeply nested elements', camt('<a>'.repeat(5_000) + '</a>'.repeat(5_000)), 'xml'],
    ['a missing end', camt(ENTRY).replace('</Document>', ''), 'xml'],
    [
      'another message',
      camt(ENTRY).replaceAll('BkToCstmrStmt', 'BkToCstmrDbtCdtNtfctn').replace('camt.053', 'camt.054'),
      'camt',
    ],
  ])('is refused with %s', async (_name, text, kind) => {
    expect(await read(text)).toBe(kind)
  })
})

describe('MT940', () => {
  const PLAIN = { account: ACCOUNT, purpose: 'Vnesok RF18 0000 1042' }

  it('is read with plain text, and with numbered parts', async () => {
    expect(await linesOf(mt940(PLAIN))).toMatchObject([
      { ...PAYMENT, documentNumber: 'B77', payerEdrpou: '', payerIban: '', purpose: 'Vnesok RF18 0000 1042', line: 5 },
    ])
    expect(
      await linesOf(numberedMt940({ ...PAID, purpose: 'Harantiinyi vnesok, auktsion 12, RF18 0000 1042' })),
    ).toMatchObject([
      {
        ...PAYMENT,
        documentNumber: 'B77',
        purpose: 'Harantiinyi vnesok, auktsion 12, RF18 0000 1042',
        payerName: expect.stringContaining('TOV ENERHO'),
      },
    ])
  })

  it('is read with named parts, and a purpose that its lines cut', async () => {
    const purpose =
      '/EREF/E77//CNTP/UA883006140000026006500211904/INVEUAUK/TOV ENERHO///REMI/USTD//Vnesok za RF1\r\n8 0000 1042/'
    expect(await linesOf(mt940({ ...PLAIN, purpose }))).toMatchObject([
      { payerIban: PAYMENT.payerIban, payerName: 'TOV ENERHO', purpose: expect.stringContaining('RF18 0000 1042') },
    ])
  })

  it('may have debits, reversals, and an entry in the next year', async () => {
    const of = async (given: string, closing: string) => linesOf(mt940(PLAIN, { entry: given, closing }))
    expect(await of(':61:2611241124D1500,00NTRFNONREF', '8500,00')).toMatchObject([
      { direction: 'debit', isReversal: false },
    ])
    expect(await of(':61:2611241124RC1500,NTRFNONREF', '8500,00')).toMatchObject([
      { direction: 'debit', isReversal: true },
    ])
    expect(await of(':61:2512310102C1500,00NTRFNONREF', '11500,00')).toMatchObject([{ bookedOn: '2026-01-02' }])
  })

  it('has no payment if its lines do not make its closing balance: a payer may have written one', async () => {
    const forged = ':61:2611241124C1,00NTRFNONREF\r\n:86:Vnesok\r\n:61:2611241124C250000,00NTRFNONREF'
    expect(await faultsOf(mt940(PLAIN, { entry: forged, closing: '10001,00' }))).toEqual([
      'line: balance',
      'line: balance',
    ])
    const whole = `Vnesok\r\n-\r\n${mt940(PLAIN).replace(/:62F[^\r]*\r\n-\r\n/, '')}`
    const faults = await faultsOf(mt940({ ...PLAIN, purpose: whole }))
    expect(faults).not.toContain(null)
  })
})

describe('another file', () => {
  const compound = (stream: string) =>
    Buffer.concat([Buffer.from('d0cf11e0a1b11ae1', 'hex'), Buffer.alloc(600), Buffer.from(`${stream}\0`, 'utf16le')])

  it.each([
    ['an exchange file of 1C', windows1251('1CClientBankExchange\r\nВерсияФормата=1.02\r\n'), 'one_c'],
    ['a workbook of the old format', compound('Workbook'), 'old_excel'],
    ['a workbook with a password', compound('EncryptedPackage'), 'locked'],
    ['a PDF', '%PDF-1.7', 'pdf'],
    ['a zip', Buffer.from('504b0506' + '00'.repeat(18), 'hex'), 'archive'],
    ['a picture', Buffer.from('89504e470d0a1a0a0000000d49484452', 'hex'), 'document'],
    ['a page', '<!doctype html><html><body><table></table></body></html>', 'web_page'],
    ['a table of a page', '<html><body>Виписка</body></html>', 'web_page'],
    ['a DBF table', Buffer.from([3, 126, 11, 24, 0, 0, 0, 0, 0, 0]), 'dbf'],
    ['nothing', '', 'unknown'],
    ['noise', '\u0000PNG', 'unknown'],
    ['a letter', 'Добрий день,\nнадсилаю виписку.', 'unknown'],
    ['a line without an end', `${PRIVAT_HEAD}\n"${'x'.repeat(30_000)}`, 'unknown'],
  ])('is named: %s', async (_name, content, kind) => {
    const found = await read(content)
    expect(found === 'columns_unknown' ? 'unknown' : found).toBe(kind)
  })

  it('is not called unreadable because it is too long', async () => {
    expect(await read(`${PRIVAT_HEAD}${'\n1;2'.repeat(10_050)}`)).toBe('too_long')
  })
})

describe('the fingerprint of a line', () => {
  const hexOf = async (content: string) => (await linesOf(content)).map((line) => fingerprintOf(line).toString('hex'))

  it('is the same however an export spells it', async () => {
    const plain = privatRow({ ...PAID, purpose: 'Гарантійний внесок, RF18 0000 1042' }, { number: '' })
    const [first, ...others] = await hexOf(
      [
        PRIVAT_HEAD,
        plain,
        plain.replace('Гарантійний', 'ГАРАНТiЙНИЙ  '),
        plain.replace('UA88300614', 'UA88 3006 14'),
        plain.replace(', RF', ' RF').replace('217500.00', '217 500,00'),
        plain.replace(';;24.11', ';NONREF;24.11'),
      ].join('\n'),
    )
    expect(new Set(others)).toEqual(new Set([first]))
  })

  it('is another one for another number, sum, purpose, payer or transaction', async () => {
    const row = privatRow(PAID)
    const csv = [
      PRIVAT_HEAD,
      row,
      row.replace(';17;', ';18;'),
      row.replace('217500', '217501'),
      row.replace('1042', '1043'),
    ]
    expect(new Set(await hexOf(csv.join('\n'))).size).toBe(4)
    const refs = (id: string) => `<Refs><EndToEndId>${id}</EndToEndId></Refs>`
    const parties = (name: string) => party('Dbtr', name)
    const equal = { reference: '<AcctSvcrRef>NONREF</AcctSvcrRef>', remittance: ustrd('RF18 0000 1042') }
    const entries = [
      entry({ ...equal, refs: refs('A1') }),
      entry({ ...equal, refs: refs('A2') }),
      entry({ ...equal, refs: refs('NOTPROVIDED') }),
      entry({ ...equal, parties: parties('ТОВ Перша') }),
      entry({ ...equal, parties: parties('ТОВ Друга') }),
      entry({ ...equal, remittance: ustrd('RF88 0000 1043') }),
    ]
    expect(new Set(await hexOf(camt(entries.join('')))).size).toBe(6)
  })
})
