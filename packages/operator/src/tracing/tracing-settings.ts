import * as E from 'fp-ts/lib/Either.js'

/**
 * How spans are exported. The exporters read further variables themselves (OTEL_EXPORTER_OTLP_ENDPOINT, …_HEADERS, …_TIMEOUT,
 * …_CERTIFICATE).
 */
export interface TracingSettings {
  readonly exporter: 'otlp' | 'console'
  readonly protocol: 'http/protobuf' | 'http/json'
  readonly serviceName: string
  /** Fraction of the rounds that are traced. */
  readonly ratio: number
}

type Environment = Readonly<Record<string, string | undefined>>

const valueOf = (environment: Environment, name: string): string | null => {
  const text = environment[name]?.trim() ?? ''
  return text === '' ? null : text
}

const protocols: readonly TracingSettings['protocol'][] = ['http/protobuf', 'http/json']

const exporterOf = (environment: Environment): E.Either<string, TracingSettings['exporter'] | null> => {
  const named = valueOf(environment, 'OTEL_TRACES_EXPORTER')
  const hasEndpoint = valueOf(environment, 'OTEL_EXPORTER_OTLP_ENDPOINT') !== null
    || valueOf(environment, 'OTEL_EXPORTER_OTLP_TRACES_ENDPOINT') !== null
  if (valueOf(environment, 'OTEL_SDK_DISABLED')?.toLowerCase() === 'true' || named === 'none') return E.right(null)
  if (named === null) return E.right(hasEndpoint ? 'otlp' : null)
  return named === 'otlp' || named === 'console' ? E.right(named)
    : E.left(`OTEL_TRACES_EXPORTER is "${named}": expected otlp, console or none`)
}

const ratioOf = (environment: Environment): E.Either<string, number> => {
  const sampler = valueOf(environment, 'OTEL_TRACES_SAMPLER') ?? 'parentbased_always_on'
  const argument = valueOf(environment, 'OTEL_TRACES_SAMPLER_ARG') ?? '1'
  switch (sampler.replace('parentbased_', '')) {
    case 'always_on':
      return E.right(1)
    case 'always_off':
      return E.right(0)
    case 'traceidratio': {
      const ratio = Number(argument)
      return ratio >= 0 && ratio <= 1 ? E.right(ratio) : E.left(`OTEL_TRACES_SAMPLER_ARG is "${argument}": expected a number from 0 to 1`)
    }
    default:
      return E.left(`OTEL_TRACES_SAMPLER is "${sampler}": expected always_on, always_off or traceidratio, or those with parentbased_`)
  }
}

/** Reads the variables of OpenTelemetry. Right null: tracing is off, the default. Left: one line that says which variable is wrong. */
export const tracingSettings = (environment: Environment): E.Either<string, TracingSettings | null> => {
  const exporter = exporterOf(environment)
  if (E.isLeft(exporter) || exporter.right === null) return exporter as E.Either<string, null>
  const named = valueOf(environment, 'OTEL_EXPORTER_OTLP_TRACES_PROTOCOL') ?? valueOf(environment, 'OTEL_EXPORTER_OTLP_PROTOCOL')
    ?? 'http/protobuf'
  const protocol = protocols.find(it => it === named)
  if (protocol === undefined) return E.left(`OTEL_EXPORTER_OTLP_PROTOCOL is "${named}": expected ${protocols.join(' or ')}`)
  const ratio = ratioOf(environment)
  if (E.isLeft(ratio)) return ratio
  return E.right({
    exporter: exporter.right,
    protocol,
    serviceName: valueOf(environment, 'OTEL_SERVICE_NAME') ?? 'flink-operator',
    ratio: ratio.right,
  })
}
