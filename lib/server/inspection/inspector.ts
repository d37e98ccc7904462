import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { StatementFinding } from '@/lib/server/deposits/read-statement'
import { bundleOf } from '@/lib/server/platform/bundles'
import type { Sender, Uninspected } from '@/lib/server/platform/files'
import type { Verification } from '@/lib/server/signatures/verify'
import type { Finding } from './inspect'
import type { CertificatesFinding, VerifyTask } from '@/lib/server/signatures/verify-files'

type Delayed = { ok: false; code: 'file_check_delayed' }

export type Task = { inspect: string } | { verify: VerifyTask } | { statement: string } | { certificates: string }
/** `file_unreadable`: the file exceeded the inspection's limit of memory or processor time. */
type Answer = Finding | Verification | StatementFinding | CertificatesFinding | { ok: false; code: 'file_unreadable' }

export interface Inspector {
  inspect(path: string, sender: Sender): Promise<Finding | Delayed>
  /** Verifies the signatures of a file in the same process. */
  verify(task: VerifyTask, sender: Sender): Promise<Verification | Uninspected>
  /** Reads a bank statement in the same process. */
  readStatement(path: string, sender: Sender): Promise<StatementFinding | Uninspected>
  /** Reads a file of certificates in the same process. */
  readCertificates(path: string, sender: Sender): Promise<CertificatesFinding | Uninspected>
  stop(): void
}

interface Limits {
  /** Limits for one file: beyond them the file is at fault. */
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
  resolve(answer: Answer | Delayed): void
}

/** A process that inspects one file after the other. It is started on demand, stays running, and is replaced when it ends. */
export function createInspector(limits: Limits = LIMITS): Inspector {
  let child: { process: ChildProcess; ready: Promise<unknown> } | null = null
  const queues = new Map<string, Turn[]>()
  let lastSender: string | undefined
  let isWorking = false
  let isStopped = false

  function start() {
    if (child !== null) return child
    const started = startProcess(limits)
    const ready = Promise.race([once(started, 'message'), once(started, 'exit')])
    started.once('exit', () => {
      if (child?.process === started) child = null
    })
    // Neither the process nor its channel prevents the server from ending.
    started.unref()
    started.channel?.unref()
    child = { process: started, ready }
    return child
  }

  /** Null if the process was ended by anything but the file. */
  async function attempt(task: Task): Promise<Answer | null> {
    const { process: worker, ready } = start()
    worker.channel?.ref()
    const over = new AbortController()
    try {
      await ready
      if (worker.exitCode !== null || worker.signalCode !== null) return null
      const signal = AbortSignal.any([over.signal, AbortSignal.timeout(limits.attemptMs)])
      const ended = once(worker, 'exit', { signal }).then(([, by]) =>
        by === 'SIGXCPU' ? ({ ok: false, code: 'file_unreadable' } as const) : null,
      )
      const answered = once(worker, 'message', { signal }).then(([finding]) => finding as Answer)
      worker.send(task, () => undefined)
      return await Promise.race([answered, ended])
    } catch {
      worker.kill('SIGKILL')
      if (child?.process === worker) child = null
      return null
    } finally {
      over.abort()
      worker.channel?.unref()
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
    for (let turn = next(); turn; turn = next()) turn.resolve(await answerNow(turn.task))
    isWorking = false
  }

  function leave(sender: string, turn: Turn): void {
    const others = queues.get(sender)?.filter((queued) => queued !== turn) ?? []
    if (others.length > 0) queues.set(sender, others)
    else queues.delete(sender)
  }

  function enqueue(task: Task, { id, isTrusted, signal }: Sender): Promise<Answer | Delayed> {
    return new Promise((resolve) => {
      const turn: Turn = {
        task,
        isTrusted,
        resolve(answer) {
          clearTimeout(timer)
          signal?.removeEventListener('abort', giveUp)
          resolve(answer)
        },
      }
      const giveUp = () => {
        leave(id, turn)
        turn.resolve({ ok: false, code: 'file_check_delayed' })
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
    inspect: (path, sender) => enqueue({ inspect: path }, sender) as ReturnType<Inspector['inspect']>,
    verify: (task, sender) => enqueue({ verify: task }, sender) as ReturnType<Inspector['verify']>,
    readStatement: (path, sender) => enqueue({ statement: path }, sender) as ReturnType<Inspector['readStatement']>,
    readCertificates: (path, sender) =>
      enqueue({ certificates: path }, sender) as ReturnType<Inspector['readCertificates']>,
    stop() {
      isStopped = true
      child?.process.kill('SIGKILL')
      child = null
    },
  }
}

/** From the sources the process runs through tsx. */
function startProcess({ cpuMs, memoryBytes }: Limits): ChildProcess {
  const bundle = bundleOf('inspector')
  return fork(bundle ?? join(dirname(fileURLToPath(import.meta.url)), 'process.ts'), {
    execArgv: bundle === null ? ['--import', 'tsx'] : [],
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
