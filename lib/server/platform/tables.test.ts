import { describe, expect, it } from '@jest/globals'
import { strFromU8, unzipSync } from 'fflate'
import { csvDialect, csvOf, type Column, workbookOf } from './tables'

interface Row {
  text: string | null
  count: number
  price: string
  at: string
}

const columns: Column<Row>[] = [
  { heading: 'Text', width: 10, value: (row) => row.text },
  { heading: 'Count', width: 10, kind: 'integer', value: (row) => row.count },
  { heading: 'Price', width: 10, kind: 'decimal', value: (row) => row.price },
  { heading: 'At', width: 10, kind: 'moment', value: (row) => row.at },
  { heading: 'Day', width: 10, kind: 'day', value: (row) => row.at },
]
const row: Row = { text: 'Газ', count: 7, price: '15200.50', at: '2026-06-30T21:30:00.000Z' }

describe('csvOf', () => {
  it('writes what a spreadsheet opens directly: UTF-8 with BOM, semicolons, CRLF, plain numbers, Kyiv time', () => {
    expect(csvOf({ columns, rows: [row] }, csvDialect('uk'))).toBe(
      '\uFEFFText;Count;Price;At;Day\r\nГаз;7;15200,50;2026-07-01 00:30:00;2026-07-01\r\n',
    )
  })

  it('writes decimals as the reader’s language does', () => {
    expect(csvOf({ columns, rows: [row] }, csvDialect('en'))).toContain(',15200.50,')
  })

  it.each(['=1+1', '+1', '-1', '@SUM(A1)', '\t=1', '\r=1'])('writes %j as text, not as a formula', (text) => {
    const [, line = ''] = csvOf({ columns, rows: [{ ...row, text }] }, csvDialect('uk')).split('\r\n')
    expect(line.replace(/^"/, '')).toMatch(/^'/)
  })

  it('quotes line breaks and separators', () => {
    const text = csvOf(
      {
        columns: columns.slice(0, 1),
        rows: [
          { ...row, text: 'a;b"c\nd\u0001' },
          { ...row, text: null },
        ],
        remark: 'end',
      },
      csvDialect('uk'),
    )
    expect(text).toBe('\uFEFFText\r\n"a;b""c\nd"\r\n\r\nend\r\n')
  })
})

describe('workbookOf', () => {
  it('writes a day without its hours', async () => {
    const workbook = await workbookOf({ title: 'Days', columns: columns.slice(3), rows: [row] })
    const sheet = strFromU8(unzipSync(new Uint8Array(workbook))['xl/worksheets/sheet1.xml'] ?? new Uint8Array())
    const numbers = [...sheet.matchAll(/<v>([\d.]+)<\/v>/g)].map(([, value]) => Number(value))
    const day = Date.UTC(2026, 6, 1) / 86_400_000 + 25_569
    expect(numbers.slice(-2)).toEqual([expect.closeTo(day + 30 / 1440, 6), day])
  })
})
