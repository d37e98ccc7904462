import { readAnswers } from '@/lib/server/events/answers'
import { REQUIRED_DOCUMENTS } from '@/lib/domain/application'
import { isBiddingOver, isHaltOpen } from '@/lib/domain/auction-state'
import { bidLimits } from '@/lib/domain/bidding'
import { type Thousandths, thousandthsOf, toPriceString } from '@/lib/domain/money'
import { cheapestFullPrice, competitionOf } from '@/lib/domain/price-for-volume'
import { rankingOf } from '@/lib/domain/ranking'
import {
  type AuctionEvents,
  readAccreditation,
  readAgreement,
  readAgreementOf,
  readCompany,
  readLastPrice,
  readMessage,
  readQuestion,
} from './details'
import {
  about,
  companyRows,
  type Draft,
  type DraftContext,
  type Drafts,
  type Dropped,
  gone,
  priceAndTotal,
  reasonOf,
} from './draft'
import { returnRows } from './drafts-deposits'
import { CHAT_ANCHOR } from '@/lib/config/constants'
import { LOT_LABELS } from '@/lib/i18n/lot-labels'
import type { EmailPayload } from '@/lib/server/jobs/emails'

/** A bidder is allocated less than before. The email omits the ceiling of the automatic order, which is secret (R10.5). */
function lostVolume(
  kind: 'outbid' | 'ceiling_reached',
  { auction_id, provisional_quantity }: EmailPayload<'outbid'>,
  context: DraftContext,
): Promise<Draft | Dropped> {
  return about(context, auction_id, async (auction, values) => {
    if (auction.effectiveEnd.getTime() <= context.now) return gone
    const { t, write, writer } = context
    const quantity = writer.quantity(provisional_quantity, auction.unit)
    const end = writer.at(auction.effectiveEnd)
    return {
      texts: write(kind, { ...values, quantity, nothing: /^[0.]+$/.test(provisional_quantity), end }),
      rows: [
        [t('labels.quantity'), quantity],
        ...(await ownPrice(context, auction)),
        ...(await wayBack(context, auction)),
        [t('labels.end'), end],
      ],
    }
  })
}

/** The cheapest bid for the bidder's whole volume now. A closed ranking would tell others' prices, so its lots have none. */
async function wayBack(
  { streams, account, t, writer }: DraftContext,
  { id, priceUnit }: AuctionEvents,
): Promise<[string, string][]> {
  const state = (await streams.snapshotOf(id))?.state
  if (state === undefined || account === null || state.lot.visibility === 'closed') return []
  const limits = bidLimits(state, account.id)
  const own = state.lastBids.find((bid) => bid?.bidderId === account.id)
  if (limits === null || limits.closedByFinal || own === undefined) return []
  const competition = competitionOf(state.lot.volume, rankingOf(state), own.participant)
  const price = cheapestFullPrice(competition, limits, own)
  return price === null ? [] : [[t('labels.wayBack'), writer.price(toPriceString(price), priceUnit)]]
}

