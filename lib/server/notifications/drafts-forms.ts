import {
  type Attachment,
  type FeedbackDetails,
  MAX_ATTACHED_BYTES,
  type OrderDetails,
  readAuction,
  readCompany,
  readContent,
  readFeedback,
  readOrder,
} from './details'
import {
  auctionValues,
  companyRows,
  type Draft,
  type DraftContext,
  type Drafts,
  type Dropped,
  entryOf,
  gone,
} from './draft'
import { formatPhone } from '@/lib/i18n/formats'
import { LINK_LIFETIME_MS, readSubscription, type SubscriptionLinks } from './subscriptions'

export const formDrafts = {
  order_received: async ({ order_id }, context) => {
    const order = await readOrder(context.db, order_id, context.language)
    if (order === null) return gone
    const { write, links } = context
    return {
      texts: write('order_received', { ...orderValues(context, order), company: order.company }),
      rows: [...goods(context, order), ...customer(context, order)],
      quote: order.comment || undefined,
      href: links.order(order.id),
    }
  },

  order_confirmation: ({ order_id }, context) =>
    toCustomer(context, order_id, (order) => ({
      // The address may be a stranger's: the email contains nothing else that was typed into the order.
      texts: context.write('order_confirmation', orderValues(context, order)),
      rows: goods(context, order),
    })),

  order_status: ({ order_id, status }, context) =>
    toCustomer(context, order_id, (order) =>
      order.status === status
        ? {
            texts: context.write('order_status', { ...orderValues(context, order), status }),
            rows: goods(context, order),
          }
        : { dropped: 'status_changed' },
    ),

  feedback_received: async ({ feedback_id }, context) => {
    const feedback = await readFeedback(context.db, feedback_id)
    const company = feedback === null ? null : await readCompany(context.db, feedback.companyId)
    if (feedback === null || company === null) return gone
    const { t, write, writer, links } = context
    const attachments = await attachmentsOf(context, feedback)
    const attachment = feedback.files.length === 0 ? 'none' : attachments.length > 0 ? 'attached' : 'too_large'
    return {
      texts: write('feedback_received', {
        number: writer.number(feedback.id),
        company: company.name,
        subject: feedback.subject,
        attachment,
      }),
      quote: feedback.message,
      rows: [
        [t('labels.topic'), t(`feedbackTopics.${feedback.topic}`)],
        [t('labels.about'), feedback.subject],
        ...companyRows(context, company),
        ...(feedback.files.length === 0
          ? []
          : [[t('labels.files'), feedback.files.map(({ name }) => name).join(', ')] as [string, string]]),
      ],
      href: links.feedback(feedback.id),
      attachments,
    }
  },

  feedback_answered: async ({ feedback_id }, { db, account, t, write, writer, links }) => {
    const feedback = await readFeedback(db, feedback_id)
    if (feedback === null || !feedback.answer) return gone
    const topic = t(`feedbackTopics.${feedback.topic}`)
    // The address may be a stranger's: then the email contains nothing of the message.
    const isProven = account?.emailConfirmed ?? false
    return {
      texts: write('feedback_answered', {
        number: writer.number(feedback.id),
        subject: isProven ? feedback.subject : topic,
      }),
      quote: feedback.answer,
      rows: [
        [t('labels.topic'), topic],
        ...(isProven ? [[t('labels.question'), feedback.message] as [string, string]] : []),
      ],
      href: links.feedbackForm(),
    }
  },
} satisfies Partial<Drafts>

async function toCustomer(
  context: DraftContext,
  orderId: number,
  write: (order: OrderDetails) => Draft | Dropped,
): Promise<Draft | Dropped> {
  const order = await readOrder(context.db, orderId, context.language)
  if (order === null) return gone
  const draft = write(order)
  return 'dropped' in draft
    ? draft
    : { ...draft, href: context.links.shop(), recipients: [order.email], because: 'customer' }
}

function orderValues({ writer }: DraftContext, order: OrderDetails) {
  return {
    number: writer.number(order.number),
    product: order.product,
    quantity: writer.quantity(order.volume, order.unit),
  }
}

function goods(context: DraftContext, order: OrderDetails): [string, string][] {
  const { t } = context
  const { number, product, quantity } = orderValues(context, order)
  return [
    [t('labels.order'), number],
    [t('labels.product'), product],
    [t('labels.quantity'), quantity],
  ]
}

function customer({ t }: DraftContext, order: OrderDetails): [string, string][] {
  return [
    [t('labels.company'), order.company],
    [t('labels.edrpou'), order.edrpou],
    [t('labels.contact'), order.name],
    [t('labels.position'), order.position],
    [t('labels.phone'), formatPhone(order.phone)],
    [t('labels.email'), order.email],
  ]
}

async function attachmentsOf({ db }: DraftContext, { files }: FeedbackDetails): Promise<Attachment[]> {
  if (files.reduce((bytes, file) => bytes + file.bytes, 0) > MAX_ATTACHED_BYTES) return []
  const attachments: Attachment[] = []
  for (const { id, name, mediaType } of files) {
    const content = await readContent(db, id)
    if (content !== null) attachments.push({ name, mediaType, content })
  }
  return attachments
}

/** Emails to mailboxes without an account; each has a link to unsubscribe. */
export const subscriptionDrafts = {
  subscription_confirmation: async ({ subscription_id }, context) => {
    const subscription = await readSubscription(context.db, subscription_id)
    if (subscription === null || subscription.stopped) return gone
    if (subscription.confirmed) return { dropped: 'confirmed_already' }
    const until = subscription.askedAt.getTime() + LINK_LIFETIME_MS
    if (until <= context.now) return { dropped: 'link_expired' }
    const { t, write, writer, links } = context
    const token = linksOf(context).toConfirm(subscription.id, subscription.askedAt.getTime())
    const stop = linksOf(context).toStop(subscription.id)
    return {
      texts: write('subscription_confirmation', {
        kind: t(`auctionKinds.${subscription.kind}`).toLowerCase(),
        until: writer.at(new Date(until)),
      }),
      href: links.confirmSubscription(token),
      recipients: [subscription.email],
      because: 'link',
      stopToken: stop,
      secrets: [token, stop],
    }
  },

  subscription_auction: async ({ auction_id, subscription_id }, context) => {
    const subscription = await readSubscription(context.db, subscription_id)
    if (subscription === null || !subscription.confirmed || subscription.stopped)
      return { dropped: 'subscription_over' }
    const auction = await readAuction(context.db, auction_id, context.language)
    if (auction === null || auction.applicationDeadline.getTime() <= context.now) return gone
    const { t, write, writer, links } = context
    const start = writer.at(auction.startsAt)
    const deadline = writer.at(auction.applicationDeadline)
    return {
      texts: write('auction_announced', { ...auctionValues(context, auction), start, deadline }),
      rows: [
        [t('labels.auction'), `${writer.number(auction.number)} · ${auction.title}`],
        [t('labels.start'), start],
      ],
      href: links.auction(auction),
      recipients: [subscription.email],
      because: 'subscriber',
      entry: entryOf(auction),
      stopToken: linksOf(context).toStop(subscription.id),
    }
  },
} satisfies Partial<Drafts>

function linksOf({ subscriptionLinks }: DraftContext): SubscriptionLinks {
  if (subscriptionLinks === undefined) throw new Error('emails to subscribers need subscription links')
  return subscriptionLinks
}
