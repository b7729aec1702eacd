import * as E from 'fp-ts/lib/Either.js'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { FlinkAction } from '@flink-operator/core/action'
import { callOf, endpoint, isQuery } from '../../test/recorded-call.ts'
import { recorded, recordings, releases } from '../../test/recorded-answers.ts'
import { type ReplayServer, replayServer } from '../../test/replay-server.ts'
import { flinkHttp, type FlinkHttp } from '../http.ts'
import { execute } from './execute.ts'

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
beforeEach(() => server.answer(() => ({ status: 202, body: { 'request-id': 'x' } })))

const sent = async (action: FlinkAction) => {
  await execute(http)(action)()
  return server.asked.at(-1)
}
const jobId = '0000a10000000000000000000000000a'
const triggerId = '77777777777777777777777777000007'

/** Recorded requests that we would not send: made up to be refused, to leave something out, or to cancel the job. */
const oddBody =
  /bad-|malformed|invalid|not-object|unknown-field|camel-case|no-body|empty-body|no-path|put-empty|^disposal-|savepoint-cancel|trigger-cancel|other-body|jar-run-by-query|jar-run-program-args|jar-run-unknown-jar/

/** What we say and the recorded requests leave to Flink. */
const alwaysSent = (action: FlinkAction): object => {
  switch (action._tag) {
    case 'TriggerSavepoint':
      return { 'cancel-job': false }
    case 'StopWithSavepoint':
      return { drain: false }
    case 'RunJar':
      return {
        programArgsList: [],
        allowNonRestoredState: false,
        flinkConfiguration: {},
        ...(action.savepointPath === null ? {} : { claimMode: 'NO_CLAIM' }),
      }
    default:
      return {}
  }
}

describe.each(releases)('requests that Flink %s understood', release => {
  const effects = recordings(release).filter(({ name, request }) =>
    request.method !== 'GET' && callOf(request) !== null && !oddBody.test(name)
  )

  test.each(effects.map(({ name }) => name))('%s', async name => {
    const { request } = recorded(release, name)
    const call = callOf(request)!
    if (isQuery(call)) throw new Error('not an effect')
    expect(await sent(call)).toEqual({ ...request, body: request.body === null ? null : { ...alwaysSent(call), ...request.body } })
  })

  test('trap 8 the folder of a savepoint: the camel-case key went to the default folder, so it is not the one that is sent', async () => {
    const ignored = recorded(release, 'savepoint-trigger-camel-case').request.body as Record<string, string>
    expect(recorded(release, 'savepoint-camel-case-completed').response.body).toMatchObject({
      operation: { location: expect.not.stringContaining('/camel') },
    })
    const request = await sent({
      _tag: 'TriggerSavepoint',
      endpoint,
      jobId,
      triggerId,
      targetDirectory: ignored['targetDirectory']!,
      formatType: 'CANONICAL',
    })
    expect(request?.body).toEqual({
      triggerId,
      'target-directory': ignored['targetDirectory'],
      'cancel-job': false,
      formatType: 'CANONICAL',
    })
  })
})

describe('bodies', () => {
  test('trap 8 a stop has camel-case keys', async () =>
    expect(
      await sent({ _tag: 'StopWithSavepoint', endpoint, jobId, triggerId, targetDirectory: 's3://b/s', formatType: 'NATIVE', drain: true }),
    )
      .toEqual({
        method: 'POST',
        path: `/v1/jobs/${jobId}/stop`,
        query: null,
        body: { triggerId, targetDirectory: 's3://b/s', formatType: 'NATIVE', drain: true },
      }))

  test('what is unknown is left to Flink', async () => {
    expect(
      (await sent({ _tag: 'StopWithSavepoint', endpoint, jobId, triggerId, targetDirectory: null, formatType: 'UNKNOWN', drain: false }))
        ?.body,
    ).toEqual({ triggerId, drain: false })
    server.answer(() => ({ status: 202, body: {} }))
    expect((await sent({ _tag: 'TriggerCheckpoint', endpoint, jobId, triggerId, checkpointType: 'UNKNOWN' }))?.body).toEqual({ triggerId })
  })

  describe('section 2.5 the run of a jar', () => {
    const run = {
      _tag: 'RunJar',
      endpoint,
      jarId: '1_op.jar',
      jobId,
      entryClass: null,
      args: ['--name', 'a b'],
      parallelism: null,
      savepointPath: 's3://b/s',
      allowNonRestoredState: true,
      configuration: { 'pipeline.name': 'n' },
      flinkVersion: 'v1_20',
    } as const
    const body = { jobId, programArgsList: ['--name', 'a b'], savepointPath: 's3://b/s', allowNonRestoredState: true }
    const flinkConfiguration = { 'pipeline.name': 'n' }

    test.each(
      [
        ['v1_16', { ...body, restoreMode: 'NO_CLAIM' }],
        ['v1_17', { ...body, restoreMode: 'NO_CLAIM', flinkConfiguration }],
        ['v1_19', { ...body, restoreMode: 'NO_CLAIM', flinkConfiguration }],
        ['v1_20', { ...body, claimMode: 'NO_CLAIM', flinkConfiguration }],
        ['v2_3', { ...body, claimMode: 'NO_CLAIM', flinkConfiguration }],
      ] as const,
    )('of %s has the names of its fields', async (flinkVersion, want) => {
      expect(await sent({ ...run, flinkVersion })).toEqual({ method: 'POST', path: '/v1/jars/1_op.jar/run', query: null, body: want })
    })

    test('without a savepoint nothing is said of restoring; a parallelism of 0 is that of the configuration', async () => {
      const common = { jobId, programArgsList: [], allowNonRestoredState: false, flinkConfiguration: {} }
      const plain = { ...run, args: [], savepointPath: null, allowNonRestoredState: false, configuration: {} }
      expect((await sent(plain))?.body).toEqual(common)
      expect((await sent({ ...plain, parallelism: 0 }))?.body).toEqual(common)
      expect((await sent({ ...plain, parallelism: 3, entryClass: 'C' }))?.body).toEqual({ ...common, parallelism: 3, entryClass: 'C' })
    })

    test('arguments in one text are sent as a list, and what depends on a version that nobody knows is left out', async () => {
      const { flinkVersion: _, ...rest } = run
      expect((await sent({ ...rest, args: [], programArgs: '--name "a b"', flinkVersion: null }))?.body).toEqual(body)
    })

    test.each(['execution.state-recovery.claim-mode', 'execution.savepoint-restore-mode'])('who sets %s gets it', async key => {
      expect((await sent({ ...run, configuration: { [key]: 'CLAIM' } }))?.body).toMatchObject({ claimMode: 'CLAIM' })
    })

    test('an id is one part of a path, whatever stands in it', async () => {
      expect((await sent({ _tag: 'DeleteJar', endpoint, jarId: '../a?b' }))?.path).toBe('/v1/jars/../a?b')
      expect(server.asked).toHaveLength(1)
    })
  })

  test('the answer to a trigger does not matter: the next look does', async () => {
    server.answer(() => ({ status: 202, body: '' }))
    expect(await execute(http)({ _tag: 'TriggerCheckpoint', endpoint, jobId, triggerId, checkpointType: 'FULL' })()).toEqual(
      E.right(undefined),
    )
  })
})
