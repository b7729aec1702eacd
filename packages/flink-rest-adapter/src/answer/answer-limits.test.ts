import { readFileSync } from 'node:fs'
import * as TE from 'fp-ts/lib/TaskEither.js'
import { describe, expect, test } from 'vitest'
import { everyAction, everyQuery } from '../../test/every-call.ts'
import { recordings, releases } from '../../test/recorded-answers.ts'
import { endpoint } from '../../test/recorded-call.ts'
import { execute } from '../effect/execute.ts'
import type { FlinkHttp } from '../http.ts'
import { readJobLoad } from '../load/job-load.ts'
import { answerQuery } from '../read/answer-query.ts'
import type { RestRequest } from '../rest-request.ts'
import { type AnswerLimit, answerLimit, answerLimits, refusalLimit, smallLimit } from './answer-limits.ts'
import { tooComplex } from './json-shape.ts'

const ids = (n: number): string => String(n).padStart(32, 'a')
const many = <A>(count: number, make: (n: number) => A): readonly A[] => Array.from({ length: count }, (_, n) => make(n))
const get = (path: string): RestRequest => ({ method: 'GET', path: `/v1${path}` })

const taskCounts = Object.fromEntries(
  ['CREATED', 'SCHEDULED', 'DEPLOYING', 'RUNNING', 'FINISHED', 'CANCELING', 'CANCELED', 'FAILED', 'RECONCILING', 'INITIALIZING'].map(
    state => [state.toLowerCase(), 12],
  ),
)
const metrics = Object.fromEntries(many(16, n => [`accumulated-metric-${n}`, 123_456_789]))
const trace = `org.apache.flink.X: words\n${'\tat org.apache.flink.runtime.Some.method(Some.java:123)\n'.repeat(350)}`

/** Larger than people run. Made after the recorded answers of Flink 1.20 and 2.3. */
const large: readonly (readonly [string, RestRequest, unknown])[] = [
  ['5,000 jobs', get('/jobs/overview'), {
    jobs: many(5_000, n => ({
      jid: ids(n),
      name: 'a job with a name of some length',
      state: 'RUNNING',
      'start-time': 1_700_000_000_000,
      'end-time': -1,
      duration: 123_456_789,
      'last-modification': 1_700_000_000_000,
      tasks: { ...taskCounts, total: 12, pending: 0 },
      'pending-operators': 0,
      schedulerType: 'Adaptive',
    })),
  }],
  ['a job of 3,000 vertices', get(`/jobs/${ids(1)}`), {
    jid: ids(1),
    vertices: many(3_000, n => ({
      id: ids(n),
      name: 'Source: kafka -> Map -> Filter -> Sink: a name of some length',
      maxParallelism: 128,
      parallelism: 12,
      status: 'RUNNING',
      'start-time': 1_700_000_000_000,
      'end-time': -1,
      duration: 1,
      tasks: taskCounts,
      metrics,
    })),
    plan: {
      nodes: many(3_000, n => ({
        id: ids(n),
        parallelism: 12,
        operator: '',
        operator_strategy: '',
        description: 'Source: kafka<br/>+- Map<br/>   +- Filter<br/>      +- Sink: a name of some length<br/>',
        inputs: [{ num: 0, id: ids(n), ship_strategy: 'HASH', exchange: 'pipelined_bounded' }],
        optimizer_properties: {},
      })),
    },
  }],
  ['a checkpoint of 3,000 vertices', get(`/jobs/${ids(1)}/checkpoints/details/7`), {
    id: 7,
    tasks: Object.fromEntries(many(3_000, n => [ids(n), { id: 7, status: 'COMPLETED', ...metrics }])),
  }],
  ['a history of 1,000 checkpoints', get(`/jobs/${ids(1)}/checkpoints`), {
    history: many(1_000, n => ({ id: n, external_path: `s3://bucket/${ids(n)}/chk-${n}`, ...metrics, ...taskCounts, tasks: {} })),
  }],
  ['16 failures, each with 20 others', get(`/jobs/${ids(1)}/exceptions`), {
    exceptionHistory: { entries: many(16, () => ({ stacktrace: trace, concurrentExceptions: many(20, () => ({ stacktrace: trace })) })) },
  }],
  [
    'bounds of 10,000 vertices',
    get(`/jobs/${ids(1)}/resource-requirements`),
    Object.fromEntries(
      many(10_000, n => [ids(n), { parallelism: { lowerBound: 1, upperBound: 128 } }]),
    ),
  ],
  ['1,000 TaskManagers', get('/taskmanagers'), {
    taskmanagers: many(1_000, n => ({
      id: `flink-taskmanager-${ids(n)}`,
      path: 'pekko.tcp://flink@10.0.0.1:6122/user/rpc/taskmanager_0',
      ...metrics,
      hardware: metrics,
      memoryConfiguration: metrics,
      totalResource: { ...metrics, extendedResources: {} },
      freeResource: { ...metrics, extendedResources: {} },
    })),
  }],
  ['5,000 jars', get('/jars'), {
    files: many(5_000, n => ({ id: `${ids(n)}_job.jar`, name: 'job.jar', uploaded: 1, entry: [{ name: 'a.b.Main', description: null }] })),
  }],
]

