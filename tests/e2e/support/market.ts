import { setTimeout as delay } from 'node:timers/promises'
import type { Browser } from '@playwright/test'
import type { Locale } from '@/lib/config/constants'
import { hashPassword } from '@/lib/server/identity/passwords'
import { endCompanySessions } from '@/lib/server/identity/sessions'
import { createPool, type Pool } from '@/lib/server/platform/db/pool'
import { registerBuyers } from '@/tests/support/auction-house'
import { ADMINISTRATOR } from './portal'
import { openTrader, signIn } from './trader'

export interface Buyer {
  id: number
  email: string
  password: string
  company: string
}

/** On a busy machine the portal may answer 503 with Retry-After. Such a request has changed nothing and can be repeated. */
const MAX_ATTEMPTS = 20

async function sendUntilAvailable(url: string, init: RequestInit): Promise<Response> {
  for (let attempt = 1; ; attempt += 1) {
    const response = await fetch(url, init)
    if (response.status !== 503 || attempt === MAX_ATTEMPTS) return response
    await response.body?.cancel()
    await delay(Number(response.headers.get('retry-after') ?? 1) * 1_000)
  }
}

const BUYERS_PASSWORD = 'Покупець тестів 1'

/** The portal that all tests share. */
const sharedPortal = () => ({
  databaseUrl: process.env.E2E_DATABASE_URL as string,
  origin: process.env.E2E_BASE_URL as string,
})

