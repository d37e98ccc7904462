import { bidsSuite } from './suites/bids'
import { growthSuite } from './suites/growth'
import { pagesSuite } from './suites/pages'
import { viewsSuite } from './suites/views'
import { watchersSuite } from './suites/watchers'
import { keepFigures, printFigure, type Figure } from './support/figures'
import { startBenchPortal, type BenchPortal } from './support/portal'

/**
 * `npm run bench` runs every suite, `npm run bench -- bids` one of them; `--seconds N` sets how long each load lasts,
 * `--watchers N` how many watch in W1,
 * `--largest 10` how far `growth` goes. The portal is the built one, with an embedded database of its own, for `pages` and `views` with
 * the demo's content.
 */
const suites: Record<string, (portal: BenchPortal) => Promise<Figure[]>> = {
  bids: (portal) => bidsSuite(portal, option('seconds', 10)),
  pages: (portal) => pagesSuite(portal, option('seconds', 4)),
  growth: (portal) => growthSuite(portal, option('largest', 100)),
  views: (portal) => viewsSuite(portal),
  watchers: (portal) => watchersSuite(portal, option('watchers', 20_000)),
}

function option(name: string, otherwise: number): number {
  const at = process.argv.indexOf(`--${name}`)
  return at < 0 ? otherwise : Number(process.argv[at + 1])
}

const wanted = process.argv.slice(2).filter((word) => word in suites)
const figures: Figure[] = []
for (const name of wanted.length > 0 ? wanted : Object.keys(suites)) {
  const portal = await startBenchPortal({ demo: name === 'pages' || name === 'views' })
  try {
    console.log(`\n${name}`)
    for (const figure of (await suites[name]?.(portal)) ?? []) {
      figures.push(figure)
      printFigure(figure)
    }
  } finally {
    await portal.stop()
  }
}
console.log(`\nKept in ${keepFigures(figures)}`)
