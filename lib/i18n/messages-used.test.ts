import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { describe, expect, it } from '@jest/globals'
import { messagesOf } from '@/tests/support/read-texts'

const FOLDERS = ['app', 'components', 'lib', 'server']

function readSources(folders = FOLDERS): string[] {
  const listed = execFileSync('git', ['ls-files', '-co', '--exclude-standard', '--', ...folders], { encoding: 'utf8' })
  const paths = listed.split('\n').filter((path) => /\.tsx?$/.test(path) && !/\.test\.|migrations\//.test(path))
  return paths.map((path) => readFileSync(path, 'utf8'))
}

/** Sources name messages by a literal, or by a template with at least one fixed word. */
function namesIn(sources: string): (key: string) => boolean {
  const literals = new Set([...sources.matchAll(/['"`]([\w.:-]+)['"`]/g)].map((match) => match[1] ?? ''))
  const templates = [...sources.matchAll(/`((?:[\w.:-]|\$\{[^}`]*\})+)`/g)]
    .map((match) => (match[1] ?? '').split(/\$\{[^}]*\}/))
    .filter((parts) => parts.length > 1 && parts.some((part) => /\w/.test(part)))
    .map((parts) => new RegExp(`^${parts.map((part) => part.replaceAll('.', '\\.')).join('[\\w.-]+')}$`))
  return (key) => literals.has(key) || templates.some((template) => template.test(key))
}

/**
 * Keys composed at run time: from a code of the contract, a state, a language, or a namespace passed as a parameter.
 */
const NAMED_AT_RUN_TIME = [
  /^Errors\./,
  /^DocumentKinds\./,
  /^Preview\.(?:draft|changed|published)$/,
  /^Waiting\.(?:seconds|minutes|hours)$/,
  // The kinds of announcements, which components/auction/live/live-store.ts decides.
  /^Auction\.live\.(?:outbid|lowered|improved|reallocated|excluded|started|ended|extended|halted|resumed|cancelled|unsuccessful|won|lost|completed)$/,
  /^BidPanel\.preview\.(?:full|partial|passed_over|none)$/,
  /^Chat\.(?:administrator|system)$/,
  // The state of the console's stream.
  /^Office\.(?:live|polling|offline|reconnecting)$/,
  /^AuctionsList\.(?:planned|running|selection)$/,
  /^HowItWorks\.(?:titleOf|description|crumb|documents\.\w+)$/,
  /^Rules\.\w+\.(?:one|two|three|four|five)$/,
  /^Verdict\.(?:partial|outbid)\.(?:full|part)$/,
  // Why an automatic bid is idle: components/auction/bid/price-steps.ts.
  /^(?:AutomaticBid|Verdict\.automatic)\.(?:outgrown|exceeded|uncovered)$/,
  // lib/i18n/plan-lines.ts names them.
  /^PaymentPlan\./,
  // lib/i18n/fallback-messages.ts has their copies.
  /^ErrorPage\.(?:body|stale)$/,
]

const OPENERS =
  /(?:useTranslations|getTranslations)\(\s*'([\w.]+)'|namespace: '([\w.]+)'|useTranslations<'([\w.]+)'>|Messages\['(\w+)'\]/g

/** The keys that one file may read: those of the namespaces it opens that it also names. */
function readerOf(source: string): (key: string) => boolean {
  const namespaces = new Set([...source.matchAll(OPENERS)].map((match) => match.slice(1).find(Boolean) ?? ''))
  if (/OfficeText|defineScreen|roomMetadata|\bWord\b|word\(/.test(source)) namespaces.add('Office')
  if (/CABINET_PAGES/.test(source)) namespaces.add('Header')
  if (/(?:useTranslations|getTranslations)\(\)/.test(source)) namespaces.add('')
  const isNamed = namesIn(source)
  return (key) =>
    [...namespaces].some((namespace) => {
      const prefix = namespace === '' ? '' : `${namespace}.`
      return key.startsWith(prefix) && isNamed(key.slice(prefix.length))
    })
}

describe('unused messages', () => {
  const sources = readSources()
  const allSources = sources.join('\n')
  const isNamed = namesIn(allSources)

  it('do not exist for the site', () => {
    const readers = sources.map(readerOf)
    const unused = messagesOf('uk').filter(
      ([key]) => !NAMED_AT_RUN_TIME.some((pattern) => pattern.test(key)) && !readers.some((reads) => reads(key)),
    )
    expect(unused.map(([key]) => key)).toEqual([])
  })

  it('do not exist for emails', () => {
    // The emails' own test reads the messages and the name of each email.
    const shared = messagesOf('uk', 'lib/server/notifications/messages').filter(
      ([key]) => !/^(emails|names)\./.test(key),
    )
    expect(shared.map(([key]) => key).filter((key) => !isNamed(key))).toEqual([])
  })

  it.each([
    ['lib/server/auctions'],
    [
      'lib/server/printing',
      'lib/server/protocol',
      'lib/server/signatures/agreement',
      'lib/server/fulfilment/documents',
    ],
  ])('do not exist for %s', (folder, ...users) => {
    const isNamedThere = namesIn(readSources([folder, ...users]).join('\n'))
    const keys = messagesOf('uk', `${folder}/messages`).map(([key]) => key)
    expect(keys.filter((key) => !isNamedThere(key))).toEqual([])
  })

  it('do not exist for the forms of editors', () => {
    const unused = messagesOf('uk', 'lib/server/cms/messages').filter(([key]) => {
      const [namespace = '', name = ''] = key.split('.')
      // Server components read them as properties.
      const read = isNamed(name) || isNamed(`${namespace}:${name}`) || new RegExp(`\\.${name}\\b`).test(allSources)
      return namespace !== 'payload' && !read
    })
    expect(unused.map(([key]) => key)).toEqual([])
  })
})
