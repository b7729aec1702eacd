import * as E from 'fp-ts/lib/Either.js'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { endpoint } from '../../test/recorded-call.ts'
import { type RecordedRequest, type RecordedResponse, recorded, recordings, type Release, releases } from '../../test/recorded-answers.ts'
import { type ReplayServer, replayServer } from '../../test/replay-server.ts'
import { flinkHttp, type FlinkHttp } from '../http.ts'
import { readJobLoad } from './job-load.ts'

let server: ReplayServer
let http: FlinkHttp
beforeAll(async () => {
  server = await replayServer()
  http = flinkHttp({ resolveEndpoint: () => Promise.resolve({ url: server.url }) })
})
afterAll(async () => {
  http.close()
  await server.close()
})

const jobPath = /^\/v1\/jobs\/[0-9a-f]{32}$/u
const detailsOf = (release: Release) =>
  recordings(release).filter(({ request, response }) => request.method === 'GET' && jobPath.test(request.path) && response.status === 200)
const checkpointsOf = (release: Release) =>
  recordings(release).filter(({ request, response }) => /\/jobs\/[0-9a-f]{32}\/checkpoints$/u.test(request.path) && response.status === 200)

/** A JobManager of recorded answers: these details and checkpoints, and the load of a vertex as it was measured. */
const jobManager =
  (release: Release, details: RecordedResponse, checkpoints: RecordedResponse) => ({ path }: RecordedRequest): RecordedResponse => {
    if (path.endsWith('/checkpoints')) return checkpoints
    if (path.endsWith('/subtasks/metrics')) return recorded(release, 'vertex-metrics-aggregated').response
    if (path.endsWith('/metrics')) return { status: 200, body: [{ id: 'numRestarts', value: '3' }] }
    return details
  }

describe.each(releases)('what Flink %s answered of jobs', release => {
  const [running] = recordings(release).filter(({ name }) => name === 'adaptive-job-RUNNING')
  const stopped = recorded(release, 'adaptive-stop-checkpoints-after').response

  test('every recorded job can be read', async () => {
    expect(detailsOf(release).length).toBeGreaterThan(5)
    for (const { response } of detailsOf(release)) {
      server.answer(jobManager(release, response, stopped))
      expect(await readJobLoad(http, endpoint, 'a'.repeat(32))).toMatchObject({ right: { unseen: [] } })
    }
  })

  test('every recorded list of checkpoints can be read', async () => {
    expect(checkpointsOf(release).length).toBeGreaterThan(5)
    for (const { response } of checkpointsOf(release)) {
      server.answer(jobManager(release, running!.response, response))
      expect(await readJobLoad(http, endpoint, 'a'.repeat(32))).toMatchObject({ right: { unseen: [] } })
    }
  })

  test('state, parallelism, restarts, the newest checkpoint, and the load of the busiest subtask', async () => {
    server.answer(jobManager(release, running!.response, stopped))
    const { savepoint } =
      (stopped.body as { latest: { savepoint: { trigger_timestamp: number; end_to_end_duration: number; state_size: number } } }).latest
    const load = await readJobLoad(http, endpoint, 'a'.repeat(32))
    expect(load).toMatchObject({
      right: {
        state: 'RUNNING',
        parallelism: 2,
        restarts: 3,
        checkpoint: {
          triggeredAt: savepoint.trigger_timestamp,
          duration: savepoint.end_to_end_duration,
          size: savepoint.state_size,
        },
        backPressured: null,
        unseen: [],
      },
    })
    expect(E.isRight(load) && load.right.busy).toBeGreaterThan(0)
  })

  test('a job that is not there is said in the words of Flink; what else is missing hides nothing', async () => {
    server.answer(() => ({ status: 404, body: { errors: ['Job could not be found'] } }))
    expect(await readJobLoad(http, endpoint, 'a'.repeat(32))).toMatchObject({
      left: expect.stringContaining('could not be found') as string,
    })
    server.answer(request =>
      request.path.endsWith('metrics') ? { status: 500, body: { errors: ['no metrics today'] } }
        : jobManager(release, running!.response, stopped)(request)
    )
    const load = await readJobLoad(http, endpoint, 'a'.repeat(32))
    expect(load).toMatchObject({
      right: { state: 'RUNNING', restarts: null, busy: null, unseen: [expect.stringContaining('no metrics today')] },
    })
  })
})
