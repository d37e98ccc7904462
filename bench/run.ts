import { availableParallelism } from 'node:os'
import { bidsSuite } from './suites/bids'
import { cloneSuite } from './suites/clone'
import { coresSuite } from './suites/cores'
import { growthSuite } from './suites/growth'
import { pagesSuite } from './suites/pages'
import { serversSuite } from './suites/servers'
import { soakSuite } from './suites/soak'
import { strangersSuite } from './suites/strangers'
import { viewsSuite } from './suites/views'
import { watchersSuite } from './suites/watchers'
import { type Figure, printFigure, type Report, writeReport } from './support/figures'
import { option } from './support/option'
import { startBenchPortal, type BenchPortal } from './support/portal'

/**
 * `npm run bench` runs every suite, `npm run bench -- bids` one of them. `--seconds N` sets the duration of each load,
 * `--watchers N` the watchers of W1, `--largest 10` the largest scale of `growth`, `--minutes N` the length of `soak`.
 * It uses the built portal with an embedded database.
 */
const suites: Record<string, () => Promise<Figure[]>> = {
  bids: () => onPortal({}, (portal) => bidsSuite(portal, option('seconds', 10))),
  watchers: () =>
    onPortal({}, (portal) => watchersSuite(portal, option('watchers', Math.min(20_000, filesForWatchers())))),
  pages: () => onPortal({ demo: true }, (portal) => pagesSuite(portal, option('seconds', 4))),
  views: () => onPortal({ demo: true }, viewsSuite),
  servers: () => onPortal({}, (portal) => serversSuite(portal, option('seconds', 10))),
  strangers: () => onPortal({ limits: true }, (portal) => strangersSuite(portal, option('seconds', 30))),
  cores: () => coresSuite(option('seconds', 10)),
  growth: () => onPortal({}, (portal) => growthSuite(portal, option('largest', 100))),
  clone: cloneSuite,
  soak: () => onPortal({}, (portal) => soakSuite(portal, option('minutes', 60))),
}

async function onPortal(
  options: Parameters<typeof startBenchPortal>[0],
  measure: (portal: BenchPortal) => Promise<Figure[]>,
): Promise<Figure[]> {
  const portal = await startBenchPortal(options)
  try {
    return await measure(portal)
  } finally {
    await portal.stop()
  }
}

/** The number of watchers that the limit of open files allows. */
function filesForWatchers(): number {
  const report = process.report.getReport() as unknown as {
    userLimits?: { open_files?: { soft: number | 'unlimited' } }
  }
  const limit = report.userLimits?.open_files?.soft
  return typeof limit === 'number' ? limit - 1_000 : Infinity
}

const chosen = process.argv.slice(2).filter((word) => word in suites)
const report: Report = {
  at: new Date().toISOString(),
  node: process.version,
  cores: availableParallelism(),
  figures: [],
  failures: [],
}
for (const name of chosen.length > 0 ? chosen : Object.keys(suites)) {
  console.log(`\n${name}`)
  try {
    for (const figure of (await suites[name]?.()) ?? []) {
      report.figures.push(figure)
      printFigure(figure)
    }
  } catch (error) {
    // Keep the figures of the other suites, which take two hours.
    console.error(error)
    report.failures.push({ suite: name, reason: String(error) })
    process.exitCode = 1
  }
  console.log(`\nWritten to ${writeReport(report)}.json and .md`)
}
