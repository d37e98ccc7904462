import { AggregatorRegistry, collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from 'prom-client'
import { thisWorker } from '@/lib/server/platform/cluster-worker'

export type Observe = (call: string, status: number, seconds: number) => void

interface Measured {
  labels: Record<string, string>
  value: number
}

/** `database`: whichever process reads it, it is the same. */
type Subject = 'process' | 'database'

export interface Metrics {
  observe: Observe
  /** A gauge that is read when the metrics are asked for. */
  gauge(name: string, help: string, read: () => number): void
  /** The same by labels. One that cannot be read is left out, so that metrics are told while the database is away. */
  gauges(name: string, help: string, labels: string[], read: () => Measured[] | Promise<Measured[]>, of?: Subject): void
  /** A call was refused, and why. */
  refused(call: string, code: string): void
  text(): Promise<string>
  contentType: string
}

export function createMetrics(): Metrics {
  const worker = thisWorker()
  const registry = new Registry()
  /** What is said once for all the processes behind one port. */
  const common = new Registry()
  collectDefaultMetrics({ register: registry })
  const calls = new Histogram({
    name: 'portal_api_call_seconds',
    help: 'Answers of the API by call and status',
    labelNames: ['call', 'status'],
    buckets: [0.001, 0.005, 0.025, 0.1, 0.5, 2, 10],
    registers: [registry],
  })
  const refusals = new Counter({
    name: 'portal_api_refusals_total',
    help: 'Calls refused, by call and code',
    labelNames: ['call', 'code'],
    registers: [registry],
  })
  if (worker !== null) {
    // A series for each process: added up, their counters would fall when one of them is replaced, which reads as a restart of all.
    registry.setDefaultLabels({ worker: String(worker.number) })
    // This one is left out of sums, and is none here.
    for (const { name } of registry.getMetricsAsArray()) {
      const metric = registry.getSingleMetric(name) as { aggregator?: string } | undefined
      if (metric?.aggregator === 'omit') metric.aggregator = 'first'
    }
    AggregatorRegistry.setRegistries([registry, common])
    // Lets this process answer the primary.
    new AggregatorRegistry()
  }
  return {
    refused: (call, code) => refusals.inc({ call, code }),
    gauges(name, help, labelNames, read, of = 'process') {
      const gauge = new Gauge({
        name,
        help,
        labelNames,
        registers: [of === 'database' ? common : registry],
        aggregator: of === 'database' ? 'max' : 'sum',
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
    text: async () => (await worker?.metrics()) ?? Registry.merge([registry, common]).metrics(),
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
