import { renameSync, writeFileSync } from 'node:fs'
import { setImmediate as turn } from 'node:timers/promises'
import { setFlagsFromString, writeHeapSnapshot } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { isMainThread } from 'node:worker_threads'

// Loaded into the portals of bench and fuzz with --import. On SIGUSR2 it collects garbage and writes the memory in use to
// MEMORY_FILE, and a heap snapshot if HEAP_SNAPSHOTS is set.
const { MEMORY_FILE: file, HEAP_SNAPSHOTS: wantsSnapshots } = process.env
let times = 0

if (isMainThread && file) process.on('SIGUSR2', () => void report())

async function report() {
  setFlagsFromString('--expose-gc')
  const collect = runInNewContext('gc')
  // Later collections free objects whose finalizers ran after the first.
  for (let time = 0; time < 3; time += 1) {
    collect()
    await turn()
  }
  times += 1
  const usage = process.memoryUsage()
  if (wantsSnapshots) writeHeapSnapshot(`${wantsSnapshots}-${times}.heapsnapshot`)
  writeFileSync(`${file}.new`, JSON.stringify({ times, ...usage }))
  renameSync(`${file}.new`, file)
}
