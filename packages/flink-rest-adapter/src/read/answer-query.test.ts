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
const query = { _tag: 'GetJobsOverview', endpoint } as const
const answering = (responder: Responder) => {
  server.answer(responder)
  return answerQuery(http, () => 42)
}

describe.each(releases)('facts from Flink %s', release => {
  const replaying = (...names: readonly string[]) =>
    answering(request => {
      const found = names.map(name => recorded(release, name)).find(recording => recording.request.path === request.path)
      return found?.response ?? { status: 404, body: { errors: [`Not found: ${request.path}`] } }
    })

  test('jobs, B56 with their tasks', async () => {
    const fact = await replaying('jobs-overview-tasks-initializing')(query)()
    expect(fact).toEqual({
      _tag: 'Known',
      source: 'live',
      asOf: 42,
      value: [{
        jobId,
        name: 'test-job',
        state: 'RUNNING',
        startTime: expect.any(Number),
        lastModification: expect.any(Number),
        endTime: -1,
        tasks: { total: 2, running: 0, finished: 0, failed: 0 },
      }],
    })
  })

  test('no jobs is known, not absent', async () =>
    expect(await replaying('jobs-overview-empty')(query)()).toEqual({ _tag: 'Known', source: 'live', asOf: 42, value: [] }))

  test('the cluster, from two answers', async () => {
    const fact = await replaying('config', 'taskmanagers')({ _tag: 'GetClusterOverview', endpoint })()
    expect(fact).toMatchObject({
      _tag: 'Known',
      value: {
        flinkVersion: release,
        flinkRevision: expect.stringContaining(' @ '),
        taskManagers: 1,
        slots: { total: 4, available: 4 },
        heartbeats: [0],
      },
    })
    expect(await replaying('config')({ _tag: 'GetClusterOverview', endpoint })()).toMatchObject({ _tag: 'Unknown' })
  })

  test('metrics of the job, and trap 10 of an unknown one', async () => {
    const metrics = await replaying('job-metrics-get')({ _tag: 'GetJobMetrics', endpoint, jobId })()
    expect(metrics).toMatchObject({ _tag: 'Known', value: { restarts: 0, completedCheckpoints: expect.any(Number) } })
    expect(server.asked[0]?.query).toBe('get=numRestarts,fullRestarts,numberOfCompletedCheckpoints')
    expect(await answering(() => recorded(release, 'unknown-job-metrics').response)({ _tag: 'GetJobMetrics', endpoint, jobId })())
      .toMatchObject({ _tag: 'Known', value: { restarts: null, completedCheckpoints: null } })
  })

  test('B23 what becomes of checkpoints when the job is cancelled, as it is in force', async () => {
    const of = { _tag: 'GetCheckpointConfiguration', endpoint, jobId } as const
    const reported = (externalization: object) =>
      answering(() => ({ status: 200, body: { ...recorded(release, 'checkpoints-config').response.body as object, externalization } }))(
        of,
      )()
    expect(await replaying('checkpoints-config')(of)()).toMatchObject({ _tag: 'Known', value: { isDeletedOnCancel: false } })
    expect(await reported({ enabled: true, delete_on_cancellation: true })).toMatchObject({
      _tag: 'Known',
      value: { isDeletedOnCancel: true },
    })
    expect(await reported({ enabled: false, delete_on_cancellation: false })).toMatchObject({
      _tag: 'Known',
      value: { isDeletedOnCancel: true },
    })
    expect(await reported({})).toMatchObject({ _tag: 'Unknown', reason: 'Undecodable' })
    expect(await answering(() => recorded(release, 'unknown-job-checkpoints-config').response)(of)()).toMatchObject({ _tag: 'Absent' })
  })

  test('bounds by vertex', async () => {
    const of = { _tag: 'GetResourceRequirements', endpoint, jobId: '0000d10000000000000000000000000a' } as const
    expect(await replaying('resource-requirements')(of)()).toMatchObject({
      _tag: 'Known',
      value: { ca88eee0095684d687a1b6495617f957: { lower: 1, upper: 2 } },
    })
  })

  test('a job whose main failed has no checkpoints, and is not absent', async () =>
    expect(
      await answering(() => recorded(release, 'app-stay-main-throws-checkpoints').response)({ _tag: 'GetCheckpoints', endpoint, jobId })(),
    )
      .toMatchObject({ _tag: 'Known', value: { completed: null, completedCount: 0 } }))
})

describe('P14 what could not be seen is not absent', () => {
  const operation = { _tag: 'GetSavepointOperation', endpoint, jobId, triggerId: '7', for: 'stopOperation' } as const
  const unknown = (reason: string) => ({ _tag: 'Unknown', source: 'live', asOf: 42, reason, message: expect.stringMatching(/./) })

  test.each([
    ['leader election', {
      status: 503,
      body: { errors: ['Service temporarily unavailable due to an ongoing leader election. Please refresh.'] },
    }, 'NotReady'],
    ['a broken connection', { status: 0, body: null }, 'Unreachable'],
    ['trap 15 no such path', { status: 404, body: { errors: ['Unable to load requested file /v1/jobs/a/savepoints/7.'] } }, 'Undecodable'],
    ['trap 15 a 404 of a proxy', { status: 404, body: 'default backend - 404' }, 'Undecodable'],
    ['an unknown job where no job is asked for', {
      status: 404,
      body: { errors: ['org.apache.flink.X: FlinkJobNotFoundException: Could not find Flink job (a)'] },
    }, 'Undecodable'],
    ['a login page', { status: 200, body: '<html>' }, 'Undecodable'],
    ['a success without a path', { status: 200, body: { status: { id: 'COMPLETED' }, operation: {} } }, 'Undecodable'],
    ['forbidden', { status: 403, body: 'no' }, 'Forbidden'],
    ['500', { status: 500, body: { errors: ['Internal server error.'] } }, 'Undecodable'],
  ])('%s', async (_, response, reason) => expect(await answering(() => response)(operation)()).toEqual(unknown(reason)))

  test('no answer in time', async () => {
    server.answer(() => 'never')
    const impatient = flinkHttp({ resolveEndpoint: () => Promise.resolve({ url: server.url }), requestTimeout: 100 })
    expect(await answerQuery(impatient, () => 42)(query)()).toEqual(unknown('Timeout'))
    impatient.close()
  })

  test('nobody listens', async () => {
    const gone = await replayServer()
    await gone.close()
    const nobody = flinkHttp({ resolveEndpoint: () => Promise.resolve({ url: gone.url }) })
    expect(await answerQuery(nobody, () => 42)(query)()).toEqual(unknown('Unreachable'))
    nobody.close()
  })

  test('undecodable tells the path', async () =>
    expect(await answering(() => ({ status: 200, body: { jobs: [{}] } }))(query)()).toMatchObject({
      message: 'GET /v1/jobs/overview: jobs.0.jid: expected string, got nothing',
    }))
})

test('as of the moment before the request was sent', async () => {
  const times = [1, 2, 3]
  server.answer(() => {
    times.shift()
    return { status: 200, body: { jobs: [] } }
  })
  expect((await answerQuery(http, () => times[0] ?? 99)(query)()).asOf).toBe(1)
})

test('ids are escaped: none reaches another path', async () => {
  await answering(() => ({ status: 404, body: {} }))({ _tag: 'GetCheckpoints', endpoint, jobId: '../overview?x=' })()
  expect(server.asked[0]).toMatchObject({ path: '/v1/jobs/../overview?x=/checkpoints', query: null })
})
