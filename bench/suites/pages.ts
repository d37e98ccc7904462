import { getUntil } from '../load/getting'
import { startEmptySite, type EmptySite } from '../support/empty-site'
import type { Figure } from '../support/figures'
import { firstLoad } from '../support/first-load'
import { inspectPages, type Device, type Inspection } from '../support/lighthouse'
import type { BenchPortal } from '../support/portal'
import { samplePages, type SamplePage } from '../support/sample-pages'
import { round } from '../support/percentiles'
import { interleave, rateOf } from '../support/turns'

const clients = 20
const devices: readonly Device[] = ['mobile', 'desktop']

type Served = Pick<BenchPortal, 'origin' | 'processorTimes'>

/** P1–P3: compares public pages with an empty page of the same Next: requests a second, first load, Lighthouse. */
export async function pagesSuite(portal: Served, seconds: number): Promise<Figure[]> {
  const pages = await samplePages(portal.origin)
  const empty = await startEmptySite()
  try {
    return [
      ...(await measureServing(portal, empty, pages, seconds)),
      ...(await measureLoading(portal, empty, pages)),
      ...(await inspect(portal, empty, pages)),
    ]
  } finally {
    empty.stop()
  }
}

async function measureServing(
  portal: Served,
  empty: EmptySite,
  pages: readonly SamplePage[],
  seconds: number,
): Promise<Figure[]> {
  const get = (origin: string, path: string) => getUntil({ origin, path, clients, seconds })
  await get(empty.origin, '/')
  const figures: Figure[] = []
  for (const { name, path } of pages) {
    await firstLoad(portal.origin, path)
    const [reference, ours] = await interleave(
      { run: () => get(empty.origin, '/') },
      { ...portal, run: () => get(portal.origin, path) },
    )
    const ratio = round(ours.perSecond / reference.perSecond)
    figures.push({
      id: 'P1',
      what: `requests a second, ${name}`,
      measured: `${rateOf(ours)} = ${ratio} × an empty static page (${rateOf(reference)})`,
      target: '≥ 5 ×',
      met: ratio >= 5,
      values: { page: name, ours, empty: reference },
    })
  }
  return figures
}

async function measureLoading(portal: Served, empty: EmptySite, pages: readonly SamplePage[]): Promise<Figure[]> {
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

async function inspect(portal: Served, empty: EmptySite, pages: readonly SamplePage[]): Promise<Figure[]> {
  // The score of an empty page is the best that Next can reach on this machine.
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
      target: device === 'desktop' ? '100 in all, CLS 0' : 'performance ≥ an empty page − 3, 100 in the rest, CLS 0',
      met: isFast(inspection, reference) && hasFullMarks(inspection) && round(cls, 3) === 0,
      values: { ...inspection, empty: reference },
    }
  })
}

function isFast({ device, scores }: Inspection, empty: Inspection | undefined): boolean {
  return scores.performance >= (device === 'desktop' ? 100 : (empty?.scores.performance ?? 100) - 3)
}

function hasFullMarks({ scores }: Inspection): boolean {
  return scores.accessibility === 100 && scores['best-practices'] === 100 && scores.seo === 100
}

function times({ lcpMs, fcpMs, tbtMs }: Inspection): string {
  return `LCP ${lcpMs} ms, FCP ${fcpMs} ms, blocked for ${tbtMs} ms`
}

function kib(bytes: number): string {
  return `${round(bytes / 1024, 1)} KiB`
}
