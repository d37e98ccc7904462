import type { Page } from '@playwright/test'
import { openFleet, type PortalProcess } from '@/bench/faults/fleet'
import type { AuctionDetail } from '@/lib/contract/auctions'
import type { AuctionState } from '@/lib/domain/auction-state'
import type { AuctionEvent } from '@/lib/domain/events'
import { kopecksOf, thousandthsOf } from '@/lib/domain/money'
import { rankingOf } from '@/lib/domain/ranking'
import { localizePath } from '@/lib/i18n/locales'
import { eventOf } from '@/lib/server/events/codec'
import { openLoadBalancer } from '@/tests/e2e/support/load-balancer'
import { openMarket } from '@/tests/e2e/support/market'
import { expect, expectOnConsole, test } from '@/tests/e2e/support/test'
import { bid, figure, openTrader, sendBid, signIn, type Trader } from '@/tests/e2e/support/trader'
import { bidsOf, type LogRow, logOf, stateOf } from '@/tests/support/auction-record'
import { settleRecordSlowly } from '@/tests/support/slow-settlement'

const SECOND = 1_000
/** Rivals reach only the first one. */
const CEILING = { reached: '15090.00', raised: '17310.00', other: '18430.00' }
const VOLUME = { order: '200.000', person: '300.000' }
const MINIMUM_VOLUME = '10.000'

