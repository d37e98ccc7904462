import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { basename, dirname } from 'node:path'
import { build, type Plugin, stop } from 'esbuild'

/** A module that provides messages answers for the client components that it renders, and for no other. */
const PROVIDES = /<(?:ClientMessages|NextIntlClientProvider)\b/
const IS_CLIENT = /^\s*'use client'/

const read = (path: string) => readFileSync(path, 'utf8')

/** Keeps apart what the browser gets: client modules, and all that they import. */
const clientModules: Plugin = {
  name: 'client-modules',
  setup({ onResolve, onLoad, resolve }) {
    onResolve({ filter: /^(?:\.|@\/)/ }, async ({ path, importer, namespace, kind, resolveDir, pluginData }) => {
      if (pluginData === 'resolved' || kind === 'entry-point') return undefined
      const target = await resolve(path, { kind, resolveDir, importer, pluginData: 'resolved' })
      if (!/\.tsx?$/.test(target.path)) return target
      if (namespace === 'client' || IS_CLIENT.test(read(target.path))) return { path: target.path, namespace: 'client' }
      return PROVIDES.test(read(target.path)) ? { path: target.path, external: true } : { path: target.path }
    })
    onLoad({ filter: /./, namespace: 'client' }, ({ path }) => ({
      contents: read(path),
      loader: path.endsWith('x') ? 'tsx' : 'ts',
      resolveDir: dirname(path),
    }))
  },
}

interface PageCode {
  /** What runs in the browser. */
  browser: string
  actions: string
}

/** The code of pages without what nothing uses, as the site's build has it, by the page's path. */
async function bundlePages(paths: readonly string[]): Promise<ReadonlyMap<string, PageCode>> {
  const { outputFiles } = await build({
    entryPoints: paths.map((path, index) => ({ in: path, out: String(index) })),
    outdir: '.',
    bundle: true,
    write: false,
    format: 'esm',
    jsx: 'automatic',
    packages: 'external',
    plugins: [clientModules],
    loader: { '.css': 'empty', '.svg': 'empty' },
    logLevel: 'silent',
  })
  return new Map(
    outputFiles.flatMap(({ path, text }) => {
      const page = paths[Number(basename(path, '.js'))]
      return page === undefined ? [] : [[page, partsOf(text)]]
    }),
  )
}

function partsOf(bundle: string): PageCode {
  const parts = bundle.split(/^\/\/ /m)
  // The tables of calls name each of them, and a failure to read who is signed in is never shown.
  const isTable = (part: string) => /^\S*lib\/(?:contract\/|api\/(?:client|profile)\.ts)/.test(part)
  const browser = parts.filter((part) => part.startsWith('client:') && !isTable(part))
  const actions = parts.filter((part) => {
    const [path = ''] = part.split('\n', 1)
    return /^app\/.*\.ts$/.test(path) && /^\s*'use server'/.test(read(path))
  })
  return { browser: browser.join(''), actions: actions.join('') }
}

function namesIn(text: string, pattern: RegExp): string[] {
  return [...new Set([...text.matchAll(pattern)].map((match) => match[1] ?? ''))].sort()
}

/** The group of each table of calls, by the table's name. */
const GROUP_OF = new Map(
  [...read('lib/contract/endpoints.ts').matchAll(/^ {2}(\w+): (.*(?:\n {4}.*)*)/gm)].flatMap(
    ([, group = '', tables = '']) =>
      namesIn(tables, /(\w+)Endpoints/g).map((table): [string, string] => [table, group]),
  ),
)

/** What a page's client components need: the namespaces that they open, and the groups that they call if they show refusals. */
function needsIn(path: string, { browser, actions }: PageCode): Lists {
  const opened = namesIn(browser, /\buseTranslations\d*\(([^)]*)\)/g).map((argument) => {
    const literal = /^"([\w.]+)"$/.exec(argument)?.[1]
    if (literal === undefined) throw new Error(`${path}: useTranslations(${argument}) does not name its namespace`)
    return literal
  })
  const calls = [
    ...namesIn(browser, /\b(\w+)Endpoints\d*\b/g),
    ...namesIn(browser, /\bapi\d*\.(\w+)\.\w+/g),
    ...namesIn(actions, /\bserverApi\d*\.(\w+)\./g),
  ].map((name) => GROUP_OF.get(name) ?? name)
  return {
    namespaces: opened.filter((name) => name !== 'Errors'),
    calls: opened.includes('Errors') ? [...new Set(calls)].sort() : [],
  }
}

