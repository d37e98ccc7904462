import { Worker } from 'node:worker_threads'
import { readStatementAt } from '@/lib/server/deposits/read-statement'
import { inspectFileAt } from './inspect'
import type { Task } from './inspector'
import { readCertificatesAt, verifyFiles } from '@/lib/server/signatures/verify-files'

/**
 * The process that inspects uploaded files, verifies signatures and reads certificates and bank statements (inspector.ts). Decompressed data is
 * outside the heap that V8 bounds, so a thread watches the memory and the processor time of the process. It ends the process with
 * SIGXCPU if a file takes too much of either: then the file is at fault, not a busy machine.
 */
const guard = `
const { workerData } = require('node:worker_threads')
setInterval(() => {
  const { user, system } = process.cpuUsage()
  const began = Atomics.load(workerData.began, 0)
  const isOverCpu = began >= 0 && (user + system) / 1000 - began > workerData.cpuMs
  if (isOverCpu || process.memoryUsage.rss() > workerData.memoryBytes) process.kill(process.pid, 'SIGXCPU')
}, 50)
`
/** Processor time in ms at which the present file was begun; -1 between files. */
const began = new Int32Array(new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT)).fill(-1)
new Worker(guard, {
  eval: true,
  workerData: {
    began,
    cpuMs: Number(process.env.INSPECTION_CPU_MS),
    memoryBytes: Number(process.env.INSPECTION_MEMORY_BYTES),
  },
}).unref()
// pdf-lib throws thousands of exceptions for a file, whose main cost is the stack.
Error.stackTraceLimit = 0

async function findingOf(task: Task) {
  if ('inspect' in task) return inspectFileAt(task.inspect)
  if ('certificates' in task) return readCertificatesAt(task.certificates)
  return 'verify' in task ? verifyFiles(task.verify) : readStatementAt(task.statement)
}

async function answer(task: Task): Promise<void> {
  const { user, system } = process.cpuUsage()
  Atomics.store(began, 0, Math.floor((user + system) / 1000))
  const finding = await findingOf(task)
  Atomics.store(began, 0, -1)
  process.send?.(finding)
}

process.on('message', (task: Task) => void answer(task))
// The process ends with the server, which handles a Ctrl-C in the terminal.
process.on('disconnect', () => process.exit())
process.on('SIGINT', () => undefined)
process.send?.('ready')
