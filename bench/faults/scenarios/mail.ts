import { setTimeout as delay } from 'node:timers/promises'
import { startMailServer, type MailServer } from '@/tests/support/mail-server'
import { check, type Check } from '../compare'
import { openFleet, type Fleet } from '../fleet'
import { pageStatus } from '../health'
import { beginBidding, type Scenario } from '../scenario'

const SETTLED_BIDS = 200
const SENT_WITHIN_MS = 60_000

export const brokenMail: Scenario = {
  id: 'F5',
  what: 'the mail server down, refusing and slow',
  async run(options) {
    const first = await startMailServer()
    const { url } = first
    await first.stop()
    const fleet = await openFleet({ environment: { SMTP_URL: url, MAIL_FROM: 'faults@example.com' } })
    let server: MailServer | null = null
    try {
      // The demand is twice the volume, so that bids cause emails to those they outbid.
      const lot = () => ({ volume: 10_000 * Math.ceil(options.bidders / 2) })
      const bidding = await beginBidding(fleet, options, { lot })
      const pages: string[] = []
      const turn = async () => {
        await bidding.clients.placed(SETTLED_BIDS)
        pages.push(await pageStatus(fleet.origin, '/'))
        await makeDue(fleet)
      }
      await turn()
      server = await startMailServer(Number(new URL(url).port))
      server.refuse(10, 451)
      await turn()
      server.slowDownBy(1_500)
      await turn()
      server.slowDownBy(0)
      await turn()
      const checks = await bidding.finish()
      return [
        ...checks,
        check(
          'pages during the fault',
          pages.every((status) => status === '200'),
          pages.join(', '),
        ),
        ...(await everyEmailOnce(fleet, server)),
      ]
    } finally {
      await fleet.close()
      await server?.stop()
    }
  },
}

/**
 * Makes emails and their jobs due, to skip the pauses between attempts. Emails claimed by a portal are excluded by
 * their time: a claim lasts ten minutes, longer than the first pauses.
 */
async function makeDue({ pool }: Fleet): Promise<void> {
  await pool.query(
    `update portal.outbox set next_attempt_at = now()
     where sent_at is null and failed_at is null and next_attempt_at < now() + interval '8 minutes'`,
  )
  await pool.query(
    `select graphile_worker.reschedule_jobs(array(
       select id from graphile_worker.jobs where task_identifier = 'mail' and locked_at is null and attempts < max_attempts), now())`,
  )
}

async function everyEmailOnce(fleet: Fleet, server: MailServer): Promise<Check[]> {
  const until = Date.now() + SENT_WITHIN_MS
  let waiting = await countEmails(fleet, 'sent_at is null and failed_at is null')
  while (waiting > 0 && Date.now() < until) {
    await makeDue(fleet)
    await delay(500)
    waiting = await countEmails(fleet, 'sent_at is null and failed_at is null')
  }
  const givenUp = await countEmails(fleet, 'failed_at is not null')
  const sent = await countEmails(fleet, 'sent_at is not null')
  const arrived = new Map<string, number>()
  for (const { email } of server.emails) {
    const id = email.messageId ?? 'none'
    arrived.set(id, (arrived.get(id) ?? 0) + 1)
  }
  const twice = [...arrived.values()].filter((times) => times > 1).length
  return [
    check('emails that were not sent', waiting === 0 && givenUp === 0, `${waiting} waiting, ${givenUp} given up`),
    check(
      'every email arrived once',
      twice === 0 && arrived.size > 0 && arrived.size === sent,
      `${arrived.size} arrived of ${sent} sent, ${twice} twice`,
    ),
  ]
}

async function countEmails({ pool }: Fleet, where: string): Promise<number> {
  const { rows } = await pool.query<{ n: number }>(`select count(*)::int as n from portal.outbox where ${where}`)
  return rows[0]?.n ?? 0
}
