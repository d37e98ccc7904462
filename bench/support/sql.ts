import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

/** Reads an SQL file from this folder. */
export function readSql(name: string): string {
  return readFileSync(fileURLToPath(new URL(name, import.meta.url)), 'utf8')
}
