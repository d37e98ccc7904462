import { fork } from 'node:child_process'

export interface BareNode {
  origin: string
  port: number
  stop(): void
}

/** Starts `bare-server.ts` in a process of its own. */
export async function startBareNode(): Promise<BareNode> {
  const server = fork('bench/support/bare-server.ts', {
    execArgv: ['--import', 'tsx'],
    stdio: ['ignore', 'pipe', 'inherit', 'ipc'],
  })
  const port = await new Promise<number>((resolve) =>
    server.stdout?.once('data', (line) => resolve((JSON.parse(String(line)) as { port: number }).port)),
  )
  return { origin: `http://127.0.0.1:${port}`, port, stop: () => void server.kill() }
}

/** An event as the references send it, of so many bytes. */
export function eventOf(id: number, bytes: number): string {
  return `id: ${id}\nevent: bid\ndata: ${'x'.repeat(bytes)}\n\n`
}
