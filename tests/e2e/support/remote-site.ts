import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { freePort } from './portal'

export interface RemoteSite {
  origin: string
  stop(): Promise<void>
}

/** Starts the built site without a database; it uses the API at `apiBaseUrl`. */
export async function startRemoteSite(apiBaseUrl: string): Promise<RemoteSite> {
  const directory = mkdtempSync(join(tmpdir(), 'portal-remote-'))
  const port = await freePort()
  const env: NodeJS.ProcessEnv = {
    ...process.env,
    NODE_ENV: 'production',
    PORT: String(port),
    HOST: '127.0.0.1',
    DATA_DIR: directory,
    API_BASE_URL: apiBaseUrl,
    LOG_LEVEL: 'warn',
  }
  delete env.DATABASE_URL
  const site = spawn(process.execPath, ['dist/main.js'], { env, stdio: ['ignore', 'pipe', 'inherit'] })
  await new Promise<void>((resolve, reject) => {
    site.stdout?.setEncoding('utf8').on('data', (text: string) => text.includes('Ctrl-C stops everything') && resolve())
    site.once('exit', (code) => reject(new Error(`The remote site did not start (${code})`)))
  })
  return {
    origin: `http://127.0.0.1:${port}`,
    async stop() {
      const ended = once(site, 'exit')
      site.kill('SIGTERM')
      await ended
      rmSync(directory, { recursive: true, force: true })
    },
  }
}
