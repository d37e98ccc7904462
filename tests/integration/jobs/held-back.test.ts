import { setTimeout as delay } from 'node:timers/promises'
import { afterAll, beforeAll, expect, it } from '@jest/globals'
import { queueEmail } from '@/lib/server/jobs/emails'
import { registerBuyers } from '@/tests/support/auction-house'
import { jobsOf } from '@/tests/support/jobs'
import { type MailServer, startMailServer } from '@/tests/support/mail-server'
import { bearer, post, startTestPortal, type TestPortal } from '@/tests/support/test-portal'

let mail: MailServer
let test: TestPortal

beforeAll(async () => {
  mail = await startMailServer()
  test = await startTestPortal({ MAIL_AND_PUSH: 'off', SMTP_URL: mail.url, MAIL_FROM: 'portal@example.com' })
})

afterAll(async () => {
  await test.close()
  await mail.stop()
})

it('MAIL_AND_PUSH=off holds emails while other jobs run, and the dashboard shows it', async () => {
  const { pool } = test.db
  const [companyId] = await registerBuyers(pool, 1)
  await queueEmail(pool, 'deletion_refused', companyId!, { reason: 'An agreement is in force.' })
  await pool.query(`select graphile_worker.add_job('retention', '{}')`)
  while ((await jobsOf(pool)).includes('retention')) await delay(20)
  // Much longer than sending an email takes.
  await delay(1_000)

  expect(mail.emails).toEqual([])
  expect(await jobsOf(pool)).toContain('mail')
  const { rows } = await pool.query('select attempts, sent_at, failed_at from portal.outbox')
  expect(rows).toEqual([{ attempts: 0, sent_at: null, failed_at: null }])

  const health = await fetch(`${test.origin}/api/health/ready`)
  expect([health.status, await health.json()]).toMatchObject([200, { data: { faults: {}, mail_and_push: 'off' } }])
  const fetchPath = (path: string, init?: RequestInit) => fetch(`${test.origin}${path}`, init)
  const dashboard = await post(fetchPath, '/api/manager/dashboard', {}, bearer(await test.staff('manager')))
  expect(await dashboard.json()).toMatchObject({ data: { sends_messages: false } })
})
