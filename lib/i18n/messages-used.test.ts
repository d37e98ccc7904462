import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { describe, expect, it } from '@jest/globals'
import { messagesOf } from '@/tests/support/read-texts'

const FOLDERS = ['app', 'components', 'lib', 'server']

function readSources(folders = FOLDERS): string {
  const listed = execFileSync('git', ['ls-files', '-co', '--exclude-standard', '--', ...folders], { encoding: 'utf8' })
  const paths = listed.split('\n').filter((path) => /\.tsx?$/.test(path) && !/\.test\.|migrations\//.test(path))
  return paths.map((path) => readFileSync(path, 'utf8')).join('\n')
}

/** How sources name messages: by a whole literal, or by a template with at least one fixed word. */
function namesIn(sources: string): (key: string) => boolean {
  const literals = new Set([...sources.matchAll(/['"`]([\w.:-]+)['"`]/g)].map((match) => match[1] ?? ''))
  const templates = [...sources.matchAll(/`((?:[\w.:-]|\$\{[^}`]*\})+)`/g)]
    .map((match) => (match[1] ?? '').split(/\$\{[^}]*\}/))
    .filter((parts) => parts.length > 1 && parts.some((part) => /\w/.test(part)))
    .map((parts) => new RegExp(`^${parts.map((part) => part.replaceAll('.', '\\.')).join('[\\w.-]+')}$`))
  return (key) => literals.has(key) || templates.some((template) => template.test(key))
}

/** A template of these has no fixed word: `${section}.${paragraph}`. */
const COMPUTED = /^(?:Rules\.\w+\.(?:one|two|three)|Verdict\.(?:partial|outbid)\.(?:full|part))$/

describe('messages that nobody reads', () => {
  const sources = readSources()
  const isNamed = namesIn(sources)

  it('are not kept for the site', () => {
    const unused = messagesOf('uk').filter(([key]) => {
      const words = key.split('.')
      // What follows a namespace that is itself named: `useTranslations('Rules.bids')`, `t('title')`.
      const names = words.map((_, at) => [words.slice(0, at).join('.'), words.slice(at).join('.')] as const)
      return !names.some(([namespace, name]) => (namespace === '' || isNamed(namespace)) && isNamed(name))
    })
    expect(unused.map(([key]) => key).filter((key) => !COMPUTED.test(key))).toEqual([])
  })

  it('are not kept for letters', () => {
    // The test beside them reads the words of each letter.
    const shared = messagesOf('uk', 'lib/server/notifications/messages').filter(([key]) => !key.startsWith('letters.'))
    expect(shared.map(([key]) => key).filter((key) => !isNamed(key))).toEqual([])
  })

  it.each(['lib/server/protocol', 'lib/server/auctions'])('are not kept for what %s writes', (folder) => {
    const isNamedThere = namesIn(readSources([folder]))
    const keys = messagesOf('uk', `${folder}/messages`).map(([key]) => key)
    expect(keys.filter((key) => !isNamedThere(key))).toEqual([])
  })

  it('are not kept for the back office', () => {
    const unused = messagesOf('uk', 'lib/server/cms/messages').filter(([key]) => {
      const [namespace = '', name = ''] = key.split('.')
      // Server components read them as properties.
      const read = isNamed(name) || isNamed(`${namespace}:${name}`) || new RegExp(`\\.${name}\\b`).test(sources)
      return namespace !== 'payload' && !read
    })
    expect(unused.map(([key]) => key)).toEqual([])
  })
})
