import { mailConfirmation } from '@/lib/server/identity/registration'
import { queueMissingAgreements } from '@/lib/server/auctions/select/agreements'
import { getCms } from '@/lib/server/cms/cms'
import { removeUnusedFile } from '@/lib/server/cms/media-files'
import { mailPasswordLink } from '@/lib/server/cms/staff/identity'
import { createJobWorker } from '@/lib/server/jobs/job-worker'
import { removeExpired } from '@/lib/server/jobs/retention'
import { type LinkTokens, keyFor, keysFor } from '@/lib/server/platform/secrets'
import { readManagersEmails } from '@/lib/server/notifications/details'
import { createMailWorker } from '@/lib/server/notifications/mail-worker'
import { createNotificationEndpoints, unsubscribe } from '@/lib/server/notifications/preferences'
import { createSubscriptionEndpoints, createUnsubscribing } from '@/lib/server/notifications/subscriptions'
import { createBrowserNotices } from '@/lib/server/notifications/push/browser-notices'
import { createBrowserEndpoints } from '@/lib/server/notifications/push/browser-subscriptions'
import { createPushService, vapidKeysFrom } from '@/lib/server/notifications/push/push-service'
import { createPushWorker } from '@/lib/server/notifications/push/push-worker'
import { chooseTransport } from '@/lib/server/notifications/transports'
import type { Auctions } from './auctions'
import type { Foundation } from './foundation'
import type { Demo } from './portal'

/** Work outside of calls: letters and push notices, agreements, retention; and who wants which letters. */
export function composeJobs(
  { environment, secrets, pool, clock, log }: Foundation,
  { commands, streams }: Auctions,
  linkTokens: LinkTokens,
  demo: Demo | null,
) {
  const unsubscribing = createUnsubscribing(keysFor('links that stop letters', secrets))
  const vapidKeys = environment.vapidKeys ?? vapidKeysFrom(keyFor('push notices', environment.payloadSecret))
  const sending = { pool, streams, clock, log, linkTokens, publicUrl: environment.publicUrl }
  const pushing = {
    ...sending,
    services: environment.pushServices,
    send: createPushService({ keys: vapidKeys, contact: `mailto:${environment.mailFrom}` }),
  }
  const pushWorker = createPushWorker(pushing)
  const tellBrowser = createBrowserNotices(pushing)
  const mailWorker = createMailWorker({
    ...sending,
    unsubscribing,
    transport: chooseTransport(environment),
    managersEmails: () => readManagersEmails(pool),
  })
  const worker = createJobWorker({
    pool,
    log,
    handlers: {
      // A task without a handler waits in the queue.
      ...(environment.sendsMessages && {
        mail: ({ letter_id: letterId }) => mailWorker.send(letterId),
        push: ({ message_id: messageId }) => pushWorker.send(messageId),
        browser_notice: ({ auction_id: auctionId, subscription_id: id }) => tellBrowser(auctionId, id),
      }),
      email_confirmation_link: ({ email }) => mailConfirmation({ pool, clock, linkTokens }, email),
      staff_password_link: async (letter) => mailPasswordLink(await getCms(), letter),
      agreements: ({ auction_id: auctionId }) => commands.makeAgreements(auctionId),
      documents_sent: ({ auction_id: auctionId, account_id: accountId }) =>
        commands.documentsSent({ auctionId, accountId }),
      media_file_removal: ({ name }) => removeUnusedFile(pool, name),
      async retention() {
        await removeExpired({ pool, clock })
      },
      ...(demo && { demo_tick: () => demo.tick() }),
      async catch_up() {
        await mailWorker.catchUp()
        await pushWorker.catchUp()
        await queueMissingAgreements(pool)
      },
    },
  })
  return {
    worker,
    mailWorker,
    notifications: createNotificationEndpoints({ pool, unsubscribing, pushKey: vapidKeys.publicKey }),
    subscriptions: {
      ...createSubscriptionEndpoints({ pool, links: unsubscribing.subscriptions }),
      ...createBrowserEndpoints({ pool, pushKey: vapidKeys.publicKey, services: environment.pushServices }),
    },
    /** @returns whether the token of the link was one of ours */
    unsubscribe: async (token: string) => (await unsubscribe(pool, unsubscribing, token, clock.now())) !== null,
  }
}
