import { kindOf } from '@flink-operator/kinds'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { afterEach, describe, expect, test } from 'vitest'
import type { RoundReport } from '../round.ts'
import { statesOf } from '../states.ts'

interface Received {
  readonly path: string
  readonly type: string
  readonly body: Buffer
}

const closing: (() => void)[] = []
afterEach(() => {
  closing.splice(0).forEach(close => close())
})

/** As small a receiver of OTLP/HTTP as there can be. */
const aReceiver = async (): Promise<{ readonly url: string; readonly received: Received[] }> => {
  const received: Received[] = []
  const server = createServer((request, response) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', () => {
      received.push({ path: request.url ?? '', type: request.headers['content-type'] ?? '', body: Buffer.concat(chunks) })
      response.writeHead(200, { 'content-type': 'application/json' }).end('{}')
    })
  })
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  closing.push(() => server.close())
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, received }
}

const report = {
  startedAt: 1_000,
  took: 500,
  source: 'cache',
  meta: { uid: 'u-1', generation: 3 } as RoundReport['meta'],
  looks: [{
    why: 'to know',
    answers: [
      { query: 'GetJobsOverview', fact: { source: 'live', asOf: 0, _tag: 'Known', value: [] }, took: 20, startedAt: 1_010 },
      {
        query: 'GetCheckpoints',
        fact: { source: 'live', asOf: 0, _tag: 'Unknown', reason: 'Timeout', message: '' },
        took: 100,
        startedAt: 1_010,
      },
    ],
  }],
  facts: {},
  decided: null,
  outcomes: [
    {
      action: { _tag: 'PersistStatus', status: {}, reason: 'password=hunter2 is due' },
      result: 'done',
      error: null,
      took: 30,
      startedAt: 1_120,
    },
    {
      action: { _tag: 'CancelJob', endpoint: { namespace: 'a', service: 's', port: 1, tls: false }, jobId: 'j', why: 'w' },
      result: 'failed',
      error: { _tag: 'Unreachable', message: 'no route', applied: 'No', httpStatus: null, retryAfter: null },
      took: 200,
      startedAt: 1_150,
    },
    { action: { _tag: 'Requeue', after: 1, waitingFor: 'time' }, result: 'skipped', error: null, took: 0 },
  ],
  recovery: [],
  waitingFor: null,
  written: null,
  end: { _tag: 'Settled', after: 0, atTheLatest: null },
  ...statesOf(kindOf('FlinkDeployment'), { lifecycleState: 'UPGRADING', jobStatus: { state: 'RUNNING' } }),
} as RoundReport

interface Span {
  readonly traceId: string
  readonly spanId: string
  readonly parentSpanId?: string
  readonly name: string
  readonly startTimeUnixNano: string
  readonly endTimeUnixNano: string
  readonly status: { readonly code: number; readonly message?: string }
  readonly attributes: readonly { readonly key: string; readonly value: Readonly<Record<string, unknown>> }[]
}

const startTracing = JSON.stringify(join(import.meta.dirname, 'start-tracing.ts'))

/** In a process of its own, as the operator is one. */
const inProcess = (script: string, environment: Readonly<Record<string, string>>): Promise<string> =>
  new Promise((resolve, reject) => {
    const args = ['--conditions=@flink-operator/source', '--input-type=module', '-e', script]
    execFile(
      process.execPath,
      args,
      { env: { PATH: process.env['PATH'], ...environment } },
      (error, out) => (error === null ? resolve(out.trim()) : reject(new Error(error.message))),
    )
  })

/** Tells of one round, and waits until it was sent. */
const sent = (environment: Readonly<Record<string, string>>): Promise<string> =>
  inProcess(
    `const { startTracing } = await import(${startTracing})
     const { right: tracing } = await startTracing(process.env)
     tracing.round('FlinkDeployment', { namespace: 'jobs', name: 'orders' }, ${JSON.stringify(report)})
     await tracing.stop()
     console.log('sent')`,
    environment,
  )

describe('a round is a trace: it, its looks and its effects are spans', () => {
  test('OTLP as JSON: parents, times, what failed, and whose round it was; no secret', async () => {
    const { url, received } = await aReceiver()
    await sent({ OTEL_EXPORTER_OTLP_ENDPOINT: url, OTEL_EXPORTER_OTLP_PROTOCOL: 'http/json', OTEL_SERVICE_NAME: 'flink' })
    expect(received.map(({ path, type }) => [path, type])).toEqual([['/v1/traces', 'application/json']])
    const text = received[0]!.body.toString()
    expect(text).not.toContain('hunter2')
    const { resourceSpans: [{ resource, scopeSpans: [{ spans }] }] } = JSON.parse(text) as {
      resourceSpans: [{ resource: Pick<Span, 'attributes'>; scopeSpans: [{ spans: Span[] }] }]
    }
    expect(resource.attributes).toContainEqual({ key: 'service.name', value: { stringValue: 'flink' } })
    const root = spans.find(({ parentSpanId }) => parentSpanId === undefined || parentSpanId === '')!
    expect(root.name).toBe('round FlinkDeployment')
    expect(root.attributes).toContainEqual({ key: 'flink.resource.name', value: { stringValue: 'orders' } })
    const reported = spans.map(({ name, startTimeUnixNano, endTimeUnixNano, status, ...span }) => [
      name,
      Number(startTimeUnixNano) / 1e6,
      Number(endTimeUnixNano) / 1e6,
      status.code === 2 ? status.message : 'ok',
      span.parentSpanId === root.spanId || name === root.name,
      span.traceId === root.traceId,
    ])
    expect(reported).toEqual(expect.arrayContaining([
      ['look GetJobsOverview', 1_010, 1_030, 'ok', true, true],
      ['look GetCheckpoints', 1_010, 1_110, 'unknown: Timeout', true, true],
      ['effect PersistStatus', 1_120, 1_150, 'ok', true, true],
      ['effect CancelJob', 1_150, 1_350, 'Unreachable: no route', true, true],
      ['round FlinkDeployment', 1_000, 1_500, 'ok', true, true],
    ]))
    // what was not begun is no span
    expect(reported).toHaveLength(5)
  })

  test('OTLP as protobuf, the default', async () => {
    const { url, received } = await aReceiver()
    await sent({ OTEL_EXPORTER_OTLP_ENDPOINT: url })
    expect(received.map(({ path, type }) => [path, type])).toEqual([['/v1/traces', 'application/x-protobuf']])
    expect(received[0]!.body.includes('effect CancelJob')).toBe(true)
  })

  test('a collector that is not there holds nobody up, and breaks nothing', async () => {
    expect(await sent({ OTEL_EXPORTER_OTLP_ENDPOINT: 'http://127.0.0.1:9', OTEL_EXPORTER_OTLP_TIMEOUT: '200' })).toBe('sent')
  })
})

test('off, nothing of OpenTelemetry is loaded; on, it is', async () => {
  const script = `import { registerHooks } from 'node:module'
    let found = 0
    registerHooks({ load: (url, context, next) => { if (url.includes('@opentelemetry')) found++; return next(url, context) } })
    const { startTracing } = await import(${startTracing})
    const tracing = await startTracing(process.env)
    console.log(tracing.right === null, found > 0)
    process.exit(0)`
  expect(await inProcess(script, {})).toBe('true false')
  expect(await inProcess(script, { OTEL_TRACES_EXPORTER: 'otlp' })).toBe('false true')
})
