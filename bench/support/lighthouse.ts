import { chromium } from '@playwright/test'
import lighthouse from 'lighthouse'
import desktop from 'lighthouse/core/config/desktop-config.js'
import { requireChromium } from '@/scripts/chromium.mjs'
import { freePort } from './portal'

export type Device = 'mobile' | 'desktop'

export interface Scores {
  performance: number
  accessibility: number
  'best-practices': number
  seo: number
}

export interface Inspection {
  device: Device
  name: string
  scores: Scores
  cls: number
  /** Milliseconds on Lighthouse's simulated device. */
  lcpMs: number
  fcpMs: number
  tbtMs: number
  /** The failed audits. */
  findings: string[]
}

const categories = ['performance', 'accessibility', 'best-practices', 'seo'] as const

/** Runs for the simulated phone differ by about ten points, so the median is used. */
const RUNS: Record<Device, number> = { mobile: 5, desktop: 1 }

/** Runs Lighthouse on each page and device. */
export async function inspectPages(
  pages: readonly { name: string; address: string }[],
  devices: readonly Device[],
): Promise<Inspection[]> {
  const port = await freePort()
  const browser = await chromium.launch({
    executablePath: requireChromium({ whole: true }),
    args: ['--no-sandbox', `--remote-debugging-port=${port}`],
  })
  try {
    const inspections: Inspection[] = []
    for (const device of devices) {
      for (const page of pages) inspections.push(await medianOf(RUNS[device], () => inspect(page, device, port)))
    }
    return inspections
  } finally {
    await browser.close()
  }
}

async function medianOf(count: number, inspectOnce: () => Promise<Inspection>): Promise<Inspection> {
  const runs: Inspection[] = []
  while (runs.length < count) runs.push(await inspectOnce())
  runs.sort((a, b) => a.scores.performance - b.scores.performance || b.tbtMs - a.tbtMs)
  return runs[Math.floor(count / 2)]!
}

async function inspect(page: { name: string; address: string }, device: Device, port: number): Promise<Inspection> {
  const run = await lighthouse(
    page.address,
    { port, logLevel: 'silent', onlyCategories: [...categories] },
    device === 'desktop' ? desktop : undefined,
  )
  if (!run) throw new Error(`Lighthouse returned no result for ${page.address}`)
  const { lhr } = run
  const score = (name: keyof Scores) => Math.round((lhr.categories[name]?.score ?? 0) * 100)
  const numeric = (audit: string) => lhr.audits[audit]?.numericValue ?? Number.NaN
  return {
    device,
    name: page.name,
    scores: {
      performance: score('performance'),
      accessibility: score('accessibility'),
      'best-practices': score('best-practices'),
      seo: score('seo'),
    },
    cls: numeric('cumulative-layout-shift'),
    lcpMs: Math.round(numeric('largest-contentful-paint')),
    fcpMs: Math.round(numeric('first-contentful-paint')),
    tbtMs: Math.round(numeric('total-blocking-time')),
    findings: Object.values(lhr.audits)
      .filter((audit) => audit.score !== null && audit.score < 0.9)
      .map((audit) => `${audit.id}${audit.displayValue ? ` (${audit.displayValue})` : ''}`),
  }
}
