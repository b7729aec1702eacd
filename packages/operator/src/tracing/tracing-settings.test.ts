import * as E from 'fp-ts/lib/Either.js'
import { describe, expect, test } from 'vitest'
import { tracingSettings } from './tracing-settings.ts'

const on = { exporter: 'otlp', protocol: 'http/protobuf', serviceName: 'flink-operator', ratio: 1 }
const endpoint = { OTEL_EXPORTER_OTLP_ENDPOINT: 'http://collector:4318' }

describe('tracing is on where the variables of OpenTelemetry say so', () => {
  test.each([
    ['nothing is set', {}, null],
    ['empty ones count as not set', { OTEL_EXPORTER_OTLP_ENDPOINT: '', OTEL_TRACES_EXPORTER: ' ' }, null],
    ['only a name', { OTEL_SERVICE_NAME: 'x' }, null],
    ['an endpoint', endpoint, on],
    ['an endpoint of traces alone', { OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: 'http://collector/v1/traces' }, on],
    ['an endpoint, but no exporter of traces', { ...endpoint, OTEL_TRACES_EXPORTER: 'none' }, null],
    ['an endpoint, but turned off', { ...endpoint, OTEL_SDK_DISABLED: 'TRUE' }, null],
    ['an exporter alone: its default endpoint', { OTEL_TRACES_EXPORTER: 'otlp' }, on],
    ['to the console', { OTEL_TRACES_EXPORTER: 'console' }, { ...on, exporter: 'console' }],
    ['name, protocol, a tenth', {
      ...endpoint,
      OTEL_SERVICE_NAME: 'flink',
      OTEL_EXPORTER_OTLP_PROTOCOL: 'http/json',
      OTEL_TRACES_SAMPLER: 'parentbased_traceidratio',
      OTEL_TRACES_SAMPLER_ARG: '0.1',
    }, { exporter: 'otlp', protocol: 'http/json', serviceName: 'flink', ratio: 0.1 }],
  ])('%s', (_what, environment, expected) => {
    expect(tracingSettings(environment)).toEqual(E.right(expected))
  })
})

describe('what is not understood is refused, with the variable, what was found and what is allowed', () => {
  test.each([
    [{ OTEL_TRACES_EXPORTER: 'jaeger' }, 'OTEL_TRACES_EXPORTER is "jaeger": expected otlp, console or none'],
    [{ ...endpoint, OTEL_EXPORTER_OTLP_PROTOCOL: 'grpc' }, 'OTEL_EXPORTER_OTLP_PROTOCOL is "grpc": expected http/protobuf or http/json'],
    [
      { ...endpoint, OTEL_TRACES_SAMPLER: 'xray' },
      'OTEL_TRACES_SAMPLER is "xray": expected always_on, always_off or traceidratio, or those with parentbased_',
    ],
    [
      { ...endpoint, OTEL_TRACES_SAMPLER: 'traceidratio', OTEL_TRACES_SAMPLER_ARG: '2' },
      'OTEL_TRACES_SAMPLER_ARG is "2": expected a number from 0 to 1',
    ],
  ])('%o', (environment, message) => {
    expect(tracingSettings(environment)).toEqual(E.left(message))
  })
})
