import sharp from 'sharp'
import type { Application, AuctionState } from '@/lib/domain/auction-state'
import { isCovered, missingDeposit, paymentReference, returnBy } from '@/lib/domain/deposit'
import { formatSum } from '@/lib/domain/money'
import { LOT_LABELS } from '@/lib/i18n/lot-labels'
import { depositPayment } from '@/lib/server/platform/payment-code'
import { readAuction } from './details'
import { about, type DraftContext, type Drafts, type Draft, type Dropped, gone, reasonOf } from './draft'

/** Pixels: sharp enough on paper too. */
const CODE_WIDTH = 600

export const depositDrafts = {
  deposit_due: ({ auction_id }, context) => paymentDraft('deposit_due', auction_id, context),
  deposit_reminder: ({ auction_id }, context) => paymentDraft('deposit_reminder', auction_id, context),

  deposit_received: async ({ auction_id, received }, context) => {
    const { account, streams, t, write, writer } = context
    const state = account === null ? undefined : (await streams.snapshotOf(auction_id))?.state
    const application = account === null ? undefined : state?.applications.get(account.id)
    const open =
      state !== undefined && application !== undefined && isOpen(state, application) ? { state, application } : null
    const missing = open === null ? 0n : missingDeposit(open.state.lot, open.application)
    const amount = writer.amount(formatSum(missing))
    return about(context, auction_id, (_auction, values) => ({
      texts: write('deposit_received', {
        ...values,
        covers: open === null ? 'unknown' : missing === 0n ? 'yes' : 'no',
      }),
      rows: [
        [t('labels.depositReceived'), writer.amount(received)],
        ...(open === null || missing === 0n
          ? []
          : ([
              [t('labels.depositToPay'), amount],
              [t('labels.depositDue'), writer.at(new Date(open.state.lot.depositDeadline))],
            ] as [string, string][])),
      ],
      // With what was received, the rest would reveal the quantity to the back office before the start (R2.3).
      secrets: missing === 0n ? [] : [amount],
    }))
  },

  deposit_settled: ({ auction_id, outcome, amount, reason }, context) =>
    about(context, auction_id, (_auction, values) => ({
      texts: context.write('deposit_settled', { ...values, outcome }),
      rows: [[context.t('labels.deposit'), context.writer.amount(amount)]],
      ...reasonOf(context, reason),
    })),
} satisfies Partial<Drafts>

/** While the deposit is missing: the sum, the account and the reference, with a QR code for banking apps. */
async function paymentDraft(
  kind: 'deposit_due' | 'deposit_reminder',
  auctionId: number,
  context: DraftContext,
): Promise<Draft | Dropped> {
  const { account, streams, t, write, writer, language } = context
  const snapshot = await streams.snapshotOf(auctionId)
  const auction = await readAuction(context.db, auctionId, language)
  const application = account === null ? undefined : snapshot?.state.applications.get(account.id)
  if (snapshot === null || auction === null || account === null || application === undefined) return gone
  const { lot } = snapshot.state
  if (!isOpen(snapshot.state, application) || isCovered(lot, application) || context.now >= lot.startsAt) return gone
  const missing = missingDeposit(lot, application)
  const { rows } = await context.db.query<{ id: number }>(
    'select id from portal.applications where auction_id = $1 and company_id = $2',
    [auctionId, account.id],
  )
  const id = rows[0]?.id
  if (id === undefined) return gone
  const payment = await depositPayment({
    lot,
    missing,
    reference: paymentReference(id),
    number: auction.number,
  })
  const amount = writer.amount(formatSum(missing))
  const due = writer.at(new Date(lot.depositDeadline))
  const content = await sharp(Buffer.from(payment.qr_svg)).resize(CODE_WIDTH).png().toBuffer()
  const labels = LOT_LABELS[language].fields
  return about(context, auctionId, (_auction, values) => ({
    texts: write(kind, { ...values, due }),
    rows: [
      [t('labels.depositToPay'), amount],
      [t('labels.depositDue'), due],
      [labels.deposit_recipient, lot.depositRecipient],
      [labels.deposit_iban, lot.depositIban],
      [labels.deposit_edrpou, lot.depositEdrpou],
      [labels.deposit_bank, lot.depositBank],
      [t('labels.paymentPurpose'), payment.purpose],
    ],
    attachments: [{ name: 'deposit-qr.png', mediaType: 'image/png', content }],
    // The sum would reveal the quantity to the back office before the start (R2.3).
    secrets: [amount],
  }))
}

function isOpen(state: AuctionState, { status }: Application): boolean {
  return status !== 'withdrawn' && status !== 'rejected' && state.cancelled === null
}

/** The deposit to be returned and its deadline (R11.4), for emails that end a company's part in an auction; none without a deposit. */
export async function returnRows(
  { db, account, t, writer }: DraftContext,
  auctionId: number,
): Promise<[string, string][]> {
  if (account === null) return []
  const { rows } = await db.query<{ balance: number; since: Date }>(
    `select balance, since from portal.deposits where auction_id = $1 and company_id = $2 and state = 'to_return'`,
    [auctionId, account.id],
  )
  const [deposit] = rows
  if (deposit === undefined) return []
  return [
    [t('labels.depositToReturn'), writer.amount(formatSum(BigInt(deposit.balance)))],
    [t('labels.depositReturnBy'), writer.at(new Date(returnBy(deposit.since.getTime())))],
  ]
}
