import { getUntil } from '../load/getting'
import { startBareNode } from '../support/bare-node'
import { startEmptySite, type EmptySite } from '../support/empty-site'
import type { Figure } from '../support/figures'
import { firstLoad } from '../support/first-load'
import { inspectPages, type Device, type Inspection } from '../support/lighthouse'
import type { BenchPortal } from '../support/portal'
import { gzipOf, samplePages, type SamplePage } from '../support/sample-pages'
import { round } from '../support/percentiles'
import { inTurns, rateOf } from '../support/turns'

const clients = 20
const devices: readonly Device[] = ['mobile', 'desktop']

type Served = Pick<BenchPortal, 'origin' | 'processorTimes'>

/** P1–P3: what public pages cost to serve, to load and to look at, beside an empty page of the same Next. */
export async function pagesSuite(portal: Served, seconds: number): Promise<Figure[]> {
  const pages = await samplePages(portal.origin)
  const empty = await startEmptySite()
  try {
    return [
      ...(await serving(portal, empty, pages, seconds)),
      ...(await loading(portal, empty, pages)),
      ...(await looking(portal, empty, pages)),
    ]
  } finally {
    empty.stop()
  }
}

async function serving(
  portal: Served,
  empty: EmptySite,
  pages: readonly SamplePage[],
  seconds: number,
): Promise<Figure[]> {
  const ask = (origin: string, path: string) => getUntil({ origin, path, clients, seconds })
  await ask(empty.origin, '/')
  const bareNode = await startBareNode()
  const figures: Figure[] = []
  for (const { name, path } of pages) {
    await firstLoad(portal.origin, path)
    await fetch(`${bareNode.origin}/page`, { method: 'PUT', body: await gzipOf(portal.origin + path) })
    const [reference, ours, bare] = await inTurns(
      { run: () => ask(empty.origin, '/') },
      { ...portal, run: () => ask(portal.origin, path) },
      { ...bareNode, run: () => ask(bareNode.origin, '/page') },
    )
    const [ratio, ofBare] = [round(ours.perSecond / reference.perSecond), round(ours.perSecond / bare.perSecond)]
    figures.push({
      id: 'P1',
      what: `requests a second, ${name}`,
      measured: `${rateOf(ours)} = ${ratio} × an empty static page (${rateOf(reference)}), ${ofBare} × bare Node writing the same gzip (${rateOf(bare)})`,
      target: '≥ 3 × and ≥ 0.75 ×',
      met: ratio >= 3 && ofBare >= 0.75,
      values: { page: name, ours, empty: reference, bare },
    })
  }
  bareNode.stop()
  return figures
}

async function loading(portal: Served, empty: EmptySite, pages: readonly SamplePage[]): Promise<Figure[]> {
  const reference = await firstLoad(empty.origin, '/')
  const figures: Figure[] = []
  for (const { name, path, scriptLimit } of pages) {
    const load = await firstLoad(portal.origin, path)
    const ratio = round(load.script / reference.script)
    figures.push({
      id: 'P2',
      what: `first-load JavaScript, ${name}`,
      measured: `${kib(load.script)} = ${ratio} × an empty page (${kib(reference.script)}), ${load.files} files; HTML ${kib(load.html)}`,
      target: `≤ ${scriptLimit} ×`,
      met: ratio <= scriptLimit,
      values: { page: name, ...load, empty: reference.script },
    })
  }
  return figures
}

async function looking(portal: Served, empty: EmptySite, pages: readonly SamplePage[]): Promise<Figure[]> {
  // What an empty page gets on this machine is the most that a page of Next can get here.
  const [references, inspections] = [
    await inspectPages([{ name: 'an empty page', address: empty.origin }], devices),
    await inspectPages(
      pages.map(({ name, path }) => ({ name, address: portal.origin + path })),
      devices,
    ),
  ]
  return inspections.map((inspection) => {
    const { device, name, scores, cls, findings } = inspection
    const reference = references.find((other) => other.device === device)
    return {
      id: 'P3',
      what: `Lighthouse, ${device}, ${name}`,
      measured: `${Object.values(scores).join(' / ')}, CLS ${round(cls, 3)}, ${times(inspection)}; an empty page ${reference?.scores.performance}, ${reference && times(reference)}${findings.length > 0 ? `; ${findings.join(', ')}` : ''}`,
      target: '100 / 100 / 100 / 100, CLS 0',
      met: Object.values(scores).every((score) => score === 100) && round(cls, 3) === 0,
      values: { ...inspection, empty: reference },
    }
  })
}

function times({ lcpMs, fcpMs, tbtMs }: Inspection): string {
  return `LCP ${lcpMs} ms, FCP ${fcpMs} ms, blocked for ${tbtMs} ms`
}

function kib(bytes: number): string {
  return `${round(bytes / 1024, 1)} KiB`
}
