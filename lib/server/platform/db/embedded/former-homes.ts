import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'

/** In a database's home outside of its data directory: which data directory's link leads to it. */
const NOTE = 'linked-from'

export function noteLink(home: string, entry: string): void {
  writeFileSync(join(home, NOTE), `${entry}\n`, { mode: 0o600 })
}

/**
 * Where earlier databases of the same place are still kept. Whoever removes a data directory removes the link in it alone: the portal
 * begins with an empty database then, as was meant, and says where the former one is, because it goes by itself never.
 */
export function formerHomes(home: string, entry: string): string[] {
  if (home === entry) return []
  try {
    const beside = readdirSync(dirname(home), { withFileTypes: true }).filter(
      (found) => found.isDirectory() && found.name.startsWith('database-'),
    )
    return beside
      .map(({ name }) => join(dirname(home), name))
      .filter((other) => other !== home && linkedFrom(other) === entry)
  } catch {
    return []
  }
}

function linkedFrom(home: string): string | null {
  try {
    return readFileSync(join(home, NOTE), 'utf8').trim()
  } catch {
    return null
  }
}
