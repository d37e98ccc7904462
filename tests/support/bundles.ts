import { join } from 'node:path'

/**
 * Replaces lib/server/platform/bundles.ts: `npm test` bundles these programs once, because each start through tsx takes about
 * a second of processor time. A suite that runs alone starts them from their sources.
 */
export function bundleOf(program: string): string | null {
  const directory = process.env.TEST_BUNDLES
  return directory === undefined ? null : join(directory, `${program}.js`)
}