export const auctionDrafts = {
  application_confirmed: ({ auction_id, participant }, context) =>
    about(context, auction_id, (auction, values) => {
      const { t, write, writer } = context
      const start = writer.at(auction.startsAt)
      return {
        texts: write('application_confirmed', { ...values, participant, start }),
        rows: [
          [t('labels.participant'), String(participant)],
          [t('labels.start'), start],
        ],
      }
    }),

  application_rejected: ({ auction_id, by, reason }, context) =>
    about(context, auction_id, async (_auction, values) => {
      const cause =
        by === 'manager'
          ? 'manager'
          : reason === 'account_deactivated'
            ? 'account_deactivated'
            : 'not_confirmed_before_start'
      return {
        texts: context.write('application_rejected', { ...values, cause }),
        rows: await returnRows(context, auction_id),
        ...reasonOf(context, cause === 'manager' ? reason : null),
      }
    }),

  auction_started: ({ auction_id }, context) =>
    about(context, auction_id, (auction, values) => {
      if (auction.effectiveEnd.getTime() <= context.now) return gone
      const end = context.writer.at(auction.effectiveEnd)
      return {
        texts: context.write('auction_started', { ...values, end }),
        rows: [[context.t('labels.end'), end]],
      }
    }),

  outbid: (payload, context) => lostVolume('outbid', payload, context),
  ceiling_reached: (payload, context) => lostVolume('ceiling_reached', payload, context),

  auction_cancelled: ({ auction_id, reason, following }, context) =>
    about(context, auction_id, async (_auction, values) => ({
      texts: context.write('auction_cancelled', { ...values, following }),
      rows: await returnRows(context, auction_id),
      ...reasonOf(context, reason),
    })),

  auction_halted: ({ auction_id, reason }, context) =>
    about(context, auction_id, async (_auction, values) => {
      const state = (await context.streams.snapshotOf(auction_id))?.state
      // An email that was delayed must not keep bidders from bidding again.
      if (state && (isBiddingOver(state) || !isHaltOpen(state) || state.halt?.reason !== reason)) return gone
      return { texts: context.write('auction_halted', values), ...reasonOf(context, reason) }
    }),

  auction_resumed: ({ auction_id, resumes_at }, context) =>
    about(context, auction_id, async (auction, values) => {
      if (auction.effectiveEnd.getTime() <= context.now) return gone
      const halt = (await context.streams.snapshotOf(auction_id))?.state.halt
      // Halted again since.
      if (halt && halt.resumesAt !== Date.parse(resumes_at)) return gone
      const { t, write, writer } = context
      const resumes = writer.at(new Date(resumes_at))
      const end = writer.at(auction.effectiveEnd)
      return {
        texts: write('auction_resumed', { ...values, resumes, end }),
        rows: [
          [t('labels.resumes'), resumes],
          [t('labels.end'), end],
        ],
      }
    }),

  winner_confirmed: ({ auction_id, quantity, price, before }, context) =>
    about(context, auction_id, async (auction, values) => {
      const confirmed = await confirmedVolume(context, auction_id)
      // Confirmed with another volume since.
      if (confirmed !== null && confirmed !== thousandthsOf(quantity)) return gone
      const { t, write, writer } = context
      const volume = writer.quantity(quantity, auction.unit)
      const earlier = writer.quantity(before ?? quantity, auction.unit)
      return {
        texts: write('winner_confirmed', {
          ...values,
          quantity: volume,
          changed: before !== undefined,
          before: earlier,
        }),
        rows: [[t('labels.quantity'), volume], ...priceAndTotal(context, price, quantity, auction.priceUnit)],
      }
    }),

  win_withdrawn: ({ auction_id, before }, context) =>
    about(context, auction_id, async (auction, values) => {
      const confirmed = await confirmedVolume(context, auction_id)
      // Confirmed as a winner again since.
      if (confirmed !== null && confirmed > 0) return gone
      return {
        texts: context.write('win_withdrawn', { ...values, before: context.writer.quantity(before, auction.unit) }),
      }
    }),

  winner_disqualified: ({ auction_id, reason }, context) =>
    about(context, auction_id, (_auction, values) => ({
      texts: context.write('winner_disqualified', values),
      ...reasonOf(context, reason),
    })),

  auction_result: ({ auction_id, outcome, volume_sold, lowest_price, final_price, average_price }, context) =>
    about(context, auction_id, async (auction, values) => {
      const { t, write, writer } = context
      const sold: [string, string][] =
        lowest_price === null || final_price === null || average_price === null
          ? []
          : [
              [t('labels.winningPrices'), writer.priceRange(lowest_price, final_price, auction.priceUnit)],
              [t('labels.averagePrice'), writer.price(average_price, auction.priceUnit)],
            ]
      return {
        texts: write('auction_result', { ...values, outcome, sold: sold.length > 0 }),
        rows: [
          ...(await ownPrice(context, auction)).map(([, price]): [string, string] => [t('labels.ownPrice'), price]),
          ...sold,
          [t('labels.volumeSold'), writer.quantity(volume_sold, auction.unit)],
          ...(await returnRows(context, auction_id)),
        ],
      }
    }),

  agreement_ready: ({ auction_id, agreement_id }, context) =>
    about(context, auction_id, async (auction, values) => {
      const { t, write, writer, language, links } = context
      const agreement = await readAgreement(context.db, agreement_id, language)
      if (agreement === null) return gone
      const labels = LOT_LABELS[language].fields
      const terms: [string, string][] = [
        [labels.payment_terms, agreement.paymentTerms],
        [labels.payment_period, agreement.paymentPeriod],
      ]
      return {
        texts: write('agreement_ready', { ...values, agreement: agreement.number, awaits: agreement.awaits }),
        rows: [
          [t('labels.agreement'), agreement.number],
          [t('labels.quantity'), writer.quantity(agreement.quantity, auction.unit)],
          [t('labels.price'), writer.price(agreement.price, auction.priceUnit)],
          [t('labels.sum'), writer.amount(agreement.sum)],
          ...terms.filter(([, term]) => term !== ''),
        ],
        href: links.agreements(),
      }
    }),

  partial_offer: ({ auction_id, quantity, price, answer_by, kept }, context) =>
    about(context, auction_id, async (auction, values) => {
      if (auction.cancelled) return gone
      const { t, write, writer } = context
      const volume = writer.quantity(quantity, auction.unit)
      const answerBy = writer.at(answer_by)
      const before = { again: kept !== undefined, kept: writer.quantity(kept ?? '0.000', auction.unit) }
      // Answers after the deadline are refused (R7.3): a late email explains instead of inviting one.
      const late = Date.parse(answer_by) <= context.now
      const offerState = await offerStateOf(context, auction_id, quantity)
      if (offerState === 'gone' || (offerState === 'declined' && !late)) return gone
      return {
        texts: write('partial_offer', { ...values, quantity: volume, answerBy, late, ...before }),
        rows: [
          [t('labels.quantity'), volume],
          ...priceAndTotal(context, price, quantity, auction.priceUnit),
          ...(late ? [] : [[t('labels.answerBy'), answerBy] as [string, string]]),
        ],
      }
    }),

  partial_accepted: (payload, context) =>
    partialAnswer(payload, context, (values) => context.write('partial_accepted', values)),
  partial_refused: ({ by, ...payload }, context) =>
    partialAnswer(payload, context, (values) => context.write('partial_refused', { ...values, by })),

  application_received: async ({ auction_id, company_id, completed }, context) => {
    const company = await readCompany(context.db, company_id)
    if (company === null) return gone
    const { t, write } = context
    const { attachments, missing } = await readAccreditation(context.db, company_id)
    const missingNames = missing.map((kind) => t(`documentKinds.${kind}`)).join(', ')
    return about(context, auction_id, (auction, values) => ({
      texts: write('application_received', {
        ...values,
        company: company.name,
        missing: missing.length,
        uploaded: REQUIRED_DOCUMENTS.length - missing.length,
        required: REQUIRED_DOCUMENTS.length,
        completed,
      }),
      rows: [
        [t('labels.start'), context.writer.at(auction.startsAt)],
        ...companyRows(context, company),
        ...(missingNames === '' ? [] : [[t('labels.missing'), missingNames] as [string, string]]),
      ],
      attachments,
    }))
  },

  auction_unsuccessful: ({ auction_id, confirmed, minimum }, context) =>
    about(context, auction_id, async (_auction, values) => ({
      texts: context.write('auction_unsuccessful', { ...values, confirmed, minimum }),
      rows: await returnRows(context, auction_id),
    })),

  auction_ended: ({ auction_id }, context) =>
    about(context, auction_id, (auction, values) => ({
      texts: context.write('auction_ended', values),
      rows: [[context.t('labels.end'), context.writer.at(auction.effectiveEnd)]],
    })),

  auction_announced: ({ auction_id }, context) =>
    about(context, auction_id, (auction, values) => {
      if (auction.applicationDeadline.getTime() <= context.now) return gone
      const { t, write, writer } = context
      const start = writer.at(auction.startsAt)
      const deadline = writer.at(auction.applicationDeadline)
      return {
        texts: write('auction_announced', { ...values, start, deadline }),
        rows: [[t('labels.start'), start]],
      }
    }),

  chat_message: async ({ auction_id, company_id, message_id }, context) => {
    const company = await readCompany(context.db, company_id)
    const text = await readMessage(context.db, message_id)
    if (company === null || text === null) return gone
    const agreement = await readAgreementOf(context.db, auction_id, company_id)
    const { links, t } = context
    return about(context, auction_id, (_auction, values) => ({
      texts: context.write('chat_message', {
        ...values,
        company: company.name,
        ofAgreement: agreement !== null,
        agreement: agreement?.number ?? '',
      }),
      quote: text,
      // After the win both sides talk on the page of the agreement.
      ...(agreement !== null && {
        rows: [[t('labels.agreement'), agreement.number]],
        href: `${values.toManagers ? links.fulfilment(agreement.id) : links.ownFulfilment(agreement.id)}#${CHAT_ANCHOR}`,
      }),
    }))
  },

  question_asked: async ({ auction_id, company_id, question_id }, context) => {
    const company = await readCompany(context.db, company_id)
    const question = await readQuestion(context.db, question_id)
    if (company === null || question === null) return gone
    return about(context, auction_id, (_auction, values) => ({
      texts: context.write('question_asked', {
        ...values,
        company: company.name,
        open: question.deadline.getTime() > context.now,
        deadline: context.writer.at(question.deadline),
      }),
      quote: question.text,
      href: context.links.questions(),
    }))
  },

  question_answered: async ({ auction_id, number }, context) => {
    const answer = (await readAnswers(context.db, auction_id, context.language))[number - 1]
    if (answer === undefined) return gone
    return about(context, auction_id, (_auction, values) => ({
      texts: context.write('question_answered', { ...values, question: number }),
      quote: `${context.t('labels.asked')}:\n${answer.question}\n\n${context.t('labels.answer')}:\n${answer.answer}`,
    }))
  },

  question_rejected: async ({ auction_id, question_id }, context) => {
    const question = await readQuestion(context.db, question_id)
    if (question === null) return gone
    return about(context, auction_id, (_auction, values) => ({
      texts: context.write('question_rejected', { ...values, text: question.text }),
      ...reasonOf(context, question.rejection),
    }))
  },
} satisfies Partial<Drafts>

