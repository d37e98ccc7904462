import { describe, expect, it } from '@jest/globals'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { readProxies } from '@/lib/config/trusted-proxies'
import { variables } from '@/lib/config/variables'

/** Of the images and of Node, beside the portal's own. */
const OTHERS = [
  'NEXT_TELEMETRY_DISABLED',
  'NODE_ENV',
  'PORTAL_ADDRESS',
  'POSTGRES_HOST',
  'POSTGRES_PASSWORD',
  'REPLICATION_PASSWORD',
]
const known = new Set([...Object.keys(variables.shape), ...OTHERS])

const read = (name: string) => readFileSync(`deploy/${name}`, 'utf8')
const units = readdirSync('deploy/systemd').map((name) => `systemd/${name}`)

function namesIn(text: string, pattern: RegExp): string[] {
  return [...text.matchAll(pattern)].map(([, name]) => name ?? '')
}

describe('the files of a deployment', () => {
  it('set variables that the portal knows, and no others', () => {
    const portal = /x-portal:[\s\S]*?\n\nx-postgres/.exec(read('compose.yaml'))?.[0] ?? ''
    const set = [
      ...namesIn(read('env.example'), /^([A-Z][A-Z0-9_]*)=/gm),
      ...namesIn(portal, /^ {4}([A-Z][A-Z0-9_]*):/gm),
      ...namesIn(portal, /\$\{([A-Z][A-Z0-9_]*)/g),
      ...namesIn(namesIn(read('Containerfile'), /^ENV (.*)$/gm).join(' '), /([A-Z][A-Z0-9_]*)=/g),
      ...units.flatMap((unit) => namesIn(namesIn(read(unit), /^Environment=(.*)$/gm).join(' '), /([A-Z][A-Z0-9_]*)=/g)),
    ]
    expect(set.length).toBeGreaterThan(25)
    expect(set.filter((name) => !known.has(name))).toEqual([])
  })

  it('name their proxies as the portal takes them', () => {
    const files = ['compose.yaml', 'Caddyfile', 'nginx.conf', ...units].map(read).join('\n')
    const named = namesIn(files, /TRUSTED_PROXIES[:=] ?([\w.:/,]+)/g)
    expect(named.length).toBeGreaterThan(3)
    expect(named.filter((list) => readProxies(list) === null)).toEqual([])
  })

  it('give compose every variable that it asks for', () => {
    const offered = new Set(namesIn(read('env.example'), /^([A-Z][A-Z0-9_]*)=/gm))
    const required = namesIn(read('compose.yaml'), /\$\{([A-Z][A-Z0-9_]*):\?\}/g)
    expect(required.filter((name) => !offered.has(name))).toEqual([])
  })

  it('run programs and commands that there are', () => {
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
})
