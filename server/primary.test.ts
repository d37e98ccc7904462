import { expect, it } from '@jest/globals'
import cluster from 'node:cluster'
import { once } from 'node:events'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { readEnvironment } from '@/lib/config/environment'
import { WORKER_NUMBER } from '@/lib/server/platform/cluster-worker'
import { bootPrimary, restartDelay } from './primary'

it('replaces a process immediately, and one that keeps exiting after growing pauses, up to half a minute', () => {
  expect([0, 1, 2, 3, 6, 7, 50].map(restartDelay)).toEqual([0, 500, 1_000, 2_000, 16_000, 30_000, 30_000])
})

/** Its second process exits at its first start; each reports its number instead of a port. */
const PROGRAM = `
  import { existsSync, writeFileSync } from 'node:fs'
  const number = Number(process.env.${WORKER_NUMBER})
  const mark = new URL('started', import.meta.url)
  if (number === 2 && !existsSync(mark)) {
    writeFileSync(mark, '')
    process.exit(1)
  }
  process.on('SIGTERM', () => process.exit(0))
  process.send({ type: 'portal:listening', port: number, logins: null })
  setInterval(() => undefined, 60_000)
`

it('keeps running if a process other than the first fails to start, and restarts it', async () => {
  const directory = mkdtempSync(join(tmpdir(), 'portal-primary-'))
  const program = join(directory, 'worker.mjs')
  writeFileSync(program, PROGRAM)
  const reading = readEnvironment({ API_BASE_URL: 'https://portal.example', SERVERS: '2', DATA_DIR: directory })
  if (!reading.ok) throw new Error(reading.problems.join())
  const announcedPorts: number[] = []
  cluster.on('message', (_worker, { type, port }: { type: string; port: number }) => {
    if (type === 'portal:listening') announcedPorts.push(port)
  })
  let stop = (): Promise<void> => Promise.resolve()
  await bootPrimary(reading.environment, program, (stopAll) => (stop = stopAll))
  while (announcedPorts.length < 2) await once(cluster, 'message')
  expect(announcedPorts).toEqual([1, 2])
  await stop()
  expect(Object.keys(cluster.workers ?? {})).toEqual([])
  rmSync(directory, { recursive: true })
})
