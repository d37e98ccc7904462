import { setTimeout as delay } from 'node:timers/promises'
import type { Attributes, Span } from '@opentelemetry/api'

export interface TracedCall {
  /** The call's name in the contract, such as `bids.place`. */
  name: string
  requestId: string
  /** Only `traceparent` and `tracestate` are read. */
  headers: Headers
}

/** Runs the work within a span that ends with the answer. */
export type Trace = (call: TracedCall, work: () => Promise<Response>) => Promise<Response>

interface Tracing {
  call: Trace
  /** Flushes the remaining spans, within three seconds. */
  stop(): Promise<void>
}

const STOP_TIMEOUT_MS = 3_000

/**
 * Spans of the API's calls, sent by OTLP over HTTP as the OTEL_* variables configure; null if no address is set, and the packages
 * are not loaded then. Next finds the registered provider and adds the spans of its pages. No input, name, price or token is recorded.
 */
export async function startTracing(endpoint: string | null, serverId: string): Promise<Tracing | null> {
  if (endpoint === null) return null
  const [api, sdk, { OTLPTraceExporter }, resources] = await Promise.all([
    import('@opentelemetry/api'),
    import('@opentelemetry/sdk-trace-node'),
    import('@opentelemetry/exporter-trace-otlp-http'),
    import('@opentelemetry/resources'),
  ])
  const { context, propagation, SpanKind, SpanStatusCode, trace } = api
  const { defaultResource, detectResources, envDetector, resourceFromAttributes } = resources
  const defaults: Attributes = { 'service.name': 'gas-auction-portal', 'service.instance.id': serverId }
  // OTEL_SERVICE_NAME and OTEL_RESOURCE_ATTRIBUTES override ours; the default resource does not read them.
  const configured = detectResources({ detectors: [envDetector] })
  const exporter = new OTLPTraceExporter({ url: `${endpoint.replace(/\/+$/, '')}/v1/traces` })
  const provider = new sdk.NodeTracerProvider({
    resource: defaultResource().merge(resourceFromAttributes(defaults)).merge(configured),
    spanProcessors: [new sdk.BatchSpanProcessor(exporter)],
  })
  provider.register()
  const tracer = trace.getTracer('gas-auction-portal')
  const reader = {
    get: (headers: Headers, key: string) => headers.get(key) ?? undefined,
    keys: (headers: Headers) => [...headers.keys()],
  }

  function finish(span: Span, response: Response): void {
    span.setAttribute('http.response.status_code', response.status)
    if (response.status >= 500) span.setStatus({ code: SpanStatusCode.ERROR })
    span.end()
  }

  return {
    async call({ name, requestId, headers }, work) {
      const parent = propagation.extract(context.active(), headers, reader)
      const attributes = { 'http.request.method': 'POST', 'rpc.method': name, 'portal.request_id': requestId }
      const span = tracer.startSpan(name, { kind: SpanKind.SERVER, attributes }, parent)
      // The API answers errors itself: the work does not throw.
      const response = await context.with(trace.setSpan(parent, span), work)
      finish(span, response)
      return response
    },
    async stop() {
      const timeout = delay(STOP_TIMEOUT_MS, undefined, { ref: false })
      await Promise.race([provider.shutdown().catch(() => undefined), timeout])
    },
  }
}
