import { afterAll, beforeEach, describe, expect, it } from '@jest/globals'
import { spawnSync } from 'node:child_process'
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parse } from 'yaml'
import { z } from 'zod'
import { readEnvironment } from '@/lib/config/environment'
import { readProxies } from '@/lib/config/trusted-proxies'
import { variables } from '@/lib/config/variables'
import { STOP_WITHIN_MS, STOP_WORKERS_MS } from '@/server/stop'

/** Variables of the images and of Node. */
const OTHER_VARIABLES = [
  'BACKUP_DIR',
  'NEXT_TELEMETRY_DISABLED',
  'NODE_ENV',
  'PORTAL_ADDRESS',
  'POSTGRES_HOST',
  'POSTGRES_PASSWORD',
  'REPLICATION_PASSWORD',
  'SUPERUSER_PASSWORD',
]
const KNOWN_VARIABLES = new Set([...Object.keys(variables.shape), ...OTHER_VARIABLES])

const read = (name: string) => readFileSync(`deploy/${name}`, 'utf8')
const units = readdirSync('deploy/systemd').map((name) => `systemd/${name}`)

function namesIn(text: string, pattern: RegExp): string[] {
  return [...text.matchAll(pattern)].map(([, name]) => name ?? '')
}

const service = z.looseObject({
  command: z.array(z.string()).optional(),
  depends_on: z.union([z.array(z.string()), z.record(z.string(), z.unknown())]).optional(),
  environment: z.record(z.string(), z.string()).optional(),
  volumes: z.array(z.string()).optional(),
})
const compose = z
  .looseObject({ services: z.record(z.string(), service) })
  .parse(parse(read('compose.yaml'), { merge: true }))
const operations = readFileSync('docs/operations.md', 'utf8')

