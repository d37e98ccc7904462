import { describe, expect, it } from '@jest/globals'
import { readFileSync } from 'node:fs'
import { readdir } from 'node:fs/promises'
import { dirname, join, normalize } from 'node:path'

const SOURCE = /\.tsx?$/
const ENTRY = /(^|\/)(page|layout|route|error|not-found|template|loading)\.tsx?$/

interface Module {
  client: boolean
  imports: { from: string; names: string[] }[]
}

/** Every module of the site with its value imports. */
async function readModules(): Promise<Map<string, Module>> {
  const modules = new Map<string, Module>()
  for (const root of ['app', 'components', 'lib']) {
    for (const name of await readdir(root, { recursive: true })) {
      if (!SOURCE.test(name) || name.includes('.test.')) continue
      const path = join(root, name)
      const text = readFileSync(path, 'utf8')
      modules.set(path, { client: /^\s*'use client'/.test(text), imports: importsOf(path, text) })
    }
  }
  return modules
}

function importsOf(path: string, text: string): Module['imports'] {
  return [...text.matchAll(/(?:import|export) (?!type)(?:\w+,? ?)?\{([^}]*)\} from '([^']+)'/g)].flatMap(
    ([, names = '', from = '']) => {
      if (!/^[.@]/.test(from) || (from.startsWith('@') && !from.startsWith('@/'))) return []
      const values = names
        .split(',')
        .map((name) => name.trim())
        .filter((name) => name !== '' && !name.startsWith('type '))
      const target = from.startsWith('@/') ? from.slice(2) : normalize(join(dirname(path), from))
      return values.length === 0 ? [] : [{ from: target, names: values.map((name) => name.split(' as ')[0] ?? name) }]
    },
  )
}

const isComponent = (name: string) => /^[A-Z][a-z]/.test(name)

describe('client modules', () => {
  it('export only components to server code, where anything else is a reference that cannot be called', async () => {
    const modules = await readModules()
    const find = (path: string) =>
      [path, `${path}.ts`, `${path}.tsx`, `${path}/index.ts`].find((candidate) => modules.has(candidate))
    const serverActions = /^\s*'use server'/
    const queue = [...modules.keys()].filter(
      (path) => path.startsWith('app/') && (ENTRY.test(path) || serverActions.test(readFileSync(path, 'utf8'))),
    )
    expect(queue.length).toBeGreaterThan(20)
    const visited = new Set(queue)
    const faults: string[] = []
    for (let path = queue.pop(); path !== undefined; path = queue.pop()) {
      const module = modules.get(path)
      if (module === undefined || module.client) continue
      for (const { from, names } of module.imports) {
        const target = find(from)
        if (target === undefined) continue
        if (modules.get(target)?.client) {
          faults.push(...names.filter((name) => !isComponent(name)).map((name) => `${path}: ${name} of ${target}`))
        } else if (!visited.has(target)) {
          visited.add(target)
          queue.push(target)
        }
      }
    }
    expect(faults).toEqual([])
  })
})
