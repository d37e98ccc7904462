import { join } from 'node:path'

/**
 * Replaces lib/server/platform/bundles.ts: `npm test` bundles these programs once for the integration suites, because
 * each start through tsx takes up to a second of processor time. Other suites start them from their sources.
 */
export function bundleOf(program: string): string | null {
  const directory = process.env.TEST_BUNDLES
  return directory === undefined ? null : join(directory, `${program}.js`)
}
