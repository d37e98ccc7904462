/** Statements of several banks and formats, each with one payment of 217 500.00 on 24 November 2026. */

export interface Paid {
  account: string
  payerCode: string
  purpose: string
}

export const ACCOUNT = 'UA903052992990004149123456789'
const PAYER = 'UA883006140000026006500211904'

/** Encodes Cyrillic, as banks' programs on Windows do. */
export function windows1251(text: string): Buffer {
  const others: Record<string, number> = {
    і: 0xb3,
    І: 0xb2,
    ї: 0xbf,
    Ї: 0xaf,
    Є: 0xaa,
    є: 0xba,
    '№': 0xb9,
    '–': 0x96,
    '«': 0xab,
    '»': 0xbb,
  }
  const bytes = Array.from(text, (letter) => {
    const code = letter.codePointAt(0) ?? 0
    return others[letter] ?? (code < 128 ? code : code - 0x410 + 0xc0)
  })
  return Buffer.from(bytes)
}

export const PRIVAT_HEAD =
  'ЄДРПОУ;МФО;Рахунок;Валюта;Номер документу;Дата операцiї;МФО банку;Назва банку;Рахунок кореспондента;ЄДРПОУ кореспондента;Кореспондент;Сума;Призначення платежу;'
export const privatRow = (
  { account, payerCode, purpose }: Paid,
  { number = '17', day = '24.11.2026', sum = '217500.00', payer = 'ТОВ "Енерго"' } = {},
) =>
  `37027819;305299;${account};UAH;${number};${day};300614;АТ "КРЕДІ";${PAYER};${payerCode};${payer};${sum};${purpose};`

export const IBANK_HEAD =
  'ЄДРПОУ;Код МФО;Рахунок;Валюта;Дата операції;Код операції;МФО банка;Назва банка;Рахунок кореспондента;ЄДРПОУ кореспондента;Кореспондент;Номер документа;Дата документа;Дебет;Кредит;Призначення платежу;Гривневе покриття'
export const ibankRow = (
  { account, payerCode, purpose }: Paid,
  { payer = 'ТОВ "Енерго"', debit = '', credit = '217500.00' } = {},
) =>
  `37027819;305299;${account};UAH;24.11.2026 10:15:00;01;300614;АТ "КРЕДІ";${PAYER};${payerCode};${payer};17;24.11.2026;${debit};${credit};${purpose};`

export const camt = (
  entries: string,
  { version = '08', account = `<IBAN>${ACCOUNT}</IBAN>`, before = '' } = {},
) => `<?xml version="1.0" encoding="UTF-8"?>${before}
<Document xmlns="urn:iso:std:iso:20022:tech:xsd:camt.053.001.${version}"><BkToCstmrStmt><GrpHdr><MsgId>M1</MsgId></GrpHdr><Stmt><Id>S1</Id>
<Acct><Id>${account}</Id><Ccy>UAH</Ccy></Acct>${entries}</Stmt></BkToCstmrStmt></Document>`

interface Entry {
  sum?: string
  status?: string
  booked?: string
  reference?: string
  parties?: string
  refs?: string
  remittance?: string
}

export const entry = ({
  sum = '217500.00',
  status = '<Sts><Cd>BOOK</Cd></Sts>',
  booked = '<Dt>2026-11-24</Dt>',
  reference = '<AcctSvcrRef>17</AcctSvcrRef>',
  parties = '',
  refs = '',
  remittance = '',
}: Entry) => `<Ntry><Amt Ccy="UAH">${sum}</Amt><CdtDbtInd>CRDT</CdtDbtInd>${status}<BookgDt>${booked}</BookgDt>${reference}
<NtryDtls><TxDtls>${refs}<RltdPties>${parties}</RltdPties><RmtInf>${remittance}</RmtInf></TxDtls></NtryDtls></Ntry>`

export const party = (role: string, name: string, code = '', wrap = true) => {
  const content = `<Nm>${name}</Nm>${code && `<Id><OrgId><Othr><Id>${code}</Id></Othr></OrgId></Id>`}`
  return `<${role}>${wrap ? `<Pty>${content}</Pty>` : content}</${role}>`
}

export const ustrd = (...parts: string[]) => parts.map((part) => `<Ustrd>${part}</Ustrd>`).join('')

/** As Ukrainian banks write it: plain text. */
export const mt940 = (
  { account, purpose }: Pick<Paid, 'account' | 'purpose'>,
  { entry: given = ':61:2611241124C217500,00NTRFNONREF//B77', closing = '227500,00' } = {},
) =>
  [
    ...[':20:STMT7', `:25:${account}`, ':28C:7/1', ':60F:C261123UAH10000,00', given],
    ...[`:86:${purpose}`, `:62F:C261124UAH${closing}`, '-', ''],
  ].join('\r\n')

/** As banks of Central Europe write it: numbered parts of 27 signs, with the payer. */
export const numberedMt940 = ({ account, payerCode, purpose }: Paid) =>
  [
    '{1:F01INVENTEDXXXX0000000000}{2:I940INVENTEDXXXXN}{4:',
    ...[':20:940S261124', `:25:${account}UAH`, ':28C:00228/00001', ':60F:C261123UAH10000,00'],
    ':61:2611241124CR217500,00NTRFE2E-77//B77',
    `:86:166?00TRANSFER${(purpose.match(/.{1,27}/gs) ?? []).map((part, index) => `?${20 + index}${part}`).join('')}`,
    `?30300614?31${PAYER}?32TOV ENERHO?33 EDRPOU ${payerCode}`,
    ...[':62F:C261124UAH227500,00', '-}'],
  ]
    .join('\r\n')
    .replace(':61:2611241124CR217500,00', ':61:2611241124C217500,00')
