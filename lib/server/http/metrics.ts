import { collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client'

export type Observe = (call: string, status: number, seconds: number) => void

export interface Metrics {
  observe: Observe
  /** A gauge that is read when the metrics are asked for. */
  gauge(name: string, help: string, read: () => number): void
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
  return {
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
