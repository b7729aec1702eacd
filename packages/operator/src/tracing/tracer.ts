import { type Context, ROOT_CONTEXT, SpanKind, SpanStatusCode, trace, type Tracer } from '@opentelemetry/api'
import { defaultResource, detectResources, envDetector, resourceFromAttributes } from '@opentelemetry/resources'
import {
  BatchSpanProcessor,
  ConsoleSpanExporter,
  type SpanExporter,
  TraceIdRatioBasedSampler,
  TracerProvider,
} from '@opentelemetry/sdk-trace'
import { version } from '../version.ts'
import type { RoundSpan } from './round-spans.ts'
import type { TracingSettings } from './tracing-settings.ts'

export interface Tracing {
  readonly round: (span: RoundSpan) => void
  /** Sends the remaining spans; never rejects. */
  readonly stop: () => Promise<void>
}

const exporterOf = async ({ exporter, protocol }: TracingSettings): Promise<SpanExporter> => {
  if (exporter === 'console') return new ConsoleSpanExporter()
  const { OTLPTraceExporter } = protocol === 'http/json' ? await import('@opentelemetry/exporter-trace-otlp-http')
    : await import('@opentelemetry/exporter-trace-otlp-proto')
  return new OTLPTraceExporter()
}

const emit = (tracer: Tracer, parent: Context, { name, start, end, attributes, error, children }: RoundSpan): void => {
  // Date objects: OpenTelemetry takes a small number as relative to the process start
  const span = tracer.startSpan(name, { startTime: new Date(start), attributes: { ...attributes }, kind: SpanKind.INTERNAL }, parent)
  const within = trace.setSpan(parent, span)
  for (const child of children) emit(tracer, within, child)
  if (error !== null) span.setStatus({ code: SpanStatusCode.ERROR, message: error })
  span.end(new Date(end))
}

/** The only file that imports OpenTelemetry; loaded only if tracing is on. `exporter`: replaces that of the settings. */
export const createTracing = async (settings: TracingSettings, exporter?: SpanExporter): Promise<Tracing> => {
  const resource = defaultResource()
    .merge(resourceFromAttributes({ 'service.version': version }))
    .merge(detectResources({ detectors: [envDetector] }))
    .merge(resourceFromAttributes({ 'service.name': settings.serviceName }))
  const provider = new TracerProvider({
    resource,
    sampler: new TraceIdRatioBasedSampler(settings.ratio),
    spanProcessors: [new BatchSpanProcessor({ exporter: exporter ?? await exporterOf(settings) })],
  })
  const tracer = provider.getTracer('flink-operator', version)
  return {
    round: span => emit(tracer, ROOT_CONTEXT, span),
    stop: () => provider.shutdown().catch(() => undefined),
  }
}