test('two automatic bids and two people follow the procedure, even if the leader of two servers is killed (R10.2)', async ({
  browser,
}, info) => {
  test.setTimeout(15 * 60 * SECOND)
  const fleet = await openFleet({ portals: 2, settings: { fsync: 'off' } })
  const leadership = async () =>
    (await fleet.pool.query<{ server: string; epoch: number }>('select server, epoch from portal.leader')).rows[0]!
  const first = await leadership()
  const leader = fleet.portals.find((portal) => portal.log().includes(first.server)) as PortalProcess
  const follower = fleet.portals.find((portal) => portal !== leader) as PortalProcess
  const throughLeader = [leader.origin, follower.origin]
  const balancers = await Promise.all(
    [throughLeader, throughLeader.toReversed(), throughLeader, throughLeader.toReversed()].map(openLoadBalancer),
  )
  const market = openMarket({ databaseUrl: fleet.database.url, origin: follower.origin })
  try {
    const staff = fleet.staffToken
    const buyers = await market.buyers(4)
    const tokens = await Promise.all(buyers.map((buyer) => market.tokenOf(buyer)))
    const began = Date.now()
    const windows = await Promise.all(
      balancers.map(({ url }, index) => openTrader(browser, (['en', 'en', 'uk', 'ru'] as const)[index]!, url)),
    )
    await Promise.all(windows.map((window, index) => signIn(window, buyers[index]!)))
    const [ownerA, ownerB, anna, ihor] = windows as [Trader, Trader, Trader, Trader]
    const pace = Date.now() - began

    const startsAt = Date.now() + Math.max(10 * SECOND, 3 * pace)
    const endsAt = startsAt + Math.max(30 * SECOND, 4 * pace)
    const times = { startsAt, endsAt, hardEndAt: endsAt }
    const lot = await market.publishLot(staff, times, { automatic_bids: true, minimum_step: '10.00' })
    for (const [index, price] of ['15000.00', '15000.00', '15010.00', '15020.00'].entries()) {
      const quantity = index < 2 ? VOLUME.order : VOLUME.person
      const application = { auction_id: lot.id, price, quantity, minimum_quantity: MINIMUM_VOLUME }
      await market.call('auctions/apply', application, tokens[index]!)
    }
    await market.confirmAll(lot.id, staff)
    const confirmed = await stateOf(fleet.pool, lot.id)
    await Promise.all(
      windows.map(({ page, locale }) => page.goto(localizePath(`/auctions/condensate/${lot.slug}`, locale))),
    )
    const expectServed = async ({ page }: Trader, ceiling: string, timeout?: number) => {
      const shown = ceiling.replace(/(?=\d{3}\.)/, ' ')
      await expect(page.getByText(`Bidding for you up to ${shown} · you get 200 of 200 t`)).toBeVisible({ timeout })
      await expect(page.getByText(`Up to ${shown} for 200 t.`)).toBeVisible()
    }

    await test.step('two companies place orders, which bid from the start', async () => {
      await ownerA.page.getByRole('checkbox', { name: ownerA.t('AutomaticBid.offer') }).check()
      await placeOrder(ownerA, CEILING.reached, 'AutomaticBid.leave')
      await ownerB.page.getByRole('checkbox', { name: ownerB.t('AutomaticBid.offer') }).check()
      await placeOrder(ownerB, CEILING.other, 'AutomaticBid.leave')
      const timeout = startsAt - Date.now() + 60 * SECOND
      await expectServed(ownerA, CEILING.reached, timeout)
      await expectServed(ownerB, CEILING.other, timeout)
    })

    await test.step('two people bid, one through the leader and one through the follower', async () => {
      await bid(anna, '15040')
      await bid(ihor, '15050')
    })

    await test.step('the leader is killed while each has sent a bid, and both are accepted', async () => {
      expectOnConsole(/net::ERR_(?:EMPTY_RESPONSE|CONNECTION_RESET)/)
      await leader.signal('SIGSTOP')
      await sendBid(anna, '15060')
      await sendBid(ihor, '15070')
      await leader.signal('SIGKILL')
      // The receipt of the first folds as soon as the second changes the allocation, which may be in the same batch.
      await expect(ownRow(anna, '15060')).toBeVisible()
      await expect(ownRow(ihor, '15070')).toBeVisible()
      const next = await leadership()
      expect(next.epoch).toBeGreaterThan(first.epoch)
      expect(follower.log()).toContain(next.server)
    })

    await test.step('an owner raises a reached ceiling, and people continue to bid', async () => {
      await bid(anna, '15100')
      await expect(ownerA.page.getByText(/^Your ceiling is reached: 15\s1\d0\.00 brings you back in/)).toBeVisible()
      await ownerA.page.getByRole('button', { name: ownerA.t('AutomaticBid.change'), exact: true }).click()
      await placeOrder(ownerA, CEILING.raised, 'AutomaticBid.replace')
      await expectServed(ownerA, CEILING.raised)
      await bid(ihor, '15130')
      await expectServed(ownerA, CEILING.raised)
      await expectServed(ownerB, CEILING.other)
      await ownerA.page.screenshot({ path: info.outputPath('serving.png'), fullPage: true })
    })

    await test.step('the lot closes in every window', async () => {
      const timeout = endsAt - Date.now() + 90 * SECOND
      for (const { page, t } of windows)
        await expect(page.getByText(t('AuctionState.selection')).first()).toBeVisible({ timeout })
    })

    const bids = await bidsOf(fleet.pool, lot.id)
    const events = eventsAfter(confirmed, await logOf(fleet.pool, lot.id), {
      1: [CEILING.reached, CEILING.raised],
      2: [CEILING.other],
    })
    await test.step('bids, prices, times and ranks are those of the procedure', async () => {
      const expected = settleRecordSlowly(confirmed, events)
      expect(
        bids.map((each) => [each.seq, each.participant, each.price, each.automatic, each.received_at.getTime()]),
      ).toEqual(expected.bids.map((each) => [each.seq, each.participant, each.price, each.automatic, each.receivedAt]))
      expect(bids.filter(({ automatic, preliminary }) => !automatic && !preliminary)).toHaveLength(6)
      const { ranking } = await market.call<AuctionDetail>('auctions/get', { id: lot.id }, tokens[2]!)
      expect(ranking.map((row) => [row.rank, row.participant, kopecksOf(row.price), thousandthsOf(row.given)])).toEqual(
        rankingOf(expected.state).map((row) => [row.rank, row.participant, row.price, row.given]),
      )
    })

    await test.step('windows show the history with automatic bids marked', async () => {
      const shown = bids.map(({ seq, participant, price, automatic }) => [seq, participant, price, automatic])
      for (const { page, t } of [ownerA, anna]) {
        await page.goto(`${new URL(page.url()).pathname}?bids=all`)
        const table = page.getByRole('table', { name: t('Auction.history.caption') })
        await expect(table.getByRole('row')).toHaveCount(bids.length + 1)
        expect(await historyIn(table, t('Auction.history.automatic'))).toEqual(shown.toReversed())
      }
      const own = bids.findLast(({ participant }) => participant === 1)!
      const outcome = ownerA.page.getByText(/^200\st at .* is provisionally allocated to you/)
      await expect(outcome).toContainText(figure((own.price / 100).toFixed(2), 'en'))
      await ownerA.page.screenshot({ path: info.outputPath('over.png'), fullPage: true })
    })

    await test.step('a ceiling was sent only to its owner', async () => {
      const office = await Promise.all(
        ['applications/list', 'bids/list', 'bids/ranking', 'winners/list'].map((list) =>
          market.call(`manager/${list}`, { auction_id: lot.id }, `Bearer ${staff}`),
        ),
      )
      const sent = balancers.map((balancer) => balancer.forwardedText())
      for (const [ceiling, owner] of [
        [CEILING.raised, 0],
        [CEILING.other, 1],
      ] as const) {
        const printed = new RegExp(
          `${figure(ceiling, 'en').source.replace('\\s', '[\\s,.]?').replace('\\.', '[.,]')}|\\b${kopecksOf(ceiling)}\\b`,
        )
        expect(sent.map((text) => printed.test(text))).toEqual(sent.map((_text, index) => index === owner))
        expect(JSON.stringify(office)).not.toMatch(printed)
        for (const portal of fleet.portals) expect(portal.log()).not.toMatch(printed)
      }
    })
  } finally {
    await Promise.all(browser.contexts().map((context) => context.close()))
    await Promise.all([market.close(), leader.signal('SIGKILL'), ...balancers.map((balancer) => balancer.close())])
    await fleet.close()
  }
})

