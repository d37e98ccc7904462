import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { createServer, type AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startEmbedded } from '@/lib/server/platform/db/embedded'
import { startMailServer } from '@/tests/support/mail-server'
import { storeEmails } from './mailbox'
import { createStaff } from './staff'

export const WORKERS = 3

/** A tenth of the portal's processor time would otherwise go into collecting young objects. */
const SEMI_SPACE = '--max-semi-space-size=64'

const administratorOf = (worker: number | string) => ({
  email: `administrator-${worker}@example.com`,
  password: 'administrator-of-tests-1',
})

/** Each worker has its own administrator, because Payload loses one of two sessions that begin at the same time. */
export const ADMINISTRATOR = administratorOf(process.env.TEST_PARALLEL_INDEX ?? 0)

/**
 * Starts the built portal with demo content on a database of its own, and returns a function that stops both. E2E_BASE_URL and
 * E2E_DATABASE_URL get their addresses.
 */
export default async function startPortal(): Promise<() => Promise<void>> {
  const directory = mkdtempSync(join(tmpdir(), 'portal-e2e-'))
  chmodSync(directory, 0o711)
  const database = await startEmbedded({ dataDirectory: directory, settings: { fsync: 'off' } })
  const port = await freePort()
  const mail = await startMailServer()
  process.env.E2E_EMAILS = storeEmails(mail, directory)
  const environment: NodeJS.ProcessEnv = {
    ...process.env,
    NODE_ENV: 'production',
    NEXT_TELEMETRY_DISABLED: '1',
    PORT: String(port),
    PUBLIC_URL: `http://127.0.0.1:${port}`,
    SMTP_URL: mail.url,
    MAIL_FROM: 'portal@example.com',
    HOST: '127.0.0.1',
    DATA_DIR: directory,
    DATABASE_URL: database.url,
    PAYLOAD_SECRET: 'the-secret-of-the-browser-tests-alone',
    DEMO: 'on',
    // All tests call from one address, so they would exceed the limits; tests/integration covers those.
    RATE_LIMITS: 'off',
    LOG_LEVEL: 'warn',
    ADMIN_PASSWORD: ADMINISTRATOR.password,
  }
  const portal = spawn(process.execPath, [SEMI_SPACE, 'dist/main.js'], {
    stdio: ['ignore', 'pipe', 'pipe'],
    env: environment,
  })
  const ended = once(portal, 'exit')
  let output = ''
  await new Promise<void>((resolve, reject) => {
    for (const stream of [portal.stdout, portal.stderr]) {
      stream.setEncoding('utf8').on('data', (text: string) => {
        output += text
        if (output.includes('Ctrl-C stops everything')) resolve()
      })
    }
    portal.once('exit', (exitCode) => reject(new Error(`The portal did not start (${exitCode}):\n${output}`)))
  })
  process.env.E2E_BASE_URL = `http://127.0.0.1:${port}`
  process.env.E2E_DATABASE_URL = database.url
  const stop = async () => {
    portal.kill('SIGTERM')
    await ended
    await database.stop()
    await mail.stop()
    for (const path of [database.home, directory]) rmSync(path, { recursive: true, force: true })
  }
  try {
    // Created after the start, because demo content is only added to an empty database.
    await createAdministrator(ADMINISTRATOR, environment)
    for (let worker = 1; worker < WORKERS; worker += 1) await createStaff('admin', administratorOf(worker))
  } catch (error) {
    await stop()
    throw error
  }

  return async () => {
    await stop()
    const unreadable = unreadableLines(output)
    if (unreadable.length > 0)
      throw new Error(`The portal logged unreadable lines or deprecations:\n${unreadable.join('\n')}`)
  }
}

async function createAdministrator({ email }: typeof ADMINISTRATOR, env: NodeJS.ProcessEnv): Promise<void> {
  const command = `import('./dist/commands/create-admin.js').then(({ run }) => run(['${email}', 'Administrator'])).then((code) => process.exit(code))`
  const [code] = (await once(
    spawn(process.execPath, ['--input-type=module', '-e', command], { env, stdio: ['ignore', 'ignore', 'inherit'] }),
    'close',
  )) as [number]
  if (code !== 0) throw new Error(`The administrator ${email} could not be created (${code})`)
}

/** Lines that npm itself prints. */
export const NPM_LINE = /^(?:> |npm (?:warn|notice) )/

/** Without a terminal, a portal must write only JSON lines with its id, and no deprecation warnings. Returns the other lines. */
export function unreadableLines(output: string): string[] {
  return output
    .split('\n')
    .filter(
      (line) =>
        line !== '' &&
        !NPM_LINE.test(line) &&
        (!/^\{"level":\d+,.*"server":"[\w-]{36}".*\}$/.test(line) || /deprecat/i.test(line)),
    )
}

export function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const probe = createServer().once('error', reject)
    probe.listen(0, '127.0.0.1', () => {
      const { port } = probe.address() as AddressInfo
      probe.close(() => resolve(port))
    })
  })
}
