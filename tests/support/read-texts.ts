import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { basename } from 'node:path'
import ts from 'typescript'

export type TextLanguage = 'uk' | 'en' | 'ru'

/** A text that users read; parameters are `{}`. */
export interface UserText {
  at: string
  /** Two if the alphabet does not distinguish Ukrainian from Russian. */
  languages: readonly TextLanguage[]
  text: string
}

const LANGUAGES: readonly string[] = ['uk', 'en', 'ru']
const CYRILLIC = /\p{Script=Cyrillic}/u
const FOLDERS = ['app', 'components', 'lib', 'server', 'demo', 'scripts']
const EXCLUDED = /\.test\.|migrations\/|payload-types|importMap|scripts\/demo-bidders/

function isLanguage(word: string): word is TextLanguage {
  return LANGUAGES.includes(word)
}

/** The texts of a messages file with their paths, such as `Shop.form.title`. */
export function leavesOf(tree: unknown, path = ''): readonly (readonly [string, string])[] {
  if (typeof tree === 'string') return [[path, tree]]
  if (typeof tree !== 'object' || tree === null) return []
  return Object.entries(tree).flatMap(([key, value]) => leavesOf(value, path === '' ? key : `${path}.${key}`))
}

export function messagesOf(language: TextLanguage, folder = 'messages'): readonly (readonly [string, string])[] {
  return leavesOf(JSON.parse(readFileSync(`${folder}/${language}.json`, 'utf8')))
}

const MESSAGE_FOLDERS = [
  'messages',
  'lib/i18n/lot',
  'lib/server/cms/messages',
  'lib/server/notifications/messages',
  'lib/server/printing/messages',
  'lib/server/auctions/messages',
]

const DEMO_SEED = 'demo/seed.json'

/** Reads the texts of the messages files, of the demo's content and of the sources. */
export function readTexts(): readonly UserText[] {
  const messages = MESSAGE_FOLDERS.flatMap((folder) =>
    LANGUAGES.filter(isLanguage).flatMap((language) =>
      messagesOf(language, folder).map(([key, text]) => ({
        at: `${folder}/${language}.json ${key}`,
        languages: [language],
        text,
      })),
    ),
  )
  const output = execFileSync('git', ['ls-files', '-co', '--exclude-standard', '--', ...FOLDERS], { encoding: 'utf8' })
  const paths = output.split('\n').filter((path) => !EXCLUDED.test(path))
  return [
    ...messages,
    ...paths
      .filter((path) => /\.(?:ts|tsx|mjs)$/.test(path))
      .flatMap((path) => textsOfSource(path, readFileSync(path, 'utf8'))),
    ...textsOfSeed(),
  ]
}

function textsOfSeed(): UserText[] {
  return leavesOf(JSON.parse(readFileSync(DEMO_SEED, 'utf8'))).flatMap(([path, text]) => {
    const language = path.split('.').find(isLanguage)
    const letters = languagesOfAlphabet(text)
    const languages = language === undefined ? letters : ([language] as const)
    const isText = letters.length > 0 || (language === 'en' && text.includes(' '))
    return isText ? [{ at: `${DEMO_SEED} ${path}`, languages, text }] : []
  })
}

function textsOfSource(path: string, code: string): UserText[] {
  const file = ts.createSourceFile(path, code, ts.ScriptTarget.Latest, true, kindOf(path))
  const texts: UserText[] = []
  const visit = (node: ts.Node): void => {
    const text = textOf(node)
    if (text !== null) {
      const languages = languagesOf(node, path, text)
      if (languages.length > 0) texts.push({ at: locationOf(file, node, path), languages, text })
    }
    ts.forEachChild(node, visit)
  }
  visit(file)
  return texts
}

function kindOf(path: string): ts.ScriptKind {
  if (path.endsWith('.tsx')) return ts.ScriptKind.TSX
  return path.endsWith('.mjs') ? ts.ScriptKind.JS : ts.ScriptKind.TS
}

function textOf(node: ts.Node): string | null {
  if (ts.isStringLiteral(node) && (ts.isImportDeclaration(node.parent) || ts.isLiteralTypeNode(node.parent)))
    return null
  if (ts.isStringLiteralLike(node)) return node.text
  if (ts.isTemplateExpression(node)) {
    return node.head.text + node.templateSpans.map((span) => `{}${span.literal.text}`).join('')
  }
  if (!ts.isJsxText(node) || node.text.trim() === '') return null
  // A following parameter belongs to the text: № {number}.
  const children: readonly ts.Node[] =
    ts.isJsxElement(node.parent) || ts.isJsxFragment(node.parent) ? node.parent.children : []
  const next = children[children.indexOf(node) + 1]
  return node.text + (next !== undefined && ts.isJsxExpression(next) ? '{}' : '')
}

/** The language by the name of the property, constant or file, or else by the alphabet. */
function languagesOf(node: ts.Node, path: string, text: string): readonly TextLanguage[] {
  const letters = languagesOfAlphabet(text)
  for (let at = node.parent; !ts.isSourceFile(at); at = at.parent) {
    const name =
      ts.isPropertyAssignment(at) || ts.isVariableDeclaration(at) || ts.isMethodDeclaration(at) ? at.name.getText() : ''
    if (isLanguage(name)) return letters.length === 0 && name !== 'en' ? [] : [name]
  }
  const stem = basename(path).replace(/\.\w+$/, '')
  if (isLanguage(stem)) return letters.length === 0 && stem !== 'en' ? [] : [stem]
  if (letters.length > 0) return letters
  // A lone number sign would otherwise count as Ukrainian.
  if (text.includes('№')) return ['en']
  // Any other sentence is English, such as a log line or the output of a command.
  return /\p{L} \p{L}/u.test(text) && !/[=<>]|\bselect\b|var\(--/.test(text) ? ['en'] : []
}

function languagesOfAlphabet(text: string): readonly TextLanguage[] {
  if (!CYRILLIC.test(text)) return []
  if (/[іїєґ]/i.test(text)) return ['uk']
  return /[ыэъё]/i.test(text) ? ['ru'] : ['uk', 'ru']
}

function locationOf(file: ts.SourceFile, node: ts.Node, path: string): string {
  return `${path}:${file.getLineAndCharacterOfPosition(node.getStart()).line + 1}`
}
