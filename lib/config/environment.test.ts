import { afterEach, describe, expect, it } from '@jest/globals'
import { publicUrl, readEnvironment } from '@/lib/config/environment'

const SECRET = 'a-secret-of-at-least-thirty-two-characters'

function problemsOf(source: Record<string, string>): string[] {
  const reading = readEnvironment(source)
  return reading.ok ? [] : reading.problems
}

describe('readEnvironment', () => {
  it('has a default for everything: the embedded database, the demo, port 3000', () => {
    const reading = readEnvironment({})
    expect(reading).toMatchObject({
      ok: true,
      environment: { mode: 'local', databaseUrl: null, port: 3000, demo: true, publicUrl: 'http://localhost:3000' },
    })
  })

  it('treats an empty variable as absent', () => {
    expect(readEnvironment({ PORT: '', DATABASE_URL: '' })).toMatchObject({ ok: true, environment: { port: 3000 } })
  })

  it('starts empty on an external database', () => {
    const reading = readEnvironment({ DATABASE_URL: 'postgresql://u:p@db/portal', PAYLOAD_SECRET: SECRET })
    expect(reading).toMatchObject({ ok: true, environment: { demo: false, payloadSecret: SECRET } })
  })

  it('warns of unlikely settings with an external database, each in a sentence', () => {
    const base = { DATABASE_URL: 'postgresql://u:p@db/portal', PAYLOAD_SECRET: SECRET }
    const warningsOf = (source: Record<string, string>) => {
      const reading = readEnvironment(source)
      return reading.ok ? reading.warnings.map((warning) => warning.split(' ')[0]) : null
    }
    expect(warningsOf(base)).toEqual(['PUBLIC_URL', 'SMTP_URL', 'S3_BUCKET'])
    const bucket = { S3_BUCKET: 'b', S3_ACCESS_KEY_ID: 'k', S3_SECRET_ACCESS_KEY: 's', S3_REGION: 'eu-central-1' }
    const mail = { SMTP_URL: 'smtp://mail:587', MAIL_FROM: 'a@example.com' }
    const published = { PUBLIC_URL: 'https://portal.example.com' }
    expect(warningsOf({ ...base, ...bucket, ...mail, ...published })).toEqual([])
    expect(warningsOf({ ...base, ...bucket, ...published, MAIL_AND_PUSH: 'off' })).toEqual(['MAIL_AND_PUSH'])
    expect(warningsOf({})).toEqual([])
    // Warns of a demo by oversight; an explicit demo, and a site of another portal, need no database.
    expect(warningsOf(published)).toEqual(['DATABASE_URL'])
    expect(warningsOf({ PUBLIC_URL: 'http://portal.local' })).toEqual([])
    expect(warningsOf({ ...published, DEMO: 'on' })).toEqual([])
    expect(warningsOf({ ...published, API_BASE_URL: 'https://api.example.com' })).toEqual([])
  })

  it('requires the secret with DATABASE_URL', () => {
    expect(problemsOf({ DATABASE_URL: 'postgresql://u:p@db/portal' })).toEqual([
      expect.stringMatching(/^PAYLOAD_SECRET is required/),
    ])
  })

  it('refuses a secret that could not be listed as a former one', () => {
    for (const separator of [',', ' ', '\n'])
      expect(problemsOf({ PAYLOAD_SECRET: `${SECRET}${separator}${SECRET}` })).toEqual([
        expect.stringMatching(/^PAYLOAD_SECRET must .* none of them a space or a comma/),
      ])
  })

  it('requires the region of an Amazon bucket, whose address it is part of', () => {
    const bucket = { S3_BUCKET: 'b', S3_ACCESS_KEY_ID: 'k', S3_SECRET_ACCESS_KEY: 's' }
    expect(problemsOf(bucket)).toEqual([expect.stringMatching(/^S3_REGION is required/)])
    expect(problemsOf({ ...bucket, S3_REGION: 'eu-central-1' })).toEqual([])
    expect(problemsOf({ ...bucket, S3_ENDPOINT: 'https://storage.example.com' })).toEqual([])
  })

  it('reports every invalid variable in a sentence', () => {
    const problems = problemsOf({
      PORT: '99999',
      SERVERS: '0',
      LOG_LEVEL: 'loud',
      DEMO: 'yes',
      RATE_LIMITS: '1',
      PUBLIC_URL: 'portal.example.com',
    })
    expect(problems).toHaveLength(6)
    for (const name of ['PORT', 'SERVERS', 'LOG_LEVEL', 'DEMO', 'RATE_LIMITS', 'PUBLIC_URL']) {
      expect(problems).toContainEqual(expect.stringMatching(new RegExp(`^${name} must`)))
    }
  })

  it('never repeats a value, because it may be a secret', () => {
    const problems = problemsOf({ DATABASE_URL: 'mysql://root:hunter2@db/x', PAYLOAD_SECRET: 'hunter2' })
    expect(problems).toHaveLength(2)
    expect(problems.join(' ')).not.toContain('hunter2')
  })

  it('stores emails in a folder without SMTP_URL, and requires a sender with it', () => {
    expect(readEnvironment({ PUBLIC_URL: 'https://portal.example.com' })).toMatchObject({
      ok: true,
      environment: { smtpUrl: null, mailFrom: 'portal@portal.example.com' },
    })
    expect(
      readEnvironment({ SMTP_URL: 'smtps://u:p@mail.example.com', MAIL_FROM: 'auctions@example.com' }),
    ).toMatchObject({
      ok: true,
      environment: { smtpUrl: 'smtps://u:p@mail.example.com', mailFrom: 'auctions@example.com' },
    })
    expect(problemsOf({ SMTP_URL: 'smtp://mail.example.com' })).toEqual([
      expect.stringMatching(/^MAIL_FROM is required/),
    ])
    expect(problemsOf({ BOUNCES_URL: 'imaps://mail.example.com' })).toEqual([
      expect.stringMatching(/^BOUNCES_URL must look like/),
    ])
    expect(readEnvironment({ BOUNCES_URL: 'imaps://u:p@mail.example.com' })).toMatchObject({
      environment: { bouncesUrl: 'imaps://u:p@mail.example.com' },
    })
    expect(problemsOf({ SMTP_URL: 'http://hunter2@mail', MAIL_FROM: 'us' })).toEqual([
      expect.stringMatching(/^SMTP_URL must look like/),
      expect.stringMatching(/^MAIL_FROM must be/),
    ])
  })

  it('sends emails and push messages unless MAIL_AND_PUSH is off', () => {
    expect(readEnvironment({})).toMatchObject({ ok: true, environment: { sendsMessages: true } })
    expect(readEnvironment({ MAIL_AND_PUSH: 'off' })).toMatchObject({ ok: true, environment: { sendsMessages: false } })
    expect(problemsOf({ MAIL_AND_PUSH: 'no' })).toEqual(['MAIL_AND_PUSH must be "on" or "off"'])
  })

  it('accepts proxies by address, range and name, not by count', () => {
    const isProxyOf = (list: string) => {
      const reading = readEnvironment({ TRUSTED_PROXIES: list })
      return reading.ok && ['127.0.0.1', '10.1.2.3', '203.0.113.1'].map(reading.environment.isProxy)
    }
    expect(isProxyOf('')).toEqual([false, false, false])
    expect(isProxyOf('loopback, 10.1.0.0/16')).toEqual([true, true, false])
    for (const wrong of ['1', '0', 'proxy.example'])
      expect(problemsOf({ TRUSTED_PROXIES: wrong })).toEqual([
        expect.stringMatching(
          /^TRUSTED_PROXIES must name the proxies in front by their addresses or ranges, not count/,
        ),
      ])
  })

  it('is remote with API_BASE_URL, without a slash at its end, and then has no database', () => {
    expect(readEnvironment({ API_BASE_URL: 'https://api.example.com/' })).toMatchObject({
      ok: true,
      environment: { mode: 'remote', apiBaseUrl: 'https://api.example.com', demo: false },
    })
    expect(
      problemsOf({ API_BASE_URL: 'https://a', DATABASE_URL: 'postgresql://u:p@db/x', PAYLOAD_SECRET: SECRET }),
    ).toEqual([expect.stringMatching(/exclude each other/)])
  })

  it('requires a second factor of the staff except in a demo, and accepts former secrets', () => {
    const of = (source: Record<string, string>) => {
      const reading = readEnvironment(source)
      return (
        reading.ok && [
          reading.environment.staffTwoFactor,
          reading.environment.formerSecrets,
          reading.environment.publicOrigin,
        ]
      )
    }
    const database = { DATABASE_URL: 'postgresql://u:p@db/x', PAYLOAD_SECRET: SECRET }
    expect(of({})).toEqual([false, [], null])
    expect(of({ DEMO: 'off' })).toEqual([true, [], null])
    expect(
      of({ ...database, PAYLOAD_SECRET_PREVIOUS: `${SECRET}1, ${SECRET}2`, PUBLIC_URL: 'https://portal.example.com/' }),
    ).toEqual([true, [`${SECRET}1`, `${SECRET}2`], 'https://portal.example.com'])
    expect(of({ ...database, STAFF_TWO_FACTOR: 'off' })).toEqual([false, [], null])
    expect(problemsOf({ PAYLOAD_SECRET_PREVIOUS: 'short', STAFF_TWO_FACTOR: 'maybe' })).toEqual([
      expect.stringMatching(/^PAYLOAD_SECRET_PREVIOUS must be/),
      'STAFF_TWO_FACTOR must be "on" or "off"',
    ])
  })

  it('normalises PUBLIC_URL to an origin, and refuses a path, where no page would be', () => {
    expect(readEnvironment({ PUBLIC_URL: 'HTTPS://Portal.Example.com:443/' })).toMatchObject({
      ok: true,
      environment: { publicUrl: 'https://portal.example.com', publicOrigin: 'https://portal.example.com' },
    })
    for (const wrong of ['https://example.com/portal', 'https://example.com/?a=b', 'https://u:p@example.com'])
      expect(problemsOf({ PUBLIC_URL: wrong })).toEqual([expect.stringMatching(/^PUBLIC_URL must be.* without a path/)])
  })
})

describe('publicUrl', () => {
  const before = { ...process.env }
  afterEach(() => {
    process.env = { ...before }
  })

  it.each([
    ['HTTPS://Portal.Example.com/', '', 'https://portal.example.com'],
    // An empty variable counts as absent, as for the process.
    ['', '', 'http://localhost:3000'],
    ['', '3005', 'http://localhost:3005'],
  ])('is the same address in pages, with PUBLIC_URL="%s" and PORT="%s"', (PUBLIC_URL, PORT, address) => {
    Object.assign(process.env, { PUBLIC_URL, PORT })
    expect(publicUrl()).toBe(address)
  })
})
