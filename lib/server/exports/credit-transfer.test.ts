import { describe, expect, it } from '@jest/globals'
import { XMLParser, XMLValidator } from 'fast-xml-parser'
import { creditTransferOf, type Transfer } from './credit-transfer'

const at = '2026-11-29T10:00:00.123Z'
const day = '2026-11-29'
const seller = { name: 'Продавець', edrpou: '14360570', iban: 'UA903052992990004149123456789' }
const buyer = { name: 'ТОВ «Газ» & <Co>', edrpou: '37027819', iban: 'UA883006140000026006500211904' }
const transfer = (id: string, amount: bigint, further: Partial<Transfer> = {}): Transfer => ({
  ...{ id, amount, from: seller, to: buyer, purpose: 'Повернення' },
  ...further,
})

/**
 * The rules of pain.001.001.03 for the elements that are used: the order of the schema's sequences, and what is required. The schema
 * itself is not at hand.
 */
const SEQUENCES: Readonly<Record<string, readonly string[]>> = {
  Document: ['CstmrCdtTrfInitn'],
  CstmrCdtTrfInitn: ['GrpHdr', 'PmtInf+'],
  GrpHdr: ['MsgId', 'CreDtTm', 'NbOfTxs', 'CtrlSum', 'InitgPty'],
  InitgPty: ['Nm'],
  PmtInf: [
    ...['PmtInfId', 'PmtMtd', 'NbOfTxs', 'CtrlSum', 'ReqdExctnDt', 'Dbtr', 'DbtrAcct', 'DbtrAgt'],
    'CdtTrfTxInf+',
  ],
  CdtTrfTxInf: ['PmtId', 'Amt', 'CdtrAgt', 'Cdtr', 'CdtrAcct', 'RmtInf'],
  PmtId: ['EndToEndId'],
  Amt: ['InstdAmt'],
  Dbtr: ['Nm', 'Id?'],
  Cdtr: ['Nm', 'Id?'],
  OrgId: ['Othr'],
  DbtrAcct: ['Id'],
  CdtrAcct: ['Id'],
  DbtrAgt: ['FinInstnId'],
  CdtrAgt: ['FinInstnId'],
  FinInstnId: ['ClrSysMmbId'],
  ClrSysMmbId: ['MmbId'],
  RmtInf: ['Ustrd'],
}
const LIMITS: Readonly<Record<string, RegExp>> = {
  MsgId: /^.{1,35}$/,
  PmtInfId: /^.{1,35}$/,
  EndToEndId: /^.{1,35}$/,
  Nm: /^.{1,140}$/u,
  Ustrd: /^.{1,140}$/u,
  IBAN: /^[A-Z]{2}\d{2}[A-Z0-9]{1,30}$/,
  MmbId: /^\d{6}$/,
  NbOfTxs: /^\d{1,15}$/,
  CtrlSum: /^\d{1,15}\.\d{2}$/,
  InstdAmt: /^\d{1,13}\.\d{2}$/,
  ReqdExctnDt: /^\d{4}-\d{2}-\d{2}$/,
  CreDtTm: /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}Z$/,
  PmtMtd: /^TRF$/,
}

type Node = Record<string, unknown>

const nameOf = (node: Node) => Object.keys(node).find((key) => key !== ':@') ?? ''
const childrenOf = (node: Node) => (node[nameOf(node)] ?? []) as Node[]
function textOf(node: Node): string {
  const text = childrenOf(node)[0]?.['#text']
  return typeof text === 'string' ? text : ''
}

function faultsOf(node: Node): string[] {
  const name = nameOf(node)
  const children = childrenOf(node)
  const sequence = SEQUENCES[name]
  const names = children.map(nameOf).join(' ')
  const pattern = sequence?.map((each) => `(?:${each.replace(/[+?]$/, '')} )${/[+?]$/.exec(each)?.[0] ?? ''}`).join('')
  const faults = pattern !== undefined && !new RegExp(`^${pattern}$`).test(`${names} `) ? [`${name}: ${names}`] : []
  const limit = LIMITS[name]
  if (limit !== undefined && !limit.test(textOf(node))) faults.push(`${name}: ${textOf(node)}`)
  return [...faults, ...children.filter((child) => !('#text' in child)).flatMap(faultsOf)]
}

function read(xml: string): Node {
  expect(XMLValidator.validate(xml)).toBe(true)
  const options = { preserveOrder: true, parseTagValue: false, ignoreAttributes: false, ignoreDeclaration: true }
  const [document] = new XMLParser(options).parse(xml) as Node[]
  return document!
}

const all = (node: Node, name: string): Node[] =>
  childrenOf(node).flatMap((child) => [
    ...(nameOf(child) === name ? [child] : []),
    ...('#text' in child ? [] : all(child, name)),
  ])

describe('a credit transfer', () => {
  it('follows the sequences and limits of pain.001.001.03, whatever names and purposes contain', () => {
    const long = `${'Дуже довга назва '.repeat(20)}\u0000\n😀`
    const transfers = [
      transfer('DEPOSIT-1', 1n),
      transfer('DEPOSIT-2', 130_500_00n, { to: { ...buyer, name: long, edrpou: '' }, purpose: long }),
    ]
    expect(faultsOf(read(creditTransferOf(transfers, { at, day })))).toEqual([])
  })

  it('has a block for each account that pays, whose numbers and sums add up', () => {
    const other = { ...seller, iban: 'UA213223130000026007233566001' }
    const transfers = [
      transfer('DEPOSIT-1', 10_001n),
      transfer('AGREEMENT-7', 456_000_000_00n, { from: other }),
      transfer('DEPOSIT-2', 9_999n),
    ]
    const document = read(creditTransferOf(transfers, { at, day }))
    expect(all(document, 'NbOfTxs').map(textOf)).toEqual(['3', '2', '1'])
    expect(all(document, 'CtrlSum').map(textOf)).toEqual(['456000200.00', '200.00', '456000000.00'])
    expect(all(document, 'InstdAmt').map(textOf)).toEqual(['100.01', '99.99', '456000000.00'])
    expect(all(document, 'EndToEndId').map(textOf)).toEqual(['DEPOSIT-1', 'DEPOSIT-2', 'AGREEMENT-7'])
    expect(new Set(all(document, 'PmtInfId').map(textOf)).size).toBe(2)
    expect(all(document, 'MmbId').map(textOf)).toContain('305299')
  })
})
