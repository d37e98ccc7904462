import { fork } from 'node:child_process'
import { processorTimes } from './processor-times'

export interface BareNode {
  origin: string
  port: number
  /** Seconds of CPU time of each process, by pid. */
  processorTimes(): Map<number, number>
  stop(): void
}

/** Starts `bare-server.ts` in one process, or in several behind one port. */
export async function startBareNode(servers = 1): Promise<BareNode> {
  const server = fork('bench/support/bare-server.ts', {
    execArgv: ['--import', 'tsx'],
    stdio: ['ignore', 'pipe', 'inherit', 'ipc'],
    env: { ...process.env, SERVERS: String(servers) },
  })
  const port = await new Promise<number>((resolve) =>
    server.stdout?.once('data', (line) => resolve((JSON.parse(String(line)) as { port: number }).port)),
  )
  return {
    origin: `http://127.0.0.1:${port}`,
    port,
    processorTimes: () => processorTimes(server.pid!),
    stop: () => void server.kill(),
  }
}

/** An event of the given size. */
export function eventOf(id: number, bytes: number): string {
  return `id: ${id}\nevent: bid\ndata: ${'x'.repeat(bytes)}\n\n`
}
