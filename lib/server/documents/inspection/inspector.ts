import { fork, type ChildProcess } from 'node:child_process'
import { basename, dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Finding } from './inspect'

/** `overdue`: it took too long or too much memory, and so is no file that an honest program wrote. `busy`: too many wait already. */
export type Inspection = Finding | { ok: false; code: 'overdue' | 'busy' }

export interface Inspector {
  /** Inspects the whole file in a separate process. Senders take turns, however many files one of them sends. */
  inspect(path: string, sender: string): Promise<Inspection>
  stop(): void
}

interface Limits {
  timeMs: number
  memoryBytes: number
  /** Files that may wait for their turn. */
  waiting: number
}

const USUAL: Limits = { timeMs: 15_000, memoryBytes: 640 * 1024 * 1024, waiting: 30 }
/** After so long without a file the process ends. */
const IDLE_MS = 30_000

/** One process, started on demand, that inspects one file after the other; killed and replaced when a file is too much for it. */
export function createInspector(limits: Limits = USUAL): Inspector {
  let child: ChildProcess | null = null
  const queues = new Map<string, (() => Promise<void>)[]>()
  let lastSender: string | undefined
  let isLooking = false
  let waiting = 0
  let idle: NodeJS.Timeout | undefined

  function running(): ChildProcess {
    if (child !== null) return child
    const begun = startProcess(limits.memoryBytes)
    begun.once('exit', () => {
      if (child === begun) child = null
    })
    // Neither the process nor its channel keeps the server from ending.
    begun.unref()
    begun.channel?.unref()
    child = begun
    return begun
  }

  function look(path: string): Promise<Inspection> {
    return new Promise((resolve) => {
      const asked = running()
      const settle = (inspection: Inspection) => {
        clearTimeout(timer)
        asked.off('message', found).off('exit', gone).off('error', gone)
        asked.channel?.unref()
        resolve(inspection)
      }
      const found = (finding: unknown) => settle(finding as Finding)
      const gone = () => {
        asked.kill('SIGKILL')
        if (child === asked) child = null
        settle({ ok: false, code: 'overdue' })
      }
      const timer = setTimeout(gone, limits.timeMs)
      asked.channel?.ref()
      asked.once('message', found).once('exit', gone).once('error', gone)
      asked.send(path, (error) => {
        if (error) gone()
      })
    })
  }

  /** Whose turn it is: of those who wait the longest since their last file, and not who had the last one while others wait. */
  function next(): (() => Promise<void>) | undefined {
    const senders = [...queues.keys()]
    const sender = senders.find((each) => each !== lastSender) ?? senders[0]
    if (sender === undefined) return undefined
    const [first, ...others] = queues.get(sender) ?? []
    queues.delete(sender)
    if (others.length > 0) queues.set(sender, others)
    lastSender = sender
    return first
  }

  async function work(): Promise<void> {
    if (isLooking) return
    isLooking = true
    for (let turn = next(); turn; turn = next()) await turn()
    isLooking = false
  }

  function stop(): void {
    child?.kill('SIGKILL')
    child = null
  }

  return {
    async inspect(path, sender) {
      if (waiting >= limits.waiting) return { ok: false, code: 'busy' }
      waiting += 1
      clearTimeout(idle)
      try {
        return await new Promise<Inspection>((resolve, reject) => {
          const turn = () => look(path).then(resolve, reject)
          queues.set(sender, [...(queues.get(sender) ?? []), turn])
          void work()
        })
      } finally {
        waiting -= 1
        if (waiting === 0) idle = setTimeout(stop, IDLE_MS).unref()
      }
    },
    stop,
  }
}

/** Beside the server's bundle lies the process's own; from the sources it runs through tsx. */
function startProcess(memoryBytes: number): ChildProcess {
  const here = dirname(fileURLToPath(import.meta.url))
  const isBuilt = basename(here) === 'dist'
  return fork(isBuilt ? join(here, 'inspector.js') : join(here, 'process.ts'), {
    execArgv: isBuilt ? [] : ['--import', 'tsx'],
    // Nothing of the server's secrets.
    env: { PATH: process.env.PATH, NODE_ENV: process.env.NODE_ENV, INSPECTION_MEMORY_BYTES: String(memoryBytes) },
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
  })
}