/** Prepares companies and lots without a browser, through the database and the APIs. */
export function openMarket({ databaseUrl, origin }: { databaseUrl: string; origin: string } = sharedPortal()) {
  const pool: Pool = createPool({ url: databaseUrl, size: 2 })

  async function callBackOffice(
    path: string,
    method: string,
    body: object,
    token?: string,
  ): Promise<Record<string, unknown>> {
    const response = await sendUntilAvailable(`${origin}${path}`, {
      method,
      headers: { 'content-type': 'application/json', ...(token && { authorization: `JWT ${token}` }) },
      body: JSON.stringify(body),
    })
    const answer = (await response.json()) as Record<string, unknown>
    if (!response.ok) throw new Error(`${path}: ${JSON.stringify(answer)}`)
    return answer
  }

  return {
    pool,
    async buyers(count: number): Promise<Buyer[]> {
      const ids = await registerBuyers(pool, count)
      const hash = await hashPassword(BUYERS_PASSWORD)
      await pool.query(
        'insert into portal.credentials (person_id, password_hash) select id, $2 from portal.people where company_id = any ($1)',
        [ids, hash],
      )
      const { rows } = await pool.query<{ id: number; email: string; company: string }>(
        `update cms.companies set company_short_name = 'Trading House ' || id where id = any($1) returning id, email, company_short_name as company`,
        [ids],
      )
      return rows.map((row) => ({ ...row, password: BUYERS_PASSWORD })).sort((a, b) => a.id - b.id)
    },
    async staffToken(): Promise<string> {
      return String((await callBackOffice('/cms-api/staff/login', 'POST', ADMINISTRATOR)).token)
    },
    /** Publishes a lot of 500 t in three languages. It starts at 15 000.00 with a minimum step of 50.00. */
    async publishLot(
      token: string,
      times: { startsAt: number; endsAt: number; hardEndAt?: number },
      extraFields: Readonly<Record<string, string | boolean | object>> = {},
    ): Promise<{ id: number; slug: string; titles: Record<'uk' | 'en' | 'ru', string> }> {
      const stamp = String(times.startsAt).slice(-6)
      const titles = {
        uk: `Конденсат для перевірки ${stamp}`,
        en: `Condensate under test ${stamp}`,
        ru: `Конденсат для проверки ${stamp}`,
      }
      const texts = {
        payment_terms: '100 %',
        payment_period: '5',
        shipment_period: '12.2026',
        resource: '11.2026',
        transfer_point: 'GTP',
      }
      const lotFields = {
        ...texts,
        title: titles.uk,
        category: 1,
        volume: '500.000',
        starting_price: '15000.00',
        minimum_step: '50.00',
        maximum_step: '1500.00',
        minimum_quantity: '10.000',
        quantity_step: '10.000',
        starts_at: new Date(times.startsAt).toISOString(),
        ends_at: new Date(times.endsAt).toISOString(),
        ...(times.hardEndAt && { hard_end_at: new Date(times.hardEndAt).toISOString() }),
        extension_minutes: 1,
        outside_hours_confirmed: true,
        ...extraFields,
      }
      const lots = '/cms-api/auctions'
      const draft = { _status: 'draft' }
      const { doc } = (await callBackOffice(
        `${lots}?draft=true&locale=uk`,
        'POST',
        { ...lotFields, ...draft },
        token,
      )) as {
        doc: { id: number; slug: string }
      }
      for (const locale of ['en', 'ru'] as const) {
        const translated = { ...texts, title: titles[locale], ...draft }
        await callBackOffice(`${lots}/${doc.id}?draft=true&locale=${locale}`, 'PATCH', translated, token)
      }
      // Published last, because other tests see the lot from here on.
      await callBackOffice(`${lots}/${doc.id}?locale=uk`, 'PATCH', { ...lotFields, _status: 'published' }, token)
      return { id: doc.id, slug: doc.slug, titles }
    },
    /** Calls the portal's API as a buyer (`tokenOf`) or as staff, and returns the data of the answer. */
    async call<Data = unknown>(path: string, body: object, authorization: string, key?: string): Promise<Data> {
      const response = await fetch(`${origin}/api/${path}`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', authorization, ...(key && { 'idempotency-key': key }) },
        body: JSON.stringify(body),
      })
      const answer = (await response.json()) as { data: Data }
      if (!response.ok) throw new Error(`${path}: ${JSON.stringify(answer)}`)
      return answer.data
    },
    /** Confirms all applications for an auction. */
    async confirmAll(auctionId: number, token: string): Promise<void> {
      const manager = `Bearer ${token}`
      const { list } = await this.call<{ list: { id: number }[] }>(
        'manager/applications/list',
        { auction_id: auctionId },
        manager,
      )
      for (const { id } of list)
        await this.call(
          'manager/applications/confirm',
          { application_id: id, insistence: 'Перевірено в офісі' },
          manager,
        )
    },
    /** Signs a buyer in without a browser and returns the value of its `Authorization` header. */
    async tokenOf({ email, password }: Buyer): Promise<string> {
      const { data } = (await callBackOffice('/api/auth/login', 'POST', { email, password })) as {
        data: { access_token: string }
      }
      return `Bearer ${data.access_token}`
    },
    async accountOf(email: string): Promise<number> {
      const { rows } = await pool.query<{ id: number }>('select id from cms.companies where email = $1', [email])
      if (rows[0] === undefined) throw new Error(`no company has the address ${email}`)
      return rows[0].id
    },
    /** Ends all sessions of a buyer. */
    signOutEverywhere: (buyer: Buyer) => endCompanySessions(pool, buyer.id),
    async bidsOf(auctionId: number): Promise<number> {
      const { rows } = await pool.query<{ bids: number }>(
        'select bid_seq as bids from portal.auction_heads where auction_id = $1',
        [auctionId],
      )
      return rows[0]?.bids ?? 0
    },
    close: () => pool.end(),
  }
}

/** Opens the market and signs one buyer in, in a browser. */
export async function openMarketWithTrader(browser: Browser, locale: Locale) {
  const market = openMarket()
  const [buyer] = (await market.buyers(1)) as [Buyer]
  const staff = await market.staffToken()
  const trader = await openTrader(browser, locale)
  await signIn(trader, buyer)
  return { market, buyer, staff, trader }
}