describe('the files of a deployment', () => {
  it('set only variables of the portal', () => {
    const portal = /x-portal:[\s\S]*?\n\nx-postgres/.exec(read('compose.yaml'))?.[0] ?? ''
    const set = [
      ...namesIn(read('env.example'), /^([A-Z][A-Z0-9_]*)=/gm),
      ...namesIn(portal, /^ {4}([A-Z][A-Z0-9_]*):/gm),
      ...namesIn(portal, /\$\{([A-Z][A-Z0-9_]*)/g),
      ...namesIn(namesIn(read('Containerfile'), /^ENV (.*)$/gm).join(' '), /([A-Z][A-Z0-9_]*)=/g),
      ...units.flatMap((unit) => namesIn(namesIn(read(unit), /^Environment=(.*)$/gm).join(' '), /([A-Z][A-Z0-9_]*)=/g)),
    ]
    expect(set.length).toBeGreaterThan(25)
    expect(set.filter((name) => !KNOWN_VARIABLES.has(name))).toEqual([])
  })

  it('back up the data directory of a portal', () => {
    const [portal] = namesIn(read('systemd/gas-auction-portal@.service'), /DATA_DIR=(\S+)/g)
    const [port] = namesIn(read('nginx.conf'), /server 127\.0\.0\.1:(\d+)/g)
    expect(namesIn(read('systemd/gas-auction-portal-backup.service'), /^Environment=DATA_DIR=(\S+)$/gm)).toEqual([
      portal?.replace('%i', port ?? ''),
    ])
  })

  it('remove old backups even after a failed one, but never the newest', () => {
    const unit = read('systemd/gas-auction-portal-backup.service')
    const [removal] = namesIn(unit, /^ExecStopPost=\/bin\/sh (deploy\/\S+) \/var\/lib\/gas-auction-portal\/backups$/gm)
    const directory = mkdtempSync(join(tmpdir(), 'portal-backups-'))
    /** Which of the backups with these ages in days remain after the cleanup. */
    function remaining(days: number[]): number[] {
      for (const name of readdirSync(directory)) rmSync(join(directory, name))
      for (const day of days) {
        const at = new Date(Date.now() - day * 86_400_000)
        for (const name of [`portal-${day}.tar.gz`, `other-${day}.tar.gz`]) {
          writeFileSync(join(directory, name), '')
          utimesSync(join(directory, name), at, at)
        }
      }
      expect(spawnSync('/bin/sh', [removal ?? '', directory]).status).toBe(0)
      expect(readdirSync(directory).filter((name) => name.startsWith('other'))).toHaveLength(days.length)
      return days.filter((day) => existsSync(join(directory, `portal-${day}.tar.gz`)))
    }
    const since = (first: number, count: number) => Array.from({ length: count }, (_, index) => first + index)
    expect(remaining(since(0, 40))).toEqual(since(0, 31))
    // There has been no backup for two months.
    expect(remaining(since(60, 40))).toEqual(since(60, 30))
    expect(remaining([])).toEqual([])
    rmSync(directory, { recursive: true })
  })

  it('set TRUSTED_PROXIES to valid values', () => {
    const files = ['compose.yaml', 'Caddyfile', 'nginx.conf', ...units].map(read).join('\n')
    const names = namesIn(files, /TRUSTED_PROXIES[:=] ?([\w.:/,]+)/g)
    expect(names.length).toBeGreaterThan(3)
    expect(names.filter((list) => readProxies(list) === null)).toEqual([])
  })

  it('do not make nginx treat a portal as failed because it refuses a bid', () => {
    // Otherwise two refused bids would make nginx answer pages with "no live upstreams".
    const retried = namesIn(read('nginx.conf'), /proxy_next_upstream ([^;]+);/g)
    expect(retried).toHaveLength(2)
    expect(read('nginx.conf')).toContain('max_fails=1')
    expect(retried.filter((cases) => cases.includes('http_503'))).toEqual([])
  })

  it('make Caddy use the portals even if none is ready', () => {
    const caddyfile = read('Caddyfile')
    const [site = '', without = ''] = caddyfile.slice(caddyfile.indexOf('{$PORTAL_ADDRESS}')).split('handle_errors {')
    const [portals] = namesIn(site, /reverse_proxy (portal1[^{]*) \{/g)
    expect(site).toMatch(/health_uri \/api\/health\/ready/)
    expect(without).toMatch(/expression `\{err\.status_code\} in \[502, 503, 504\]`/)
    expect(namesIn(without, /reverse_proxy @none_ready (portal1[^{]*) \{/g)).toEqual([portals])
    expect(without).not.toContain('health_uri')
    // Long enough for a health check to detect a lost portal, but not longer, because Caddy waits for it if none is ready.
    const [interval] = namesIn(site, /health_interval (\d+)s/g)
    const [tried] = namesIn(site, /lb_try_duration (\d+)ms/g)
    expect(Number(tried)).toBeGreaterThan(Number(interval) * 1000)
    expect(Number(tried)).toBeLessThan(Number(interval) * 2000)
    // The proxy must not trust an address claimed by the visitor.
    expect(/\(portal\) \{[\s\S]*?\n\}/.exec(caddyfile)?.[0]).toMatch(/header_up X-Forwarded-For \{remote_host\}/)
    for (const part of [site, without]) expect(part).toMatch(/import portal \d+s\n/)
  })

  it('define every variable that compose needs', () => {
    const offered = new Set(namesIn(read('env.example'), /^([A-Z][A-Z0-9_]*)=/gm))
    const required = namesIn(read('compose.yaml'), /\$\{([A-Z][A-Z0-9_]*):\?\}/g)
    expect(required.filter((name) => !offered.has(name))).toEqual([])
  })

  it('pass every setting that an operator may choose on to the portals', () => {
    const passed = compose.services.portal1?.environment ?? {}
    const fixed = ['API_BASE_URL', 'DATA_DIR', 'DEMO', 'HOST', 'PORT', 'RATE_LIMITS', 'SERVERS']
    const kept = Object.keys(variables.shape).filter((name) => !(name in passed))
    expect(kept.toSorted()).toEqual(fixed)
  })

  it('run existing programs and commands', () => {
    const run = [read('Containerfile'), ...units.map(read)].join('\n')
    const scripts = namesIn(run, /(?:node"?,? "?)(scripts\/[\w.-]+\.mjs)/g)
    expect(scripts).toEqual(expect.arrayContaining(['scripts/start.mjs', 'scripts/command.mjs']))
    const commands = namesIn(run, /command\.mjs ([a-z-]+)/g).map((name) => `server/commands/${name}.ts`)
    const mounted = namesIn(read('compose.yaml'), /(?:- |file: )\.\/([\w./-]+?)(?::| )/g).map(
      (name) => `deploy/${name}`,
    )
    expect([...scripts, ...commands, ...mounted].filter((path) => !existsSync(path))).toEqual([])
    expect(commands.length + mounted.length).toBeGreaterThan(3)
    const npm = Object.keys((JSON.parse(readFileSync('package.json', 'utf8')) as { scripts: object }).scripts)
    expect(namesIn(run, /npm run ([\w:-]+)/g).filter((name) => !npm.includes(name))).toEqual([])
  })

  it('configure portals that share a database, without warnings', () => {
    const secrets = read('env.example').replace(/^(\w*(?:SECRET|PASSWORD|TOKEN|KEY\w*))=$/gm, `$1=${'x'.repeat(40)}`)
    const lines = [...secrets.matchAll(/^([A-Z]\w*)=(.*)$/gm)]
    const reading = readEnvironment(Object.fromEntries(lines.map(([, name = '', value = '']) => [name, value])))
    expect(reading).toMatchObject({ ok: true, warnings: [], environment: { demo: false, staffTwoFactor: true } })
    expect(reading.ok && reading.environment.databaseUrl).toMatch(/^postgresql:/)
  })

  it('restart portals indefinitely while their database is unavailable', () => {
    const unit = read('systemd/gas-auction-portal@.service')
    expect(unit).toMatch(/^Restart=always$/m)
    expect(/^\[Unit\]$[^[]*/m.exec(unit)?.[0]).toMatch(/^StartLimitIntervalSec=0$/m)
  })

  it('do not kill a portal that is still stopping', () => {
    const [unit] = namesIn(read('systemd/gas-auction-portal@.service'), /^TimeoutStopSec=(\d+)$/gm)
    const graces = namesIn(read('compose.yaml'), /stop_grace_period: (\d+)s$/gm)
    expect(graces).toHaveLength(1)
    for (const seconds of [unit, ...graces])
      expect(Number(seconds) * 1_000).toBeGreaterThan(Math.max(STOP_WITHIN_MS, STOP_WORKERS_MS))
  })

  it('restart portals at the address on which they listen, one after the other', () => {
    const directory = mkdtempSync(join(tmpdir(), 'portal-restart-'))
    const log = join(directory, 'log')
    for (const name of ['systemctl', 'curl']) {
      writeFileSync(join(directory, name), `#!/bin/sh\necho "${name} $*" >> '${log}'\n`)
      chmodSync(join(directory, name), 0o755)
    }
    const calls = (environment: Record<string, string>) => {
      rmSync(log, { force: true })
      const env = { ...process.env, HOST: '', ...environment, PATH: `${directory}:${process.env.PATH}` }
      expect(spawnSync('/bin/sh', ['deploy/rolling-restart.sh', '3001', '3002'], { env }).status).toBe(0)
      return namesIn(readFileSync(log, 'utf8'), /(gas-auction-portal@\d+|[\d.]+:\d+)/g)
    }
    const [first, second] = ['gas-auction-portal@3001', 'gas-auction-portal@3002']
    expect(calls({})).toEqual([first, '127.0.0.1:3001', second, '127.0.0.1:3002'])
    expect(calls({ HOST: '10.0.0.11' })).toEqual([first, '10.0.0.11:3001', second, '10.0.0.11:3002'])
    rmSync(directory, { recursive: true })
  })

  it('keep secrets out of the image, including those next to compose.yaml', () => {
    const secret = namesIn(readFileSync('.gitignore', 'utf8'), /^(\.env.*)$/gm)
    expect(secret).toContain('.env')
    // Unlike in .gitignore, a bare name matches only at the top level.
    const ignored = readFileSync('.dockerignore', 'utf8').split('\n')
    expect(secret.filter((name) => !ignored.includes(`**/${name}`))).toEqual([])
  })

  it('back up from the read-only image, and only on demand', () => {
    const { backup } = compose.services
    expect(backup).toMatchObject({ read_only: true, profiles: ['backup'], restart: 'no' })
    const workdir = /^WORKDIR (\S+)$/m.exec(read('Containerfile'))?.[1]
    expect(backup?.volumes).toEqual([expect.stringMatching(new RegExp(`:${workdir}/backups$`))])
  })
})

it('alerts on counters that should be zero fire on the first increment, which starts the series', () => {
  const { groups } = z
    .object({ groups: z.array(z.object({ rules: z.array(z.object({ expr: z.string() })) })) })
    .parse(parse(read('monitoring/alerts.yml')))
  const alerts = groups.flatMap(({ rules }) =>
    rules.flatMap(({ expr }) =>
      [...expr.matchAll(/rate\((\w+\{[^}]*\})\[(\w+)\]\)+ > 0(?![.\d])/g)].map(([, series, range]) => ({
        expr,
        beginning: `${series} unless ${series} offset ${range}`,
      })),
    ),
  )
  expect(alerts.length).toBeGreaterThan(1)
  for (const { expr, beginning } of alerts) expect(expr).toContain(beginning)
})

it('the alert on late emails does not count push messages', () => {
  const queries = namesIn(read('monitoring/alerts.yml'), /with query "([^"]+)"/g)
  expect(queries).toEqual([`max(portal_outbox_waiting{kind='email'})`])
})

it('the runbook quotes log messages that exist', () => {
  const sources = ['lib/server', 'server']
    .flatMap((folder) => readdirSync(folder, { recursive: true }).map((name) => join(folder, String(name))))
    .filter((name) => /(?<!\.test)\.ts$/.test(name))
    .map((name) => readFileSync(name, 'utf8'))
    .join('\n')
  const log = /\n## Log\n([\s\S]*?)\n## /.exec(operations)?.[1] ?? ''
  const notEnded = /\n### PortalAuctionNotEnded\n([\s\S]*?)\n### /.exec(operations)?.[1] ?? ''
  const lines = namesIn(`${log}${notEnded}`, /`([a-z]+(?: [a-z]+)+)`/g)
  expect(lines.length).toBeGreaterThan(12)
  expect([...lines, 'and is restarted'].filter((line) => !sources.includes(line))).toEqual([])
  expect(operations).toContain('`and is restarted`')
  expect(notEnded).toContain('`auction transition failed`')
})

describe('the synchronous standby', () => {
  it('is required only by the last statement that sets up the primary', () => {
    // Otherwise the statements that create the database would wait for the standby.
    expect(read('postgres/portal.conf')).not.toMatch(/^\s*synchronous_standby_names/m)
    expect(JSON.stringify(compose.services)).not.toContain('synchronous_standby_names')
    const statements = /<<'SQL'\n([\s\S]*?)\nSQL\n$/.exec(read('postgres/replication.sh'))?.[1]?.split(';\n')
    expect(statements?.at(-1)).toContain(`alter system set synchronous_standby_names = 'FIRST 1 (portal_standby)'`)
  })

  it('is required and not required by settings that are reloaded', () => {
    for (const text of [operations, read('postgres/promote.sql')]) {
      const changes = [...text.matchAll(/^.*alter system .*synchronous_standby_names.*$/gm)]
      expect(changes.length).toBeGreaterThan(0)
      for (const { 0: line, index } of changes)
        expect(text.slice(index + line.length).trimStart()).toMatch(/^select pg_reload_conf\(\);/)
    }
    // ALTER SYSTEM RESET would not restore it, because the configuration file does not contain it.
    expect(operations).not.toMatch(/alter system reset/i)
    expect(operations).toContain(`alter system set synchronous_standby_names = 'FIRST 1 (portal_standby)';`)
  })

  it('does not fill the disk while it is down', () => {
    expect(read('postgres/portal.conf')).toMatch(/^max_slot_wal_keep_size = \d+GB$/m)
  })

  it('takes over without starting the former primary', () => {
    expect(compose.services.portal1?.depends_on).toHaveProperty('primary')
    const started = namesIn(operations, /(compose up [^#`\n]*)/g)
    expect(started.length).toBeGreaterThan(3)
    expect(started.filter((command) => !command.includes(' --no-deps '))).toEqual([])
    expect(operations).toContain('psql -U postgres -d postgres < deploy/postgres/promote.sql')
    for (const name of ['primary', 'standby'])
      expect(compose.services[name]?.volumes).toContain('./postgres/standby.sh:/usr/local/bin/standby.sh:ro')
  })

  describe('is cloned by standby.sh', () => {
    const directory = mkdtempSync(join(tmpdir(), 'portal-standby-'))
    const log = join(directory, 'log')
    const volume = join(directory, 'volume')
    const data = join(volume, 'server')
    const programs = join(directory, 'programs')
    mkdirSync(programs)
    beforeEach(() => {
      for (const path of [log, volume]) rmSync(path, { recursive: true, force: true })
      mkdirSync(volume)
      program('pg_receivewal')
      program('sleep')
    })
    afterAll(() => rmSync(directory, { recursive: true, force: true }))

    /** A replacement for a program of PostgreSQL. */
    function program(name: string, ...lines: string[]): void {
      const path = join(programs, name)
      writeFileSync(path, ['#!/bin/bash', 'set -e', `echo "$(basename "$0") $*" >> '${log}'`, ...lines, ''].join('\n'))
      chmodSync(path, 0o755)
    }
    const fakeBaseBackup = (...lines: string[]) =>
      program(
        'pg_basebackup',
        'while [ "$1" != --pgdata ]; do shift; done',
        'mkdir "$2"',
        'echo 17 > "$2/PG_VERSION"',
        ...lines,
      )
    const run = (environment: Record<string, string> = {}) =>
      spawnSync('bash', ['deploy/postgres/standby.sh'], {
        encoding: 'utf8',
        env: {
          ...process.env,
          PATH: `${programs}:${process.env.PATH}`,
          PGDATA: data,
          REPLICATION_PASSWORD: 'secret',
          ...environment,
        },
      })

    it('never as an incomplete data directory, which would become a second primary', () => {
      fakeBaseBackup('kill -9 $PPID')
      expect(run().signal).toBe('SIGKILL')
      expect(existsSync(data)).toBe(false)

      // It retries with an empty directory if the primary is lost during the copy.
      fakeBaseBackup(
        `if [ ! -e '${directory}/failed' ]; then touch '${directory}/failed'; exit 1; fi`,
        'touch "$2/standby.signal"',
      )
      expect(run()).toMatchObject({ status: 0, stderr: '' })
      expect(readdirSync(data).toSorted()).toEqual(['PG_VERSION', 'postgresql.auto.conf', 'standby.signal'])
      expect(readFileSync(join(data, 'postgresql.auto.conf'), 'utf8')).toBe(`cluster_name = 'portal_standby'\n`)
      expect(readdirSync(volume)).toEqual(['server'])
    })

    it('once, from the current primary', () => {
      fakeBaseBackup()
      mkdirSync(data)
      expect(run({ PRIMARY_HOST: 'other' })).toMatchObject({ status: 0 })
      expect(run({ PRIMARY_HOST: 'other' })).toMatchObject({ status: 0 })
      expect(readFileSync(log, 'utf8').trim().split('\n')).toEqual([
        expect.stringMatching(/^pg_receivewal --host other .*--slot portal_standby --create-slot --if-not-exists$/),
        expect.stringMatching(/^pg_basebackup --host other .*--slot portal_standby .*--write-recovery-conf$/),
      ])
    })
  })
})
