import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { endpoint } from '../../test/recorded-call.ts'
import { recorded, releases } from '../../test/recorded-answers.ts'
import { type ReplayServer, type Responder, replayServer } from '../../test/replay-server.ts'
import { flinkHttp, type FlinkHttp } from '../http.ts'
import { answerQuery } from './answer-query.ts'

let server: ReplayServer
let http: FlinkHttp
beforeAll(async () => {
  server = await replayServer()
  http = flinkHttp({ resolveEndpoint: () => Promise.resolve({ url: server.url }), requestTimeout: 30_000 })
})
afterAll(async () => {
  http.close()
  await server.close()
})

const jobId = '0000a10000000000000000000000000a'
const source = 'ca88eee0095684d687a1b6495617f957'
const counting = '0da08f51eaa85fc298e176a139b3649a'
const ask = (responder: Responder) => {
  server.answer(responder)
  return answerQuery(http, () => 42)
}
const notFound = { status: 404, body: { errors: ['org.apache.flink.runtime.rest.NotFoundException: Job could not be found.'] } }

describe.each(releases)('what the autoscaler reads of Flink %s', release => {
  const body = (name: string) => recorded(release, name).response

  const flink: Responder = ({ path, query }) => {
    if (path.endsWith('/subtasks/metrics'))
      return body(query === null || query === '' ? 'vertex-metrics-aggregated-list' : 'vertex-metrics-aggregated')
    if (path === '/v1/jobmanager/metrics') return body('jobmanager-metrics-get')
    if (path === '/v1/taskmanagers/metrics') return body('taskmanagers-metrics-aggregated')
    return body('app-running-job')
  }

  test('the graph with its counters, and the names of the metrics of a source, at once', async () => {
    const fact = await ask(flink)({ _tag: 'GetJobDetails', endpoint, jobId, namesOf: [source] })()
    expect(fact).toMatchObject({
      _tag: 'Known',
      asOf: 42,
      value: {
        runningSince: expect.any(Number),
        vertices: [
          { id: source, parallelism: 1, maxParallelism: 128, isFinished: false, inputs: [], readRecords: 0, isComplete: true },
          { id: counting, inputs: [{ id: source, shipStrategy: 'REBALANCE' }], slotSharingGroup: '55555555555555555555555555000001' },
        ],
        metricNames: { [source]: expect.arrayContaining(['Source__numbers.numRecordsIn', 'busyTimeMsPerSecond']) },
      },
    })
    expect(server.asked).toHaveLength(2)
  })

  test('A-19 counters that some TaskManager has not reported are not complete', async () => {
    const fact = await ask(() => body('adaptive-job-RUNNING'))({ _tag: 'GetJobDetails', endpoint, jobId, namesOf: [] })()
    expect(fact).toMatchObject({ value: { vertices: [{ isComplete: false }, { isComplete: false }] } })
  })

  test('P14 an unknown job is absent, and names that can not be read are left out', async () => {
    expect(await ask(() => body('unknown-job-job'))({ _tag: 'GetJobDetails', endpoint, jobId, namesOf: [] })()).toMatchObject({
      _tag: 'Absent',
    })
    const half: Responder = request => (request.path.endsWith('/subtasks/metrics') ? notFound : flink(request))
    expect(await ask(half)({ _tag: 'GetJobDetails', endpoint, jobId, namesOf: [source] })()).toMatchObject({
      _tag: 'Known',
      value: { metricNames: {} },
    })
  })

  test('ten vertices and two sources take 15 requests together with the graph and its names', async () => {
    const vertices = Array.from({ length: 10 }, (_, n) => ({ id: `${n}`.repeat(32), get: ['busyTimeMsPerSecond'] }))
    await ask(flink)({ _tag: 'GetJobDetails', endpoint, jobId, namesOf: ['0'.repeat(32), '1'.repeat(32)] })()
    const first = server.asked.length
    const fact = await ask(flink)({ _tag: 'GetVertexMetrics', endpoint, jobId, vertices })()
    expect(first + server.asked.length).toBe(15)
    expect(fact).toMatchObject({
      _tag: 'Known',
      asOf: 42,
      value: {
        values: {
          [vertices[0]!.id]: expect.arrayContaining([expect.objectContaining({ id: 'busyTimeMsPerSecond', sum: expect.any(Number) })]),
        },
        names: {},
        jobManager: { taskSlotsTotal: 4, taskSlotsAvailable: 3 },
        taskManager: expect.arrayContaining([expect.objectContaining({ id: 'Status.JVM.Memory.Heap.Max', max: 429_916_160 })]),
      },
    })
  })

  test('names that are not known are asked for first, and the values of those that a source needs', async () => {
    const fact = await ask(flink)({ _tag: 'GetVertexMetrics', endpoint, jobId, vertices: [{ id: source, get: null }] })()
    const asked = server.asked.find(({ path, query }) => path.endsWith('/subtasks/metrics') && query !== null && query !== '')
    expect(decodeURIComponent(asked?.query ?? '').slice('get='.length).split(',').toSorted()).toEqual([
      'Source__numbers.numRecordsIn',
      'Source__numbers.numRecordsInPerSecond',
      'Source__numbers.numRecordsOut',
      'backPressuredTimeMsPerSecond',
      'busyTimeMsPerSecond',
    ])
    expect(fact).toMatchObject({ value: { names: { [source]: expect.arrayContaining(['busyTimeMsPerSecond']) } } })
  })

  test('older versions have no metric of all garbage collection: asked once more without it', async () => {
    const older: Responder = request =>
      request.path === '/v1/taskmanagers/metrics' && decodeURIComponent(request.query ?? '').includes('GarbageCollector')
        ? { status: 200, body: [] } : flink(request)
    const fact = await ask(older)({ _tag: 'GetVertexMetrics', endpoint, jobId, vertices: [] })()
    expect(fact).toMatchObject({
      value: { taskManager: expect.arrayContaining([expect.objectContaining({ id: 'Status.JVM.Memory.Heap.Used' })]) },
    })
  })

  test.each(['/subtasks/metrics', '/v1/jobmanager/metrics', '/v1/taskmanagers/metrics'])(
    'P14 what measures nothing is Unknown as a whole: %s',
    async part => {
      const broken: Responder = request => (request.path.endsWith(part) ? { status: 500, body: { errors: ['no'] } } : flink(request))
      const fact = await ask(broken)({
        _tag: 'GetVertexMetrics',
        endpoint,
        jobId,
        vertices: [{ id: source, get: ['busyTimeMsPerSecond'] }],
      })()
      expect(fact).toMatchObject({ _tag: 'Unknown' })
    },
  )

  test('a number that is none is NaN, one that is missing is null', async () => {
    const nan: Responder = request =>
      request.path.endsWith('/subtasks/metrics') ? { status: 200, body: [{ id: 'busyTimeMsPerSecond', max: 'NaN' }] } : flink(request)
    expect(await ask(nan)({ _tag: 'GetVertexMetrics', endpoint, jobId, vertices: [{ id: source, get: ['busyTimeMsPerSecond'] }] })())
      .toMatchObject({ value: { values: { [source]: [{ id: 'busyTimeMsPerSecond', min: null, max: NaN, avg: null, sum: null }] } } })
  })
})
