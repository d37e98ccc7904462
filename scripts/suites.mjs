import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

/** Only `npm run test:full` runs these suites. */
export const IN_FULL_RUN = /\.full\.(?:test|spec)\.tsx?$/

/**
 * Suites that cannot share an environment (tests/support/grouped-suites.ts): they replace modules, need another
 * environment, or say why.
 */
const ALONE = /unstable_mockModule|support\/server-pages|@jest-environment|^\/\/ Runs alone: /m

const FOLDERS = {
  unit: { within: ['app', 'components', 'lib', 'server', 'demo', 'scripts'], named: /\.test\.ts$/ },
  ui: { within: ['app', 'components', 'lib'], named: /\.test\.tsx$/ },
  integration: { within: ['tests/integration'], named: /\.test\.ts$/ },
}

/**
 * The suites of a project of jest.config.mjs by whether they can share an environment, as paths from the root.
 *
 * @param {keyof typeof FOLDERS} project
 * @param {(path: string) => boolean} chosen
 */
export function suitesOf(project, chosen) {
  const { within, named } = FOLDERS[project]
  const paths = within.flatMap(filesIn).filter((path) => named.test(path) && chosen(path))
  const isAlone = (path) => ALONE.test(readFileSync(path, 'utf8'))
  return { together: paths.filter((path) => !isAlone(path)), alone: paths.filter(isAlone) }
}

function filesIn(folder) {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath ?? entry.path, entry.name))
    .sort()
}

/** Parts of the full run that imports do not lead to, and the sources that they guard. */
const GUARDS = [
  ['tests/e2e/automatic-bid.full.spec.ts', 'components/auction/', 'lib/domain/', 'lib/server/auctions/'],
  ['tests/e2e/cabinet-sessions.full.spec.ts', 'app/(site)/', 'components/session/', 'lib/server/identity/'],
  ['tests/e2e/decimal-field.full.spec.ts', 'app/(cms)/content/', 'lib/server/cms/fields/'],
  ['tests/e2e/editor.full.spec.ts', 'app/(cms)/', 'components/content/', 'lib/server/cms/', 'lib/server/content/'],
  ['tests/e2e/every-page.full.spec.ts', 'app/(site)/', 'components/', 'messages/'],
  ['tests/e2e/firefox.full.spec.ts', 'components/', 'lib/api/', 'lib/server/live/'],
  ['tests/e2e/fixed-sizes.full.spec.ts', 'app/(site)/globals.css', 'components/'],
  ['tests/e2e/hostile-browser.full.spec.ts', 'components/', 'lib/api/', 'lib/browser/', 'lib/server/live/'],
  ['tests/e2e/large-text.full.spec.ts', 'app/(site)/globals.css', 'components/'],
  ['tests/e2e/links-from-mail.full.spec.ts', 'lib/server/http/', 'lib/server/identity/', 'middleware.ts'],
  ['tests/e2e/many-tabs.full.spec.ts', 'components/auction/', 'lib/api/', 'lib/browser/'],
  ['tests/e2e/oldest-browser.full.spec.ts', 'app/(site)/', 'components/', 'lib/api/', 'package.json'],
  ['tests/e2e/programs.full.spec.ts', 'components/cabinet/', 'lib/server/identity/', 'lib/server/http/'],
  ['tests/e2e/public-pages.full.spec.ts', 'app/(site)/', 'components/', 'middleware.ts'],
  ['tests/e2e/questions.full.spec.ts', 'components/auction/', 'lib/server/auctions/', 'lib/server/chat/'],
  ['tests/e2e/results.full.spec.ts', 'components/results/', 'lib/server/auctions/queries/'],
  ['tests/e2e/search-engines.full.spec.ts', 'app/', 'lib/seo/', 'lib/i18n/'],
  ['tests/e2e/session.full.spec.ts', 'app/(site)/', 'components/session/', 'lib/api/', 'middleware.ts'],
  ['tests/e2e/stale-forms.full.spec.ts', 'app/(cms)/', 'lib/server/cms/'],
  ['tests/e2e/start-and-stop.full.spec.ts', 'server/', 'scripts/', 'lib/server/compose/'],
  [
    'tests/integration/bidding-killed.full.test.ts',
    'lib/server/auctions/',
    'lib/server/events/',
    'lib/server/platform/db/',
  ],
  ['npm run test:engines', 'components/auction/', 'lib/api/'],
  ['npm run faults -- --scale 0.1', 'lib/server/auctions/', 'lib/server/events/', 'lib/server/platform/', 'server/'],
  ['npm run fuzz -- --requests 3000', 'lib/contract/', 'lib/server/http/'],
]

/**
 * What only the full run has and a change may break: suites that import a changed file, and parts that guard it.
 *
 * @param {string[]} changed paths from the root
 * @param {string[]} related suites that import a changed file, as Jest finds them
 */
export function fullRunOf(changed, related) {
  const parts = GUARDS.filter(([, ...prefixes]) =>
    changed.some((path) => prefixes.some((prefix) => path.startsWith(prefix))),
  )
  return [...related.filter((path) => IN_FULL_RUN.test(path)), ...parts.map(([part]) => part)]
}
