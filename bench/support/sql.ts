import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

/** A statement that lies beside this file. */
export function readSql(name: string): string {
  return readFileSync(fileURLToPath(new URL(name, import.meta.url)), 'utf8')
}
