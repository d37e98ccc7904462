import { spawn } from 'node:child_process'
import { chmodSync, existsSync, mkdtempSync, realpathSync, rmSync } from 'node:fs'
import { createServer, type AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** Starts the built portal with fresh demo data and returns how to stop it; its address goes to E2E_BASE_URL. */
export default async function startPortal(): Promise<() => Promise<void>> {
  const directory = mkdtempSync(join(tmpdir(), 'portal-e2e-'))
  chmodSync(directory, 0o711)
  const port = await freePort()
  const portal = spawn(process.execPath, ['dist/main.js'], {
    stdio: ['ignore', 'pipe', 'pipe'],
    env: {
      ...process.env,
      NODE_ENV: 'production',
      NEXT_TELEMETRY_DISABLED: '1',
      PORT: String(port),
      HOST: '127.0.0.1',
      DATA_DIR: directory,
      LOG_LEVEL: 'warn',
    },
  })
  const ended = new Promise<void>((resolve) => portal.once('exit', () => resolve()))
  let output = ''
  await new Promise<void>((resolve, reject) => {
    for (const stream of [portal.stdout, portal.stderr]) {
      stream.setEncoding('utf8').on('data', (text: string) => {
        output += text
        if (output.includes('Ctrl-C stops everything')) resolve()
      })
    }
    portal.once('exit', (code) => reject(new Error(`The portal did not start (${code}):\n${output}`)))
  })
  process.env.E2E_BASE_URL = `http://127.0.0.1:${port}`

  return async () => {
    portal.kill('SIGTERM')
    await ended
    const database = join(directory, 'postgres')
    if (existsSync(database)) rmSync(realpathSync(database), { recursive: true, force: true })
    rmSync(directory, { recursive: true, force: true })
  }
}

function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const probe = createServer().once('error', reject)
    probe.listen(0, '127.0.0.1', () => {
      const { port } = probe.address() as AddressInfo
      probe.close(() => resolve(port))
    })
  })
}
