import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { build } from 'esbuild'
import { requireFirefox, requireWebKit } from '@/scripts/browsers.mjs'
import { startFirefox } from './firefox'
import { createEnginePage, type EnginePage } from './page'
import { startWebKit } from './webkit'

/** A browser that Playwright does not drive; each page belongs to a separate visitor. */
export interface Engine {
  openPage(): Promise<EnginePage>
  /** Errors thrown by pages. WebKit's driver does not report them. */
  errors: string[]
  close(): Promise<void>
}

export async function openEngine(name: 'Firefox' | 'WebKit'): Promise<Engine> {
  const [finder, browser] = await Promise.all([
    bundleFinder(),
    name === 'Firefox' ? startFirefox(requireFirefox()) : startWebKit(requireWebKit()),
  ])
  const directory = mkdtempSync(join(tmpdir(), 'portal-engine-'))
  const writeFiles = (files: { name: string; buffer: Buffer }[]) =>
    files.map((file) => {
      const path = join(directory, file.name)
      writeFileSync(path, file.buffer)
      return path
    })
  const environment = { origin: process.env.E2E_BASE_URL as string, finder, keepFiles: writeFiles }
  return {
    openPage: async () => createEnginePage<never>((await browser.open()) as never, environment),
    errors: browser.errors,
    async close() {
      await browser.close()
      rmSync(directory, { recursive: true, force: true })
    },
  }
}

async function bundleFinder(): Promise<string> {
  const { outputFiles } = await build({
    entryPoints: ['tests/e2e/support/engines/in-page.ts'],
    bundle: true,
    minify: true,
    write: false,
    format: 'iife',
    define: { 'process.env': '{}' },
  })
  return String(outputFiles[0]?.text)
}
