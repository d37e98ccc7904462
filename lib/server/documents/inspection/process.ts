import { Worker } from 'node:worker_threads'
import { inspectContent } from './inspect'

/**
 * The process that inspects uploaded files (inspector.ts): it gets a path and a limit of memory, and answers a finding. Decompressed data lies
 * outside the heap that V8 bounds, so a thread beside watches all of the process's memory and ends it where there is too much.
 */
const guard = `
const { workerData } = require('node:worker_threads')
setInterval(() => { if (process.memoryUsage.rss() > workerData) process.kill(process.pid, 'SIGKILL') }, 50)
`
new Worker(guard, { eval: true, workerData: Number(process.env.INSPECTION_MEMORY_BYTES) }).unref()

process.on('message', (path: string) => {
  void inspectContent(path).then((finding) => process.send?.(finding))
})
// Without the server there is nothing to do; the server handles a Ctrl-C in the terminal.
process.on('disconnect', () => process.exit())
process.on('SIGINT', () => undefined)
