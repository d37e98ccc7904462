import { findUsers } from '@/lib/server/identity/users'
import { createBidForwarding } from '@/lib/server/auctions/bid/forwarding'
import { createBidding } from '@/lib/server/auctions/commands'
import { createAuctionQueries } from '@/lib/server/auctions/queries/endpoints'
import { getCms } from '@/lib/server/cms/cms'
import { createAgreementMaker } from '@/lib/server/cms/records'
import type { PoolClient } from '@/lib/server/platform/db/pool'
import { documentsOfAccounts } from '@/lib/server/documents/endpoints'
import { inspectFile, keepFile } from '@/lib/server/documents/files'
import { createBidVault } from '@/lib/server/events/sealed-bids'
import { createStreamCache } from '@/lib/server/events/snapshots'
import { answer, refuse } from '@/lib/server/http/handler'
import type { RecordFaults } from '@/lib/server/events/lot-row'
import { createLiveHub } from '@/lib/server/live/hub'
import { createAgreementServing } from '@/lib/server/protocol/agreement/agreement'
import { createProtocolEndpoints, createProtocolSigner } from '@/lib/server/protocol/endpoints'
import { keysFor } from '@/lib/server/platform/secrets'
import type { Foundation } from './foundation'

export type Auctions = ReturnType<typeof composeAuctions>

/** Auctions: the event log, commands, queries, live streams, protocols. */
export function composeAuctions(foundation: Foundation, { faults }: { faults: RecordFaults }) {
  const { environment, secrets, pool, biddingPool, leaderPool, listener, clock, machine, log, availability, serverId } =
    foundation
  const vault = createBidVault(keysFor('preliminary bids', secrets), (auctionId) =>
    log.error(
      { auction_id: auctionId },
      'preliminary bids do not open: name the secret that they were sealed with in PAYLOAD_SECRET_PREVIOUS',
    ),
  )
  const streams = createStreamCache({ pool, vault })
  const queries = createAuctionQueries({
    pool,
    streams,
    clock,
    faults,
    sendsMessages: environment.sendsMessages,
    serverHealth: async () => ({
      clockDifference: clock.isApart() ? clock.difference() / 1000 : null,
      leaderFault: await forwarding.fault(),
    }),
    directory: { companies: (ids) => findUsers(pool, ids), documents: (ids) => documentsOfAccounts(pool, ids) },
  })
  const commands = createBidding({
    pool,
    biddingPool,
    leaderPool,
    streams,
    listener,
    clock,
    log: {
      info: (details, message) => log.info(details, message),
      warn(details, message) {
        if ('err' in details) availability.note(details.err)
        log.warn(details, message)
      },
    },
    serverId,
    machine,
    onChecked: (error) => (error === null ? availability.reached() : availability.note(error)),
    showApplication: queries.managedApplication,
    showWinners: queries.winnersBoard,
    async inspectEvidence(file) {
      const checked = await inspectFile(file, null)
      if (!checked.ok) return refuse(checked.code, { retryAfter: checked.retryAfter })
      return answer(async (client: PoolClient) => {
        const stored = await keepFile(client, { accountId: null, kind: 'disqualification' }, checked.inspected)
        return stored.ok ? answer({ id: String(stored.file.id), sha256: stored.file.sha256 }) : refuse(stored.code)
      })
    },
    createAgreements: createAgreementMaker(getCms),
  })
  availability.lookWith(() => commands.leadership.check())
  const forwarding = createBidForwarding({
    leadership: commands.leadership,
    serverId,
    keys: keysFor('bids between servers', secrets),
    log,
  })
  const printing = { pool, clock, publicUrl: environment.publicUrl, dataDir: environment.dataDir }
  return {
    vault,
    streams,
    commands,
    forwarding,
    queries,
    protocol: createProtocolEndpoints({
      ...printing,
      streams,
      signer: createProtocolSigner(keysFor('signature of protocols', secrets)),
    }),
    serveAgreement: createAgreementServing(printing),
    hub: createLiveHub({
      pool,
      listener,
      streams,
      clock,
      log,
      ...(!environment.limitsRequests && {
        watchersPerAddress: Number.POSITIVE_INFINITY,
        watchersPerAccount: Number.POSITIVE_INFINITY,
      }),
    }),
  }
}
