import { mkdtemp, readdir, readFile, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals'
import { fixedClock } from '@/tests/support/fixed-clock'
import { createLinkTokens } from '@/lib/server/platform/secrets'
import { claim, CLAIM_MS, MAX_ATTEMPTS } from '@/lib/server/notifications/outbox'
import { createMailWorker } from '@/lib/server/notifications/mail-worker'
import { createFolderTransport, createSmtpTransport, type Transport } from '@/lib/server/notifications/transports'
import type { JobWorker } from '@/lib/server/jobs/job-worker'
import { registerBuyers } from '@/tests/support/auction-house'
import { createTestDatabase, type TestDatabase } from '@/tests/support/database'
import { listening, openJobWorker, runDue } from '@/tests/support/jobs'
import { type ImapServer, startImapServer } from '@/tests/support/imap-server'
import { readReportMailbox } from '@/lib/server/notifications/report-mailbox'
import { type MailServer, startMailServer } from '@/tests/support/mail-server'
import { createUnsubscribing } from '@/lib/server/notifications/subscriptions'

let db: TestDatabase
let mail: MailServer
let companyId: number
let address: string
const clock = fixedClock(Date.now() + 60_000)
const linkTokens = createLinkTokens(Buffer.alloc(32, 7))
const unsubscribing = createUnsubscribing([Buffer.alloc(32, 8)])
interface Mailer extends Pick<JobWorker, 'stop'> {
  start(): Promise<void>
  run(): Promise<void>
}
const mailers: Mailer[] = []
const log = { info: () => undefined, warn: () => undefined }

beforeAll(async () => {
  db = await createTestDatabase()
  companyId = (await registerBuyers(db.pool, 1))[0] ?? 0
  const { rows } = await db.pool.query<{ email: string }>(`select email from cms.companies where id = $1`, [companyId])
  address = rows[0]?.email ?? ''
})
beforeEach(async () => {
  mail = await startMailServer()
})
afterEach(async () => {
  await Promise.all(mailers.splice(0).map((mailer) => mailer.stop()))
  await mail.stop()
  await db.pool.query('delete from portal.emails')
  await db.pool.query('delete from portal.outbox')
})
afterAll(async () => {
  await db.close()
})

function open(
  transport: Transport = createSmtpTransport({ url: mail.url, from: 'portal@portal.test' }),
  reports: { readsReports?: boolean } = {},
): Mailer {
  const worker = createMailWorker({
    pool: db.pool,
    streams: { snapshotOf: async () => null },
    clock,
    log,
    linkTokens,
    unsubscribing,
    transport,
    publicUrl: 'https://portal.test',
    managersEmails: async () => [],
    random: () => 0.5,
    ...reports,
  })
  const jobs = openJobWorker(db.pool, { mail: ({ email_id: id }) => worker.send(id) })
  const mailer = {
    run: () => runDue(db.pool, worker),
    async start() {
      jobs.start()
      await listening(db.pool)
    },
    async stop() {
      await jobs.stop()
      await worker.stop()
    },
  }
  mailers.push(mailer)
  return mailer
}

async function queue(
  kind = 'account_confirmed',
  payload: object = { reason: null },
  to: number | null = companyId,
): Promise<number> {
  const { rows } = await db.pool.query<{ id: number }>(
    `insert into portal.outbox (kind, company_id, payload, created_at, next_attempt_at) values ($1, $2, $3, $4, $4) returning id`,
    [kind, to, payload, new Date(clock.now())],
  )
  return rows[0]?.id ?? 0
}

async function stateOf(id: number) {
  const { rows } = await db.pool.query<{
    attempts: number
    sent_at: Date | null
    failed_at: Date | null
    last_error: string | null
    next_attempt_at: Date
  }>(`select attempts, sent_at, failed_at, last_error, next_attempt_at from portal.outbox where id = $1`, [id])
  const row = rows[0]
  if (!row) throw new Error('no such row')
  return {
    attempts: row.attempts,
    sent: row.sent_at !== null,
    failed: row.failed_at !== null,
    error: row.last_error,
    waits: row.next_attempt_at.getTime() - clock.now(),
  }
}

async function queuePasswordReset(): Promise<{ id: number; token: string }> {
  const tokenId = crypto.randomUUID()
  const token = linkTokens.tokenOf(tokenId)
  await db.pool.query(`update portal.one_time_tokens set voided_at = now() where voided_at is null`)
  await db.pool.query(
    `insert into portal.one_time_tokens (id, token_hash, kind, person_id, email, issued_at, expires_at)
     select $1, sha256(convert_to($2, 'UTF8')), 'password_reset', min(id), $4, $5::timestamptz, $6::timestamptz from portal.people where company_id = $3`,
    [tokenId, token, companyId, address, new Date(clock.now()), new Date(clock.now() + 3_600_000)],
  )
  return { id: await queue('password_reset', { token_id: tokenId, email: address }), token }
}

describe('an email that was sent but could not be marked as sent', () => {
  it('is marked later, and not sent again', async () => {
    const mailer = open()
    const id = await queue()
    await db.pool.query(`
      create function public.away() returns trigger language plpgsql as $$ begin raise exception 'gone' using errcode = '57P01'; end $$;
      create trigger away before update of sent_at on portal.outbox for each row execute function public.away()`)
    await mailer.run()
    expect([mail.to(address).length, (await stateOf(id)).sent]).toEqual([1, false])
    await db.pool.query('drop trigger away on portal.outbox; drop function public.away()')
    // The claim has expired, as after a long outage, so that any server could claim it.
    clock.advance(CLAIM_MS)
    // A timer marks emails too, and may be at work.
    while (!(await stateOf(id)).sent) await mailer.run()
    await mailer.run()
    expect(mail.to(address)).toHaveLength(1)
  })
})

describe('a refused email', () => {
  it('is retried later and arrives once', async () => {
    const mailer = open()
    const id = await queue()
    mail.refuse(1, 451)
    await mailer.run()
    expect(await stateOf(id)).toMatchObject({
      attempts: 1,
      sent: false,
      error: expect.stringContaining('Not now'),
      waits: 30_000,
    })
    await mailer.run()
    expect(mail.emails).toEqual([])

    clock.advance(30_000)
    mail.refuse(1, 550)
    await mailer.run()
    expect(await stateOf(id)).toMatchObject({ attempts: 2, sent: false, waits: 60_000 })
    clock.advance(60_000)
    await mailer.run()
    clock.advance(24 * 3_600_000)
    await mailer.run()
    expect(mail.to(address)).toHaveLength(1)
    expect(await stateOf(id)).toMatchObject({ attempts: 3, sent: true, error: null })
  })

  it('is given up after the last attempt, with the reason', async () => {
    const mailer = open()
    const id = await queue()
    mail.refuse(1_000, 550)
    for (let attempt = 0; attempt < MAX_ATTEMPTS + 5; attempt += 1) {
      await mailer.run()
      clock.advance(8 * 3_600_000)
    }
    expect(await stateOf(id)).toMatchObject({
      attempts: MAX_ATTEMPTS,
      sent: false,
      failed: true,
      error: expect.stringContaining('Not now'),
    })
  })
})

/** Since when the address refuses emails, as everybody is shown. */
async function refusesSince(email: string): Promise<Date | null> {
  const { rows } = await db.pool.query<{ since: Date | null }>('select portal.refuses_since($1) as since', [email])
  return rows[0]?.since ?? null
}

describe('a recipient that the mail server refuses for good', () => {
  afterEach(() => db.pool.query('delete from portal.refused_addresses'))

  it('ends the email at once, and is remembered until an email is taken', async () => {
    const mailer = open()
    mail.refuseRecipient(address, 550, '5.1.1 The email account that you tried to reach does not exist')
    const id = await queue()
    await mailer.run()
    expect(await stateOf(id)).toMatchObject({
      attempts: 1,
      failed: true,
      sent: false,
      error: expect.stringContaining('550 5.1.1'),
    })
    const since = await refusesSince(address)
    expect(since?.getTime()).toBe(clock.now())
    clock.advance(60_000)
    await queue()
    await mailer.run()
    expect(await refusesSince(address)).toEqual(since)

    mail.takeRecipient(address)
    await queue()
    await mailer.run()
    expect(mail.to(address)).toHaveLength(1)
    expect(await refusesSince(address)).toBeNull()
  })

  it.each([
    ['a full mailbox', 452, '4.2.2 mailbox full'],
    ['a sender who is not trusted', 550, '5.7.1 Unable to relay'],
  ])('is not %s: the email is tried again', async (_what, code, words) => {
    mail.refuseRecipient(address, code, words)
    const id = await queue()
    await open().run()
    expect(await stateOf(id)).toMatchObject({ attempts: 1, failed: false, sent: false, waits: 30_000 })
    expect(await refusesSince(address)).toBeNull()
  })
})

describe('a report about an email that was taken', () => {
  let mailbox: ImapServer
  beforeEach(async () => {
    mailbox = await startImapServer()
  })
  afterEach(async () => {
    await mailbox.stop()
    await db.pool.query('delete from portal.refused_addresses')
    await db.pool.query('delete from portal.report_mailbox')
  })

  const readReports = () => readReportMailbox({ pool: db.pool, clock, log, url: mailbox.url })
  const report = (messageId: string, recipient = address) =>
    [
      'Return-Path: <>',
      'Subject: Undelivered Mail Returned to Sender',
      'MIME-Version: 1.0',
      'Content-Type: multipart/report; report-type=delivery-status; boundary="part"',
      '',
      '--part',
      'Content-Type: message/delivery-status',
      '',
      'Reporting-MTA: dns; relay.test',
      '',
      `Final-Recipient: rfc822; ${recipient}`,
      'Action: failed',
      'Status: 5.1.1',
      'Diagnostic-Code: smtp; 550 5.1.1 User unknown',
      '',
      '--part',
      'Content-Type: text/rfc822-headers',
      '',
      `Message-ID: ${messageId}`,
      '--part--',
      '',
    ].join('\r\n')

  it('marks the email as failed and the address as refusing, and is read once, without a change to the mailbox', async () => {
    const id = await queue()
    await open().run()
    const messageId = mail.to(address)[0]?.email.messageId ?? ''
    mailbox.messages.push('Subject: hello\r\n\r\nAn email of a person', report(messageId))
    await readReports()
    expect(await stateOf(id)).toMatchObject({ sent: false, failed: true, error: `${address}: 550 5.1.1 User unknown` })
    expect((await refusesSince(address))?.getTime()).toBe(clock.now())

    const fetched = () => mailbox.commands.filter((command) => command.startsWith('UID FETCH')).length
    expect(fetched()).toBe(2)
    await readReports()
    expect(fetched()).toBe(2)
    expect(mailbox.commands.join('\n')).not.toMatch(/STORE|EXPUNGE|MOVE|DELETE|SELECT/)
  })

  it('with a guessed Message-ID is not believed', async () => {
    const id = await queue()
    await open().run()
    const messageId = mail.to(address)[0]?.email.messageId ?? ''
    expect(messageId).toMatch(/^<email-\d+\.\d+\.[\w-]{16}@portal\.test>$/)
    mailbox.messages.push(report(messageId.replace(/\.[\w-]{16}@/, '.AAAAAAAAAAAAAAAA@')))
    await readReports()
    expect(await stateOf(id)).toMatchObject({ sent: true, failed: false })
    expect(await refusesSince(address)).toBeNull()
  })

  it('keeps the address refusing until a day after a later email was taken', async () => {
    await queue()
    const mailer = open(undefined, { readsReports: true })
    await mailer.run()
    mailbox.messages.push(report(mail.to(address)[0]?.email.messageId ?? ''))
    await readReports()
    const since = await refusesSince(address)
    await queue()
    await mailer.run()
    expect(await refusesSince(address)).toEqual(since)
    await db.pool.query(
      `update portal.refused_addresses set over_at = now() - interval '1 s' where over_at > now() + interval '1 day'`,
    )
    expect(await refusesSince(address)).toBeNull()
  })
})

describe('an unreachable mail server', () => {
  it('delays emails until it is reachable', async () => {
    const port = Number(new URL(mail.url).port)
    const mailer = open()
    await mail.stop()
    const ids = await Promise.all(Array.from({ length: 12 }, () => queue()))
    await mailer.run()
    const states = await Promise.all(ids.map(stateOf))
    // After one attempt per connection all others are postponed.
    expect(states.filter(({ attempts }) => attempts > 0).length).toBeLessThanOrEqual(3)
    mail = await startMailServer(port)
    clock.advance(60_000)
    await mailer.run()
    expect(mail.to(address)).toHaveLength(12)
  })
})

describe('several servers on one outbox', () => {
  it('send each email once', async () => {
    const senders = [open(), open(), open()]
    const ids = await Promise.all(Array.from({ length: 40 }, () => queue()))
    await Promise.all(senders.map((sender) => sender.run()))
    expect(mail.emails).toHaveLength(40)
    expect(new Set(mail.emails.map(({ email }) => email.messageId)).size).toBe(40)
    for (const id of ids) expect(await stateOf(id)).toMatchObject({ attempts: 1, sent: true })
  })

  it('take over an email whose server was killed', async () => {
    const id = await queue()
    expect(await claim(db.pool, id, clock.now())).toMatchObject({ id, attempts: 1 })
    const mailer = open()
    await mailer.run()
    expect(mail.emails).toEqual([])
    clock.advance(CLAIM_MS)
    await mailer.run()
    expect(await stateOf(id)).toMatchObject({ attempts: 2, sent: true })
  })
})

describe('a queued email', () => {
  it('is sent immediately, because the database notifies the worker', async () => {
    await open().start()
    const arriving = mail.next()
    await db.pool.query(
      `insert into portal.outbox (kind, company_id, payload) values ('account_confirmed', $1, '{"reason": null}')`,
      [companyId],
    )
    expect((await arriving).recipients).toEqual([address])
  })

  it('is stored for the back office without its secret link', async () => {
    const { token } = await queuePasswordReset()
    await open().run()
    expect(mail.to(address)[0]?.email.text).toContain(token)
    const { rows } = await db.pool.query<{
      recipients: string[]
      language: string
      subject: string
      html: string
      text: string
      sent_at: Date | null
    }>('select * from portal.emails')
    expect(rows).toHaveLength(1)
    expect(rows[0]).toMatchObject({
      recipients: [address],
      language: 'uk',
      subject: 'Новий пароль до кабінету',
      sent_at: new Date(clock.now()),
    })
    expect(rows[0]?.text).toContain('https://portal.test/password-reset/token/…')
    expect(JSON.stringify(rows)).not.toContain(token)
  })

  it('is stored without its secret link also if it comes from Payload', async () => {
    await queue(
      'staff_email',
      { to: 'boss@portal.test', subject: 'Reset', html: '<p>https://portal.test/admin/reset/abcdef123</p>' },
      null,
    )
    await open().run()
    expect(mail.to('boss@portal.test')[0]?.email.html).toContain('abcdef123')
    const { rows } = await db.pool.query(
      `select (select html || text from portal.emails) as email, (select payload::text from portal.outbox) as payload`,
    )
    expect(JSON.stringify(rows)).not.toContain('abcdef123')
  })
})

describe('without a mail server', () => {
  it('an email is written to two files with its link, which only their owner can read', async () => {
    const directory = await mkdtemp(join(tmpdir(), 'portal-emails-'))
    try {
      const { token } = await queuePasswordReset()
      await open(createFolderTransport({ directory: join(directory, 'emails'), from: 'portal@localhost' })).run()
      const names = (await readdir(join(directory, 'emails'))).sort()
      expect(names).toEqual([
        expect.stringMatching(/^email-\d+\.\d+\.[\w-]{16}\.eml$/),
        expect.stringMatching(/^email-\d+\.\d+\.[\w-]{16}\.html$/),
      ])
      const [eml, html] = names.map((name) => join(directory, 'emails', name))
      expect(await readFile(eml ?? '', 'utf8')).toMatch(/^Auto-Submitted: auto-generated$/m)
      expect(await readFile(html ?? '', 'utf8')).toContain(token)
      expect((await stat(eml ?? '')).mode & 0o777).toBe(0o600)
      const { rows } = await db.pool.query<{ text: string }>('select text from portal.emails')
      // Unlike the files of the operator, the copy in the back office has no working link.
      expect(rows[0]?.text).not.toContain(token)
    } finally {
      await rm(directory, { recursive: true })
    }
  })
})

describe('an email is not sent', () => {
  it.each([
    [
      'if its link was already used',
      async () => {
        const { id } = await queuePasswordReset()
        await db.pool.query(
          `update portal.one_time_tokens set used_at = now() where used_at is null and voided_at is null`,
        )
        return id
      },
      'link_over',
    ],
    ['if its auction does not exist', () => queue('auction_ended', { auction_id: 999_999 }), 'subject_gone'],
    ['if its payload does not fit its kind', () => queue('auction_ended', { auction: 'x' }), 'invalid payload'],
    [
      'an hour after being outbid',
      async () => {
        const id = await queue('outbid', { auction_id: 1, provisional_quantity: '1.000' })
        clock.advance(3_600_000)
        return id
      },
      'too_late',
    ],
  ])('%s', async (_case, queueEmail, reason) => {
    const id = await queueEmail()
    await open().run()
    expect(mail.emails).toEqual([])
    expect(await stateOf(id)).toMatchObject({ sent: false, failed: true, error: expect.stringContaining(reason) })
  })

  it('until there is a manager to send it to', async () => {
    const id = await queue('account_waiting', { company_id: companyId }, null)
    await open().run()
    expect(await stateOf(id)).toMatchObject({ sent: false, failed: false, attempts: 1 })
  })

  it('if its kind is unknown, because a newer portal may have queued it', async () => {
    const id = await queue('from_the_future')
    await open().run()
    expect(await stateOf(id)).toMatchObject({ sent: false, failed: false, attempts: 0 })
  })
})