interface Lists {
  namespaces: string[]
  calls: string[]
}

const SOURCES = execFileSync('git', ['ls-files', '-co', '--exclude-standard', '--', 'app', 'components'], {
  encoding: 'utf8',
})
  .split('\n')
  .filter((path) => /\.tsx?$/.test(path) && !path.includes('.test.'))

/** The lists of each provider in a module: literals, or constants of another one. */
function listsOf(path: string): Lists[] {
  return [...read(path).matchAll(/<(?:ClientMessages|NextIntlClientProvider)\b([^>]*)>/g)].map(
    ([, attributes = '']) => ({
      namespaces: [...valuesOf(attributes, 'namespaces'), ...namesIn(attributes, /\b(\w+): messages\.\w+/g)],
      calls: valuesOf(attributes, 'calls'),
    }),
  )
}

function valuesOf(attributes: string, name: string): string[] {
  const value = new RegExp(`\\b${name}=\\{([^}]*)\\}`).exec(attributes)?.[1] ?? ''
  const constant = /^[A-Z_]+$/.exec(value)?.[0]
  if (constant === undefined) return namesIn(value, /'([\w.]+)'/g)
  const declaration =
    SOURCES.map(read)
      .join('\n')
      .split(new RegExp(`const ${constant}\\b`))[1]
      ?.split(']')[0] ?? ''
  return namesIn(declaration, /'([\w.]+)'/g)
}

const covers = (namespace: string, needed: string) => needed === namespace || needed.startsWith(`${namespace}.`)

function compare(at: string, lists: Lists, needs: Lists): string[] {
  const missing = needs.namespaces.filter((needed) => !lists.namespaces.some((namespace) => covers(namespace, needed)))
  const needless = lists.namespaces.filter((namespace) => !needs.namespaces.some((needed) => covers(namespace, needed)))
  return [
    ...[...missing, ...needs.calls.filter((group) => !lists.calls.includes(group))].map(
      (name) => `${at} lacks ${name}`,
    ),
    ...[...needless, ...lists.calls.filter((group) => !needs.calls.includes(group))].map(
      (name) => `${at} carries ${name} for nothing`,
    ),
  ]
}

const PROVIDERS = SOURCES.filter(
  (path) => PROVIDES.test(read(path)) && path !== 'components/layout/client-messages.tsx',
)
const PAGES = SOURCES.filter(
  (path) => /^app\/.*\b(?:page|layout|error|not-found)\.tsx$/.test(path) && !path.includes('(cms)'),
)
/** The frame of the office's rooms is around each of them. */
const OFFICE_FRAME = 'app/(office)/office/office-frame.tsx'
const isRoom = (path: string) => path.startsWith('app/(office)/office/') && !PROVIDERS.includes(path)

describe('the messages of a page', () => {
  let pages: ReadonlyMap<string, PageCode>

  const needsOf = (path: string) => {
    const code = pages.get(path)
    if (code === undefined) throw new Error(`${path} is not bundled`)
    return needsIn(path, code)
  }

  beforeAll(async () => {
    pages = await bundlePages([...new Set([...PROVIDERS, ...PAGES])])
  })
  afterAll(() => stop())

  it('are those that its client components open, with the refusals of what they call', () => {
    expect(PROVIDERS.length).toBeGreaterThan(20)
    const faults = PROVIDERS.filter((path) => path !== OFFICE_FRAME).flatMap((path) =>
      listsOf(path).flatMap((lists) => compare(path, lists, needsOf(path))),
    )
    expect(faults).toEqual([])
  })

  it('of the office are those that its rooms open', () => {
    const needs = [OFFICE_FRAME, ...PAGES.filter(isRoom)].map(needsOf)
    const all = {
      namespaces: [...new Set(needs.flatMap(({ namespaces }) => namespaces))],
      calls: [...new Set(needs.flatMap(({ calls }) => calls))],
    }
    expect(listsOf(OFFICE_FRAME).flatMap((lists) => compare(OFFICE_FRAME, lists, all))).toEqual([])
  })

  it('are provided wherever a client component opens any', () => {
    const bare = PAGES.filter((path) => !PROVIDERS.includes(path) && !isRoom(path))
    expect(bare.length).toBeGreaterThan(20)
    expect(bare.flatMap((path) => compare(path, { namespaces: [], calls: [] }, needsOf(path)))).toEqual([])
  })
})
