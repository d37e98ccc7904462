import { describe, expect, it } from '@jest/globals'
import { readdirSync, readFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import ts from 'typescript'
import { LOCALES } from './constants'

/** What the browsers of `browserslist` in package.json run: the language of 2022, and the DOM of `@types/web`. */
const OLDEST = { lib: ['lib.es2022.d.ts'], types: ['node', 'web'], incremental: false, noEmit: true }

/** Later types say of some properties that they are never null; older browsers agree. */
const POSSIBLY_NULL = 18047

describe('the oldest browsers', () => {
  it('have every function that client code calls', () => {
    const { config } = ts.readConfigFile('tsconfig.json', (path) => ts.sys.readFile(path)) as { config: object }
    const { options } = ts.parseJsonConfigFileContent({ ...config, include: [] }, ts.sys, '.')
    const entries = clientEntries()
    expect(entries.length).toBeGreaterThan(80)
    const program = ts.createProgram(['next-env.d.ts', ...entries], { ...options, ...OLDEST })
    const faults = sentToBrowsers(program, entries)
      .flatMap((source) => program.getSemanticDiagnostics(source))
      .filter(({ code }) => code !== POSSIBLY_NULL)
    expect(faults.map(describeFault)).toEqual([])
  })

  it.each(LOCALES)('are named to visitors whose browser is older (%s)', (locale) => {
    const { browserslist } = readJson<{ browserslist: string[] }>('package.json')
    const { Login } = readJson<{ Login: { outdatedBrowser: string } }>(`messages/${locale}.json`)
    const versions = browserslist.map((browser) => browser.split(' ')[1])
    expect(Login.outdatedBrowser.match(/\d+(\.\d+)?/g)?.sort()).toEqual([...new Set(versions)].sort())
  })
})

function readJson<T>(path: string): T {
  return JSON.parse(readFileSync(path, 'utf8')) as T
}

function clientEntries(): string[] {
  const sources = ['app', 'components', 'lib'].flatMap((folder) =>
    readdirSync(folder, { recursive: true }).map((name) => join(folder, String(name))),
  )
  const isEntry = (path: string) =>
    /\.tsx?$/.test(path) && !path.includes('.test.') && /^\s*'use client'/.test(readFileSync(path, 'utf8'))
  return ['instrumentation-client.ts', ...sources.filter(isEntry)]
}

/** Our own files that the entries load; a server action is called, not loaded. */
function sentToBrowsers(program: ts.Program, entries: readonly string[]): ts.SourceFile[] {
  // Links each node to its parent.
  program.getTypeChecker()
  const found = new Map<string, ts.SourceFile>()
  const queue = [...entries]
  for (let path = queue.pop(); path !== undefined; path = queue.pop()) {
    const source = program.getSourceFile(path)
    if (source === undefined || source.isDeclarationFile || found.has(source.fileName)) continue
    if (/^\s*'use server'/.test(source.text)) continue
    found.set(source.fileName, source)
    queue.push(...loadedBy(source).flatMap((name) => resolveFile(name, source, program) ?? []))
  }
  return [...found.values()]
}

function loadedBy(source: ts.SourceFile): string[] {
  const names: string[] = []
  const visit = (node: ts.Node) => {
    if (ts.isImportDeclaration(node) && isOfTypes(node.importClause)) return
    if (ts.isExportDeclaration(node) && node.isTypeOnly) return
    if (ts.isTypeNode(node)) return
    if (ts.isStringLiteral(node) && namesModule(node.parent)) names.push(node.text)
    ts.forEachChild(node, visit)
  }
  visit(source)
  return names
}

function isOfTypes(clause: ts.ImportClause | undefined): boolean {
  if (clause === undefined || clause.name !== undefined) return false
  if (clause.phaseModifier === ts.SyntaxKind.TypeKeyword) return true
  const named = clause.namedBindings
  return named !== undefined && ts.isNamedImports(named) && named.elements.every((element) => element.isTypeOnly)
}

function namesModule(parent: ts.Node): boolean {
  if (ts.isImportDeclaration(parent) || ts.isExportDeclaration(parent)) return true
  return ts.isCallExpression(parent) && parent.expression.kind === ts.SyntaxKind.ImportKeyword
}

function resolveFile(name: string, source: ts.SourceFile, program: ts.Program): string | undefined {
  const { resolvedModule } = ts.resolveModuleName(name, source.fileName, program.getCompilerOptions(), ts.sys)
  return resolvedModule?.isExternalLibraryImport === false ? resolvedModule.resolvedFileName : undefined
}

function describeFault({ file, start = 0, messageText }: ts.Diagnostic): string {
  const line = file === undefined ? 0 : file.getLineAndCharacterOfPosition(start).line + 1
  return `${relative('.', file?.fileName ?? '')}:${line} ${ts.flattenDiagnosticMessageText(messageText, ' ')}`
}
