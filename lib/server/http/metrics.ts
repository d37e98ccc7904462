import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from 'prom-client'

export type Observe = (call: string, status: number, seconds: number) => void

export interface Measured {
  labels: Record<string, string>
  value: number
}

export interface Metrics {
  observe: Observe
  /** A gauge that is read when the metrics are asked for. */
  gauge(name: string, help: string, read: () => number): void
  /** The same by labels. One that cannot be read is left out, so that metrics are told while the database is away. */
  gauges(name: string, help: string, labels: string[], read: () => Measured[] | Promise<Measured[]>): void
  /** A call was refused, and why. */
  refused(call: string, code: string): void
  text(): Promise<string>
  contentType: string
}

export function createMetrics(): Metrics {
  const registry = new Registry()
  collectDefaultMetrics({ register: registry })
  const calls = new Histogram({
    name: 'portal_api_call_seconds',
    help: 'Answers of the API by call and status',
    labelNames: ['call', 'status'],
    buckets: [0.001, 0.005, 0.025, 0.1, 0.5, 2, 10],
    registers: [registry],
  })
  const refusals = new Counter({ name: 'portal_api_refusals_total', help: 'Calls refused, by call and code', labelNames: ['call', 'code'], registers: [registry] })
  return {
    refused: (call, code) => refusals.inc({ call, code }),
    gauges(name, help, labelNames, read) {
      const gauge = new Gauge({
        name,
        help,
        labelNames,
        registers: [registry],
        async collect() {
          gauge.reset()
          try {
            for (const { labels, value } of await within(read())) gauge.set(labels, value)
          } catch {
            gauge.reset()
          }
        },
      })
    },
    observe: (call, status, seconds) => calls.observe({ call, status }, seconds),
    gauge(name, help, read) {
      const gauge = new Gauge({
        name,
        help,
        registers: [registry],
        collect() {
          gauge.set(read())
        },
      })
    },
    text: () => registry.metrics(),
    contentType: registry.contentType,
  }
}

/** A scrape is given up after some ten seconds; what else there is to tell must not wait for the database. */
const DEADLINE = 3_000

async function within<T>(reading: T | Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(new Error('no answer in time')), DEADLINE)
  })
  try {
    return await Promise.race([reading, late])
  } finally {
    clearTimeout(timer)
  }
}