/** The row of the ranking that is marked as the trader's own, at a price. */
function ownRow({ page, t, locale }: Trader, price: string) {
  return page
    .getByRole('row')
    .filter({ hasText: t('Auction.ladder.you') })
    .filter({ hasText: figure(`${price}.00`, locale) })
}

/** Fills in the form of an order and confirms its dialog, which warns about several orders. */
async function placeOrder({ page, t }: Trader, ceiling: string, button: 'AutomaticBid.leave' | 'AutomaticBid.replace') {
  await page.getByRole('textbox', { name: /^Ceiling/ }).fill(ceiling)
  await page.getByRole('button', { name: t(button), exact: true }).click()
  const dialog = page.getByRole('dialog', { name: t('AutomaticBid.dialogTitle') })
  await expect(dialog).toContainText(t('AutomaticBid.meeting'))
  await dialog.getByRole('button', { name: t('AutomaticBid.dialogConfirm') }).click()
  await expect(dialog).toBeHidden()
}

/** The events after the confirmations. `ceilings`: by participant, because the record contains only seals of them. */
function eventsAfter(
  confirmed: AuctionState,
  log: readonly LogRow[],
  ceilings: Record<number, string[]>,
): AuctionEvent[] {
  const participants = [...confirmed.applications.values()]
  const entries = log.slice(log.findLastIndex(({ kind }) => kind === 'application_confirmed') + 1)
  return entries.flatMap((entry) => {
    const { participant } = JSON.parse(entry.body) as { participant: number }
    const event = eventOf(entry, {
      application() {
        throw new Error('an application after the confirmations')
      },
      bidder: (number) => participants.find((each) => each.participant === number)!.bidderId,
      order: () => ({
        ceiling: kopecksOf(ceilings[participant]!.shift()!),
        quantity: thousandthsOf(VOLUME.order),
        minimumQuantity: thousandthsOf(MINIMUM_VOLUME),
        salt: '',
      }),
    })
    return event === null ? [] : [event]
  })
}

/** The number, participant, price in kopecks and automatic mark of each row. */
function historyIn(table: ReturnType<Page['getByRole']>, automatic: string) {
  return table.locator('tbody tr').evaluateAll(
    (rows, mark) =>
      rows.map((row) => {
        const [seq = '', , participant = '', price = ''] = [...row.querySelectorAll('td')].map((cell) => cell.innerText)
        return [
          Number(seq),
          Number(/\d+/.exec(participant)?.[0]),
          Number(price.replace(/\D/g, '')),
          participant.includes(mark),
        ]
      }),
    automatic,
  )
}