/**
 * State of a partial offer (R7.3). `declined`: refused, or not answered in time. `gone`: accepted, or withdrawn because the volume was
 * reallocated.
 */
async function offerStateOf(
  { streams, account }: DraftContext,
  auctionId: number,
  quantity: string,
): Promise<'open' | 'declined' | 'gone'> {
  const state = account === null ? undefined : (await streams.snapshotOf(auctionId))?.state
  // Sends the email if the auction cannot be read: one too many is better than one lost.
  if (account === null || state === undefined) return 'open'
  const participant = state.applications.get(account.id)?.participant ?? null
  if (state.selection === null || participant === null) return 'gone'
  const { offer, refusedParts } = state.selection
  if (offer?.participant === participant && offer.quantity === thousandthsOf(quantity)) return 'open'
  return refusedParts.has(participant) ? 'declined' : 'gone'
}

/** The account's volume at the last confirmation of winners, 0 if it is not among them; null if the auction cannot be read. */
async function confirmedVolume({ streams, account }: DraftContext, auctionId: number): Promise<Thousandths | null> {
  const state = account === null ? undefined : (await streams.snapshotOf(auctionId))?.state
  if (account === null || !state?.selection) return null
  const { confirmedShares, disqualified } = state.selection
  const participant = state.applications.get(account.id)?.participant ?? 0
  return state.cancelled !== null || disqualified.has(participant) ? 0 : (confirmedShares.get(participant) ?? 0)
}

async function ownPrice(
  { db, account, t, writer }: DraftContext,
  { id, priceUnit }: AuctionEvents,
): Promise<[string, string][]> {
  const price = account === null ? null : await readLastPrice(db, id, account.id)
  return price === null ? [] : [[t('labels.price'), writer.price(toPriceString(price), priceUnit)]]
}

function partialAnswer(
  { auction_id, participant, quantity }: { auction_id: number; participant: number; quantity: string },
  context: DraftContext,
  texts: (values: { number: string; participant: number; quantity: string }) => Draft['texts'],
): Promise<Draft | Dropped> {
  return about(context, auction_id, (auction, values) => {
    const volume = context.writer.quantity(quantity, auction.unit)
    return {
      texts: texts({ ...values, participant, quantity: volume }),
      rows: [
        [context.t('labels.participant'), String(participant)],
        [context.t('labels.quantity'), volume],
      ],
    }
  })
}
