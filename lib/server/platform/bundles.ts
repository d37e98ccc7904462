import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

/** The bundle of a program that the server starts, which lies beside its own; null if the server runs from its sources. */
export function bundleOf(program: 'embedded-server' | 'inspector' | 'printer'): string | null {
  const path = fileURLToPath(import.meta.url)
  return path.endsWith('.ts') ? null : join(dirname(path), `${program}.js`)
}
