import { createTwoFactorReset } from '@/lib/server/identity/account-calls'
import { createAccountDecisions } from '@/lib/server/identity/managed-accounts'
import { announceAccount } from '@/lib/server/identity/sessions'
import { findUsers } from '@/lib/server/identity/users'
import { createAuditEndpoints } from '@/lib/server/audit/audit'
import { createChatEndpoints } from '@/lib/server/chat/chat'
import { getCms } from '@/lib/server/cms/cms'
import { createLotDrafts } from '@/lib/server/content/lot-draft'
import { createDocumentsEndpoints, documentsOfAccounts } from '@/lib/server/documents/endpoints'
import { type InspectedFile, inspectFile, keepFile } from '@/lib/server/documents/files'
import { createExports } from '@/lib/server/exports/endpoints'
import { createFeedbackEndpoints } from '@/lib/server/feedback/feedback'
import type { AllHandlers } from '@/lib/server/http/request-input'
import { answer } from '@/lib/server/http/handler'
import { createManagedLetters } from '@/lib/server/notifications/managed-letters'
import { createDeletions } from '@/lib/server/personal-data/deciding'
import { createSearch } from '@/lib/server/search/search'
import { keysFor } from '@/lib/server/platform/secrets'
import { createShopEndpoints, createTickets } from '@/lib/server/shop/shop'
import type { Accounts } from './accounts'
import type { Auctions } from './auctions'
import type { Foundation } from './foundation'
import type { SiteContent } from './site-content'

interface Parts {
  accounts: Accounts
  auctions: Auctions
  content: SiteContent
  notifications: AllHandlers['notifications']
  subscriptions: AllHandlers['subscriptions']
}

/** A handler for each call of the contract. */
export function composeCalls(foundation: Foundation, parts: Parts): AllHandlers {
  const { environment, secrets, pool, clock } = foundation
  const { accounts, auctions, content, notifications, subscriptions } = parts
  const { commands, queries, protocol } = auctions
  const chat = createChatEndpoints({ pool })
  return {
    ...accounts.handlers,
    ...content.handlers,
    notifications,
    subscriptions,
    auctions: {
      ...createLotDrafts({ cms: getCms, mayPreview: content.mayPreview, get: queries.handlers.auctions.get }),
      ...queries.handlers.auctions,
      ...commands.endpoints.auctions,
      ...protocol.handlers,
    },
    bids: { ...queries.handlers.bids, ...commands.endpoints.bids },
    cabinet: queries.handlers.cabinet,
    chat: chat.chat,
    documents: createDocumentsEndpoints({ pool }),
    feedback: createFeedbackEndpoints({
      pool,
      cms: getCms,
      inspectFile,
      async keepFile(client, accountId, inspected: InspectedFile) {
        const stored = await keepFile(client, { accountId, kind: 'feedback' }, inspected)
        return stored.ok ? { ok: true, id: stored.file.id } : stored
      },
    }),
    manager: { ...managerCalls(foundation, parts), ...chat.manager },
    shop: {
      products: content.products,
      ...createShopEndpoints({
        pool,
        tickets: createTickets(keysFor('forms of visitors', secrets)),
        cms: getCms,
      }),
    },
    time: { now: () => answer({ data: { now: new Date(clock.now()).toISOString() } }) },
    tracking: {
      settings: () =>
        answer({
          data: { matomo: environment.matomo && { url: environment.matomo.url, site_id: environment.matomo.siteId } },
        }),
    },
  }
}

/** The back office's own calls. Its lists are also what is exported and searched. */
function managerCalls({ pool, clock }: Foundation, { accounts, auctions }: Parts) {
  const { sessions } = accounts
  const { commands, queries } = auctions
  const lists = {
    ...queries.handlers.manager,
    ...createAccountDecisions({
      pool,
      documents: (ids) => documentsOfAccounts(pool, ids),
      sessions,
      onStatus: commands.accountDecided,
    }),
    ...createAuditEndpoints({ pool }),
    ...createManagedLetters({ pool }),
  }
  return {
    ...lists,
    ...createTwoFactorReset(accounts.signIn),
    ...createDeletions({
      pool,
      clock,
      companies: (ids) => findUsers(pool, ids),
      announceAccount,
      forgetAccount: (accountId) => sessions.forget(accountId),
      onStatus: commands.accountDecided,
    }),
    ...commands.endpoints.manager,
    ...createExports({ pool, clock, lists }),
    ...createSearch({ pool, lists }),
  }
}
