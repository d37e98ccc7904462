import { fork, spawn } from 'node:child_process'
import { once } from 'node:events'

export interface EmptySite {
  origin: string
  stop(): void
}

/** Builds and starts the empty site. */
export async function startEmptySite(): Promise<EmptySite> {
  const env: NodeJS.ProcessEnv = { ...process.env, NODE_ENV: 'production', NEXT_TELEMETRY_DISABLED: '1' }
  const build = spawn(process.execPath, ['node_modules/next/dist/bin/next', 'build', 'bench/empty-site'], {
    env,
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  const [code] = (await once(build, 'close')) as [number | null]
  if (code !== 0) throw new Error(`the empty site's build failed: ${code}`)

  const server = fork('bench/support/empty-site-server.ts', {
    env,
    execArgv: ['--import', 'tsx'],
    stdio: ['ignore', 'pipe', 'inherit', 'ipc'],
  })
  const port = await new Promise<number>((resolve) => {
    server.stdout?.on('data', (bytes: Buffer) => {
      const line = /\{"port":\d+\}/.exec(bytes.toString())
      if (line) resolve((JSON.parse(line[0]) as { port: number }).port)
    })
  })
  return { origin: `http://127.0.0.1:${port}`, stop: () => void server.kill() }
}