describe('S02 limits of answers', () => {
  test.each(large)('%s fit', (_, request, body) => {
    const text = Buffer.from(JSON.stringify(body))
    const limit = answerLimit(request, 200)
    expect(text.length).toBeLessThan(limit.bytes)
    expect(tooComplex(text, limit)).toBeNull()
  })

  test.each(releases)('every recorded answer of Flink %s fits ten times', release => {
    for (const { request, response } of recordings(release)) {
      const limit = answerLimit({ method: request.method as RestRequest['method'], path: request.path }, response.status)
      const text = Buffer.from(JSON.stringify(response.body))
      expect([request.path, text.length * 10 < limit.bytes, tooComplex(text, { values: limit.values / 10, depth: limit.depth / 3 })])
        .toEqual([
          request.path,
          true,
          null,
        ])
    }
  })

  test('docs/flink-rest-traps.md has each of them', () => {
    const page = readFileSync(new URL('../../../../docs/flink-rest-traps.md', import.meta.url), 'utf8')
    const row = (what: string, { bytes, values }: AnswerLimit) =>
      `| ${what} | ${bytes >= 1 << 20 ? `${bytes >> 20} MiB` : `${bytes >> 10} KiB`} | ${values.toLocaleString('en-US')} |`
    const rows = [
      ...answerLimits.filter(([, limit]) => limit !== smallLimit).map(([path, limit]) => row(`\`${path}\``, limit)),
      row('every other read, every effect', smallLimit),
      row('an answer that is not 2xx', refusalLimit),
    ]
    expect(rows.filter(line => !page.includes(line))).toEqual([])
  })

  test('whatever is asked for has its line: what has none answers little', async () => {
    const asked: RestRequest[] = []
    const answers: Readonly<Record<string, unknown>> = {
      '/v1/config': { 'flink-version': '2', 'flink-revision': 'r' },
      '/v1/savepoint-disposal': { 'request-id': 'a' },
    }
    const http: FlinkHttp = {
      call: (_, request) => {
        asked.push(request)
        const vertices = [{ id: 'f', parallelism: 1 }]
        return TE.right(answers[request.path] ?? { state: 'RUNNING', 'start-time': 1, vertices, status: { id: 'COMPLETED' } })
      },
      inTurn: upload => upload(),
      close: () => undefined,
    }
    for (const query of everyQuery(endpoint)) await answerQuery(http, () => 1)(query)()
    for (const action of everyAction(endpoint)) await execute(http)(action)()
    await readJobLoad(http, endpoint, 'a')
    const small = asked.filter(request => answerLimit(request, 200).bytes <= 64 * 1_024).map(({ method, path }) => `${method} ${path}`)
    expect([...new Set(small)].sort().map(line => line.replaceAll(/[ab]{32}/g, 'ID'))).toMatchInlineSnapshot(`
      [
        "DELETE /v1/jars/a.jar",
        "GET /v1/config",
        "GET /v1/jobmanager/metrics",
        "GET /v1/jobs/a/metrics",
        "GET /v1/jobs/ID/checkpoints/config",
        "GET /v1/jobs/ID/metrics",
        "GET /v1/taskmanagers/metrics",
        "PATCH /v1/jobs/ID",
        "POST /v1/jars/a.jar/run",
        "POST /v1/jobs/ID/checkpoints",
        "POST /v1/jobs/ID/savepoints",
        "POST /v1/jobs/ID/stop",
        "POST /v1/savepoint-disposal",
        "PUT /v1/jobs/ID/resource-requirements",
      ]
    `)
  })
})
