import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { basename, dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { StatementFinding } from '@/lib/server/deposits/read-statement'
import type { Verification } from '@/lib/server/signatures/verify'
import type { Finding } from './inspect'
import type { VerifyTask } from './verify-files'

/** The machine was too busy, in both attempts or while the file waited; the same file may be sent again. */
type Delayed = { ok: false; code: 'file_check_delayed' }
export type Inspection = Finding | Delayed

export type Task = { inspect: string } | { verify: VerifyTask } | { statement: string }
/** `file_unreadable`: the file took too much memory or processor time. */
type Answer = Finding | Verification | StatementFinding | { ok: false; code: 'file_unreadable' }

export interface Sender {
  /** Senders take turns, however many files one of them sends. */
  id: string
  /** Active buyers and staff, whose files are checked before those of accounts that anyone can register. */
  isTrusted: boolean
  /** Aborted when the sender disconnects; removes the file from the queue. */
  signal?: AbortSignal | undefined
}

export interface Inspector {
  inspect(path: string, sender: Sender): Promise<Inspection>
  /** Verifies the signatures of a file in the same process. */
  verify(task: VerifyTask, sender: Sender): Promise<Verification | Exclude<Inspection, { ok: true }>>
  /** Reads a bank statement in the same process. */
  readStatement(path: string, sender: Sender): Promise<StatementFinding | Exclude<Inspection, { ok: true }>>
  stop(): void
}

interface Limits {
  /** Limits for one file: beyond these the file is at fault. */
  cpuMs: number
  memoryBytes: number
  /** Limit for one attempt, from the process's first message. */
  attemptMs: number
  /** Limit for a file, queueing included. The browser expects an answer within 60 s. */
  totalMs: number
}

const LIMITS: Limits = { cpuMs: 8_000, memoryBytes: 640 * 1024 * 1024, attemptMs: 20_000, totalMs: 50_000 }
const ATTEMPTS = 2

interface Turn {
  task: Task
  isTrusted: boolean
  settle(answer: Answer | Delayed): void
}

/** One process, started on demand and kept warm, that inspects one file after the other; replaced when it ends. */
export function createInspector(limits: Limits = LIMITS): Inspector {
  let child: { process: ChildProcess; ready: Promise<unknown> } | null = null
  const queues = new Map<string, Turn[]>()
  let lastSender: string | undefined
  let isWorking = false
  let isStopped = false

  function start() {
    if (child !== null) return child
    const begun = startProcess(limits)
    const ready = Promise.race([once(begun, 'message'), once(begun, 'exit')])
    begun.once('exit', () => {
      if (child?.process === begun) child = null
    })
    // Neither the process nor its channel keeps the server from ending.
    begun.unref()
    begun.channel?.unref()
    child = { process: begun, ready }
    return child
  }

  /** Null if the process was ended by anything but the file. */
  async function attempt(task: Task): Promise<Answer | null> {
    const { process: asked, ready } = start()
    asked.channel?.ref()
    const settled = new AbortController()
    try {
      await ready
      if (asked.exitCode !== null || asked.signalCode !== null) return null
      const signal = AbortSignal.any([settled.signal, AbortSignal.timeout(limits.attemptMs)])
      const ended = once(asked, 'exit', { signal }).then(([, by]) =>
        by === 'SIGXCPU' ? ({ ok: false, code: 'file_unreadable' } as const) : null,
      )
      const found = once(asked, 'message', { signal }).then(([finding]) => finding as Answer)
      asked.send(task, () => undefined)
      return await Promise.race([found, ended])
    } catch {
      asked.kill('SIGKILL')
      if (child?.process === asked) child = null
      return null
    } finally {
      settled.abort()
      asked.channel?.unref()
    }
  }

  async function answerNow(task: Task): Promise<Answer | Delayed> {
    for (let tries = 0; tries < ATTEMPTS && !isStopped; tries += 1) {
      const finding = await attempt(task)
      if (finding !== null) return finding
    }
    return { ok: false, code: 'file_check_delayed' }
  }

  /** The next turn: trusted senders first, then the sender whose last file is oldest. */
  function next(): Turn | undefined {
    const all = [...queues.entries()]
    const trusted = all.filter(([, [first]]) => first?.isTrusted)
    const candidates = trusted.length > 0 ? trusted : all
    const [sender, turns] = candidates.find(([id]) => id !== lastSender) ?? candidates[0] ?? []
    if (sender === undefined || turns === undefined) return undefined
    queues.delete(sender)
    const [first, ...others] = turns
    if (others.length > 0) queues.set(sender, others)
    lastSender = sender
    return first
  }

  async function work(): Promise<void> {
    if (isWorking) return
    isWorking = true
    for (let turn = next(); turn; turn = next()) turn.settle(await answerNow(turn.task))
    isWorking = false
  }

  function leave(sender: string, turn: Turn): void {
    const rest = queues.get(sender)?.filter((one) => one !== turn) ?? []
    if (rest.length > 0) queues.set(sender, rest)
    else queues.delete(sender)
  }

  function take(task: Task, { id, isTrusted, signal }: Sender): Promise<Answer | Delayed> {
    return new Promise((resolve) => {
      const turn: Turn = {
        task,
        isTrusted,
        settle(answer) {
          clearTimeout(timer)
          signal?.removeEventListener('abort', giveUp)
          resolve(answer)
        },
      }
      const giveUp = () => {
        leave(id, turn)
        turn.settle({ ok: false, code: 'file_check_delayed' })
      }
      const timer = setTimeout(giveUp, limits.totalMs)
      if (signal?.aborted) return giveUp()
      signal?.addEventListener('abort', giveUp)
      queues.set(id, [...(queues.get(id) ?? []), turn])
      void work()
    })
  }

  // The process answers each task with its own type.
  return {
    inspect: (path, sender) => take({ inspect: path }, sender) as ReturnType<Inspector['inspect']>,
    verify: (task, sender) => take({ verify: task }, sender) as ReturnType<Inspector['verify']>,
    readStatement: (path, sender) => take({ statement: path }, sender) as ReturnType<Inspector['readStatement']>,
    stop() {
      isStopped = true
      child?.process.kill('SIGKILL')
      child = null
    },
  }
}

/** The process's own bundle lies beside the server's; from the sources it runs through tsx. */
function startProcess({ cpuMs, memoryBytes }: Limits): ChildProcess {
  const directory = dirname(fileURLToPath(import.meta.url))
  const isBuilt = basename(directory) === 'dist'
  return fork(isBuilt ? join(directory, 'inspector.js') : join(directory, 'process.ts'), {
    execArgv: isBuilt ? [] : ['--import', 'tsx'],
    // The process must not see the server's secrets.
    env: {
      PATH: process.env.PATH,
      NODE_ENV: process.env.NODE_ENV,
      INSPECTION_CPU_MS: String(cpuMs),
      INSPECTION_MEMORY_BYTES: String(memoryBytes),
    },
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
  })
}
