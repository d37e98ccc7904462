import { auctionValues, type DraftContext, type Drafts, entryOf, gone } from './drafts-accounts'
import { readAuction } from './details'
import { LINK_LIFETIME, readSubscription, type SubscriptionLinks } from './subscriptions'

type Kinds = 'subscription_confirmation' | 'subscription_auction'

/** To mailboxes without an account: every email has its link to stop. */
export const subscriptionDrafts: Drafts<Kinds> = {
  subscription_confirmation: async ({ subscription_id }, context) => {
    const subscription = await readSubscription(context.db, subscription_id)
    if (subscription === null || subscription.stopped) return gone
    if (subscription.confirmed) return { dropped: 'it is confirmed already' }
    const until = subscription.askedAt.getTime() + LINK_LIFETIME
    if (until <= context.now) return { dropped: 'its link has expired' }
    const { t, letter, writer, links } = context
    const token = linksOf(context).toConfirm(subscription.id, subscription.askedAt.getTime())
    const stop = linksOf(context).toStop(subscription.id)
    return {
      words: letter('subscription_confirmation', {
        kind: t(`auctionKinds.${subscription.kind}`).toLowerCase(),
        until: writer.at(new Date(until)),
      }),
      href: links.confirmSubscription(token),
      recipients: [subscription.email],
      stopToken: stop,
      secrets: [token, stop],
    }
  },

  subscription_auction: async ({ auction_id, subscription_id }, context) => {
    const subscription = await readSubscription(context.db, subscription_id)
    if (subscription === null || !subscription.confirmed || subscription.stopped)
      return { dropped: 'the subscription is over' }
    const auction = await readAuction(context.db, auction_id, context.language)
    if (auction === null || auction.applicationDeadline.getTime() <= context.now) return gone
    const { t, letter, writer, links } = context
    const start = writer.at(auction.startsAt)
    const deadline = writer.at(auction.applicationDeadline)
    return {
      words: letter('auction_announced', { ...auctionValues(context, auction), start, deadline }),
      rows: [
        [t('labels.auction'), `${writer.number(auction.number)} · ${auction.title}`],
        [t('labels.start'), start],
      ],
      href: links.auction(auction),
      recipients: [subscription.email],
      toSubscriber: true,
      entry: entryOf(auction),
      stopToken: linksOf(context).toStop(subscription.id),
    }
  },
}

function linksOf({ subscriptionLinks }: DraftContext): SubscriptionLinks {
  if (subscriptionLinks === undefined) throw new Error('Emails to subscribers are written with their links')
  return subscriptionLinks
}
