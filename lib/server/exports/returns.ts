import type { Answer } from '@/lib/contract/endpoint'
import type { managerExportsEndpoints } from '@/lib/contract/manager'
import { paymentReference } from '@/lib/domain/deposit'
import { isIban } from '@/lib/domain/identifiers'
import { formatSum, type Kopecks } from '@/lib/domain/money'
import type { Queryable } from '@/lib/server/platform/db/pool'
import { agreementReturnPurpose, depositReturnPurpose } from '@/lib/server/platform/payment-code'
import type { Column } from '@/lib/server/platform/tables'
import type { Transfer } from './credit-transfer'
import type { Word } from './requests'

interface Row {
  kind: 'deposit' | 'agreement'
  id: number
  /** Of the auction or the agreement. */
  number: string
  amount: Kopecks
  name: string
  edrpou: string
  iban: string
  from_name: string
  from_edrpou: string
  from_iban: string
}

/** The payer of the last line that was counted and has an account, else the company. */
const recipient = (subject: string) => `
  coalesce(nullif(payer.payer_name, ''), company.company_name) as name,
  coalesce(nullif(payer.payer_edrpou, ''), company.edrpou) as edrpou, coalesce(payer.payer_iban, company.iban, '') as iban
  ${subject}`
const payerOf = (part: string) => `left join lateral (
  select line.payer_name, line.payer_edrpou, line.payer_iban
  from portal.line_parts part join portal.statement_lines line on line.id = part.line_id and line.kind = 'credit'
  where ${part} and line.payer_iban ~ '^UA[0-9]{27}$' order by part.at desc, line.id desc limit 1
) payer on true`

/** Deposits and overpayments that are to be returned (R11.4, R16.5). */
export async function readReturns(db: Queryable): Promise<Transfer[]> {
  const { rows } = await db.query<Row>(
    `select 'deposit' as kind, deposit.application_id as id, lot.number::text as number, deposit.balance as amount, ${recipient(`,
       lot.deposit_recipient as from_name, lot.deposit_edrpou as from_edrpou, lot.deposit_iban as from_iban`)}
     from portal.deposits deposit
     join cms.lots lot on lot.id = deposit.auction_id
     join cms.companies company on company.id = deposit.company_id
     ${payerOf('part.application_id = deposit.application_id')}
     where deposit.state = 'to_return'
     union all
     select 'agreement', agreement.id, agreement.number, ((fulfilment.next ->> 'amount')::numeric * 100)::bigint, ${recipient(`,
       seller.details ->> 'name', seller.details ->> 'edrpou', seller.details ->> 'iban'`)}
     from portal.fulfilments fulfilment
     join cms.agreements agreement on agreement.id = fulfilment.agreement_id
     join cms.companies company on company.id = agreement.company_id
     join portal.agreement_parties parties on parties.agreement_id = agreement.id
     cross join lateral (select portal.agreement_seller(parties.seller, 'uk') as details) seller
     ${payerOf('part.agreement_id = agreement.id')}
     where fulfilment.next ->> 'action' = 'return_overpayment'
     order by kind desc, id`,
  )
  return rows.map((row) => ({
    id: `${row.kind.toUpperCase()}-${row.id}`,
    from: { name: row.from_name, edrpou: row.from_edrpou, iban: row.from_iban },
    to: { name: row.name, edrpou: row.edrpou, iban: row.iban },
    amount: BigInt(row.amount),
    purpose:
      row.kind === 'deposit'
        ? depositReturnPurpose({ number: row.number, reference: paymentReference(row.id) })
        : agreementReturnPurpose(row.number),
  }))
}

type Omission = Answer<(typeof managerExportsEndpoints)['checkReturns']>['data']['left_out'][number]['reason']

/** Why a transfer cannot be in the file: a bank refuses a whole file if one transfer names no account or no company. Null if it can. */
export function omissionOf({ from, to }: Transfer): Omission | null {
  if (!isIban(from.iban) || !isCode(from.edrpou)) return 'seller'
  if (!isIban(to.iban)) return 'account'
  return isCode(to.edrpou) ? null : 'code'
}

/** Of a company, or of a person, who has ten digits. */
const isCode = (code: string) => /^\d{8}$|^\d{10}$/.test(code)

export function returnColumns(word: Word): Column<Transfer>[] {
  return [
    { heading: word('company'), width: 44, value: ({ to }) => to.name },
    { heading: word('edrpou'), width: 12, value: ({ to }) => to.edrpou },
    { heading: word('iban'), width: 34, value: ({ to }) => to.iban },
    { heading: word('amountUah'), width: 18, kind: 'decimal', value: ({ amount }) => formatSum(amount) },
    { heading: word('purpose'), width: 60, value: ({ purpose }) => purpose },
    { heading: word('fromAccount'), width: 34, value: ({ from }) => from.iban },
  ]
}
