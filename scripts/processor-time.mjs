import { readFileSync } from 'node:fs'

/** Linux counts processor time for programs in hundredths of a second, whatever its kernel's clock. */
const TICKS_PER_SECOND = 100
/** Positions of utime, stime, cutime and cstime among the fields after the program's name: see proc(5). */
const FIRST_FIELD = 11
const FIELDS = 4

/** Seconds that this process and its ended children have used; null on systems other than Linux. */
export function processorSeconds() {
  if (process.platform !== 'linux') return null
  const fields = readFileSync('/proc/self/stat', 'utf8')
    .replace(/^.*\) /s, '')
    .split(' ')
  const ticks = fields.slice(FIRST_FIELD, FIRST_FIELD + FIELDS)
  return ticks.reduce((sum, value) => sum + Number(value), 0) / TICKS_PER_SECOND
}
