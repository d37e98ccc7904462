import { formatSum, type Sum } from '@/lib/domain/money'

interface Party {
  name: string
  edrpou: string
  iban: string
}

/** Money that goes back. */
export interface Transfer {
  /** Unique among the transfers of a file. */
  id: string
  from: Party
  to: Party
  amount: Sum
  purpose: string
}

const MAX_NAME = 140
const MAX_PURPOSE = 140
const ENTITIES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }

/** @param most a schema's limit in characters; what is longer ends with an ellipsis */
function content(text: string, most: number): string {
  const characters = [...text.replaceAll(/[\s\p{Cc}\p{Cf}]+/gu, ' ').trim()]
  const shown = characters.length > most ? [...characters.slice(0, most - 1), '…'] : characters
  return shown.map((character) => ENTITIES[character] ?? character).join('')
}

const totals = (transfers: readonly Transfer[]) =>
  `<NbOfTxs>${transfers.length}</NbOfTxs><CtrlSum>${formatSum(transfers.reduce((sum, { amount }) => sum + amount, 0n))}</CtrlSum>`

function partyOf(tag: 'Dbtr' | 'Cdtr', { name, edrpou, iban }: Party): string {
  const id = edrpou === '' ? '' : `<Id><OrgId><Othr><Id>${content(edrpou, 35)}</Id></Othr></OrgId></Id>`
  return `<${tag}><Nm>${content(name, MAX_NAME)}</Nm>${id}</${tag}><${tag}Acct><Id><IBAN>${iban}</IBAN></Id></${tag}Acct>`
}

/** The bank's own number (MFO) is a part of a Ukrainian IBAN. */
const agentOf = (iban: string) =>
  `<FinInstnId><ClrSysMmbId><MmbId>${iban.slice(4, 10)}</MmbId></ClrSysMmbId></FinInstnId>`

/**
 * An ISO 20022 credit transfer, pain.001.001.03: a payment block for each account that pays.
 *
 * @param at the instant of the file, ISO 8601, and its day in Kyiv, on which the bank is to pay
 */
export function creditTransferOf(transfers: readonly Transfer[], { at, day }: { at: string; day: string }): string {
  const message = `RETURN-${at.slice(0, 19).replaceAll(/\D/g, '')}`
  const accounts = new Map<string, Transfer[]>()
  for (const each of transfers) accounts.set(each.from.iban, [...(accounts.get(each.from.iban) ?? []), each])
  const blocks = [...accounts.values()].map((ofAccount, index) => {
    const from = ofAccount[0]?.from as Party
    const payments = ofAccount.map(
      ({ id, to, amount, purpose }) =>
        `<CdtTrfTxInf><PmtId><EndToEndId>${content(id, 35)}</EndToEndId></PmtId><Amt><InstdAmt Ccy="UAH">${formatSum(amount)}</InstdAmt></Amt>` +
        `<CdtrAgt>${agentOf(to.iban)}</CdtrAgt>${partyOf('Cdtr', to)}<RmtInf><Ustrd>${content(purpose, MAX_PURPOSE)}</Ustrd></RmtInf></CdtTrfTxInf>`,
    )
    return (
      `<PmtInf><PmtInfId>${message}-${index + 1}</PmtInfId><PmtMtd>TRF</PmtMtd>${totals(ofAccount)}<ReqdExctnDt>${day}</ReqdExctnDt>` +
      `${partyOf('Dbtr', from)}<DbtrAgt>${agentOf(from.iban)}</DbtrAgt>\n${payments.join('\n')}</PmtInf>`
    )
  })
  const [first] = transfers
  return (
    '<?xml version="1.0" encoding="UTF-8"?>\n<Document xmlns="urn:iso:std:iso:20022:tech:xsd:pain.001.001.03"><CstmrCdtTrfInitn>' +
    `<GrpHdr><MsgId>${message}</MsgId><CreDtTm>${at.slice(0, 19)}Z</CreDtTm>${totals(transfers)}` +
    `<InitgPty><Nm>${content(first?.from.name ?? '', MAX_NAME)}</Nm></InitgPty></GrpHdr>\n${blocks.join('\n')}</CstmrCdtTrfInitn></Document>\n`
  )
}
