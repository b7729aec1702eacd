import { flinkHttp, answerQuery } from '@flink-operator/flink-rest-adapter'
import { describe, expect, test } from 'vitest'
import { aSandbox, onEnd, type Parsed, type TestSandbox } from './a-sandbox.ts'

const jobId = 'a'.repeat(32)
const [first, second] = ['1'.repeat(32), '2'.repeat(32)] as const
const labels = { type: 'flink-native-kubernetes', app: 'app' }

interface Cluster {
  readonly sandbox: TestSandbox
  readonly rest: (method: string, path: string, body?: unknown) => Promise<{ readonly status: number; readonly body: Parsed }>
  /** Time inside goes on. */
  readonly pass: (millis: number) => Promise<void>
}

/** A JobManager Deployment as the operator renders it, as far as Flink is concerned; time stands nearly still but for `pass`. */
const aCluster = async (configuration: Record<string, string> = {}, version = 'v1_20'): Promise<Cluster> => {
  const sandbox = await aSandbox({ speed: 0.01 })
  const text = {
    '$internal.flink.version': version,
    '$internal.pipeline.job-id': jobId,
    'execution.checkpointing.interval': '10s',
    'state.savepoints.dir': 'file:///data/sp',
    ...configuration,
  }
  const data = version.startsWith('v2')
    ? { 'config.yaml': JSON.stringify(text) }
    : { 'flink-conf.yaml': Object.entries(text).map(([key, value]) => `${key}: ${value}\n`).join('') }
  await sandbox.call('POST', '/api/v1/namespaces/default/configmaps', { metadata: { name: 'flink-config-app', labels }, data })
  await sandbox.call('POST', '/api/v1/namespaces/default/services', {
    metadata: { name: 'app-rest', labels },
    spec: { ports: [{ port: 8081 }] },
  })
  await sandbox.call('POST', '/apis/apps/v1/namespaces/default/deployments', {
    metadata: { name: 'app', labels: { ...labels, component: 'jobmanager' } },
    spec: {
      replicas: 1,
      strategy: { type: 'Recreate' },
      selector: { matchLabels: { ...labels, component: 'jobmanager' } },
      template: {
        metadata: { labels: { ...labels, component: 'jobmanager' } },
        spec: { containers: [{ name: 'flink-main-container', image: 'flink:1.20' }] },
      },
    },
  })
  return {
    sandbox,
    rest: (method, path, body) => sandbox.call(method, `/flink/default/app/v1${path}`, body),
    // The model takes in what controllers did in between.
    pass: async millis => {
      for (let done = 0; done < millis; done += 500) await sandbox.chaos('advance', { millis: Math.min(500, millis - done) })
    },
  }
}

const aRunningJob = async (configuration: Record<string, string> = {}, version = 'v1_20'): Promise<Cluster> => {
  const cluster = await aCluster(configuration, version)
  await cluster.pass(11_000)
  expect((await cluster.rest('GET', '/jobs/overview')).body.jobs).toMatchObject([{ jid: jobId, state: 'RUNNING', tasks: { running: 2 } }])
  return cluster
}

const stop = ({ rest }: Cluster, triggerId: string, body: Record<string, unknown> = {}) =>
  rest('POST', `/jobs/${jobId}/stop`, { triggerId, drain: false, ...body })
const operation = async ({ rest }: Cluster, triggerId: string) => (await rest('GET', `/jobs/${jobId}/savepoints/${triggerId}`)).body
const stateOf = async ({ rest }: Cluster): Promise<string> => (await rest('GET', '/jobs/overview')).body.jobs[0]?.state

describe("Flink's REST API as the sandbox has it", () => {
  test('the JobManager comes up: nothing listens, an election with high availability, then the job', async () => {
    const cluster = await aCluster({ 'high-availability.type': 'kubernetes', 'high-availability.storageDir': 'file:///data/ha' })
    await expect(cluster.rest('GET', '/config')).rejects.toThrow()
    await cluster.pass(6_000)
    expect(await cluster.rest('GET', '/jobs/overview')).toMatchObject({
      status: 503,
      body: { errors: [expect.stringContaining('ongoing leader election')] },
    })
    await cluster.pass(5_000)
    expect(await stateOf(cluster)).toBe('RUNNING')
    const maps = (await cluster.sandbox.call('GET', '/api/v1/namespaces/default/configmaps')).body.items.map((
      map: Parsed,
    ) => [map.metadata.name, Object.keys(map.data), map.metadata.labels['configmap-type']])
    expect(maps).toContainEqual([`app-${jobId}-config-map`, [], 'high-availability'])
    expect(maps.find(([name]: [string]) => name === 'app-cluster-config-map')[1]).toContain(`jobGraph-${jobId}`)
    await cluster.pass(11_000)
    const job = (await cluster.sandbox.call('GET', `/api/v1/namespaces/default/configmaps/app-${jobId}-config-map`)).body
    expect(Object.keys(job.data)).toEqual(['counter', 'checkpointID-0000000000000000001'])
    expect(job.data.counter).toBe('2')
  })

  test('a 2.x answers with an empty list at first', async () => {
    const cluster = await aCluster({}, 'v2_3')
    await cluster.pass(6_500)
    expect((await cluster.rest('GET', '/jobs/overview')).body.jobs).toEqual([])
    await cluster.pass(4_000)
    expect((await cluster.rest('GET', '/jobs/overview')).body.jobs).toMatchObject([{ jobType: 'STREAMING', state: 'RUNNING' }])
    expect((await cluster.rest('GET', '/config')).body['flink-version']).toBe('2.3.0')
  })

  test('trap 2 a second stop under another id destroys both, and the job runs on', async () => {
    const cluster = await aRunningJob()
    await stop(cluster, first)
    await stop(cluster, second)
    for (const id of [first, second])
      expect(await operation(cluster, id)).toMatchObject({
        status: { id: 'COMPLETED' },
        operation: { 'failure-cause': { class: expect.stringContaining('CheckpointException') } },
      })
    await cluster.pass(4_000)
    expect(await stateOf(cluster)).toBe('RUNNING')
  })

  test('traps 3, 5, L2 the same id again starts nothing; the savepoint is in the operation, not in /checkpoints; it is forgotten after 5 minutes', async () => {
    const cluster = await aRunningJob()
    expect(await stop(cluster, first)).toMatchObject({ status: 202, body: { 'request-id': first } })
    expect((await operation(cluster, first)).status.id).toBe('IN_PROGRESS')
    expect((await stop(cluster, first)).status).toBe(202)
    await cluster.pass(3_500)
    expect(await stateOf(cluster)).toBe('FINISHED')
    const { location } = (await operation(cluster, first)).operation
    expect(location).toMatch(/^file:\/data\/sp\/savepoint-aaaaaa-[0-9a-f]{12}$/)
    expect((await cluster.rest('GET', `/jobs/${jobId}/checkpoints`)).body.latest.savepoint).toBeNull()
    expect((await cluster.sandbox.flinkState('app')).storage.filter((stored: Parsed) => stored.kind === 'Savepoint')).toHaveLength(1)
    await cluster.pass(300_000)
    expect((await cluster.rest('GET', `/jobs/${jobId}/savepoints/${first}`)).status).toBe(404)
  })

  test('trap 6 a JobManager that starts anew knows no operation, and without high availability runs the same job from its old source', async () => {
    const cluster = await aRunningJob()
    await cluster.rest('POST', `/jobs/${jobId}/savepoints`, { triggerId: first })
    await cluster.sandbox.chaos('crash-jobmanager', { cluster: 'app' })
    await cluster.pass(8_000)
    expect(await cluster.rest('GET', `/jobs/${jobId}/savepoints/${first}`)).toMatchObject({
      status: 404,
      body: { errors: [expect.stringContaining('There is no savepoint operation with triggerId')] },
    })
    expect((await cluster.sandbox.flinkState('app')).jobs).toMatchObject([{ jobId, restoredFrom: null }])
  })

  test('traps 4, 7, 8 noted is not done: an unknown job fails in the operation; keys that are not known are ignored', async () => {
    const cluster = await aRunningJob()
    const unknown = 'b'.repeat(32)
    expect((await cluster.rest('POST', `/jobs/${unknown}/savepoints`, { triggerId: first })).status).toBe(202)
    expect((await cluster.rest('GET', `/jobs/${unknown}/savepoints/${first}`)).body.operation['failure-cause']['stack-trace']).toContain(
      'FlinkJobNotFoundException',
    )
    await cluster.rest('POST', `/jobs/${jobId}/savepoints`, { triggerId: second, targetDirectory: 'file:///elsewhere' })
    await cluster.pass(3_500)
    expect((await operation(cluster, second)).operation.location).toContain('file:/data/sp/')
    await cluster.rest('POST', `/jobs/${jobId}/savepoints`, { triggerId: first, 'target-directory': 'file:///elsewhere' })
    await cluster.pass(3_500)
    expect((await operation(cluster, first)).operation.location).toContain('file:/elsewhere/')
  })

  test('no folder anywhere is a 400; a malformed id too', async () => {
    const cluster = await aRunningJob({ 'state.savepoints.dir': '' })
    expect(await stop(cluster, first)).toMatchObject({
      status: 400,
      body: { errors: [expect.stringContaining('Property [targetDirectory] must be provided')] },
    })
    expect((await stop(cluster, 'x', { targetDirectory: 'file:///a' })).status).toBe(400)
  })

  test('trap 14 cancel: 202, again 202, unknown 404, finished 409; trap 10 and 15: other failures', async () => {
    const cluster = await aRunningJob()
    const cancel = (id: string) => cluster.rest('PATCH', `/jobs/${id}?mode=cancel`)
    expect((await cancel(jobId)).status).toBe(202)
    await cluster.pass(1_000)
    expect(await stateOf(cluster)).toBe('CANCELED')
    expect((await cancel(jobId)).status).toBe(202)
    expect((await cancel('b'.repeat(32))).status).toBe(404)
    expect((await cluster.rest('GET', `/jobs/${'b'.repeat(32)}/status`)).status).toBe(500)
    expect(await cluster.rest('GET', '/jars')).toMatchObject({ status: 404, body: { errors: ['Not found: /v1/jars'] } })
    const finished = await aRunningJob()
    await stop(finished, first)
    await finished.pass(3_500)
    expect((await finished.rest('PATCH', `/jobs/${jobId}?mode=cancel`)).status).toBe(409)
  })

  test('resource requirements: of the default scheduler none; the adaptive one takes sound ones of every vertex, and the job restarts with them', async () => {
    const path = `/jobs/${jobId}/resource-requirements`
    expect((await (await aRunningJob()).rest('GET', path)).status).toBe(500)
    const cluster = await aRunningJob({ 'jobmanager.scheduler': 'adaptive' })
    const [[vertex]] = Object.entries((await cluster.rest('GET', path)).body) as [[string, unknown]]
    const put = (id: string, lowerBound: number, upperBound: number) =>
      cluster.rest('PUT', path, { [id]: { parallelism: { lowerBound, upperBound } } })
    expect(await cluster.rest('PUT', path, {})).toMatchObject({
      status: 400,
      body: { errors: [expect.stringContaining('does not specify resource requirements')] },
    })
    expect(await put('0'.repeat(32), 1, 2)).toMatchObject({
      status: 400,
      body: { errors: [expect.stringContaining('was not found in the JobGraph')] },
    })
    expect(await put(vertex, 3, 2)).toMatchObject({
      status: 400,
      body: { errors: [expect.stringContaining('is higher than the upper bound')] },
    })
    expect(await put(vertex, 0, 0)).toMatchObject({ status: 400, body: { errors: [expect.stringContaining('must be greater than zero')] } })
    expect((await cluster.rest('GET', path)).body).toEqual({ [vertex]: { parallelism: { lowerBound: 1, upperBound: 1 } } })
    expect(await put(vertex, 2, 4)).toEqual({ status: 200, body: {} })
    expect((await cluster.rest('GET', path)).body).toEqual({ [vertex]: { parallelism: { lowerBound: 2, upperBound: 4 } } })
    await cluster.pass(8_000)
    expect((await cluster.rest('GET', `/jobs/${jobId}`)).body).toMatchObject({ state: 'RUNNING', vertices: [{ parallelism: 4 }] })
  })

  test('trap 1 the graph is up to 3 s old; the adapter reads all of it', async () => {
    const cluster = await aRunningJob()
    await cluster.pass(7_500)
    expect((await cluster.rest('GET', `/jobs/${jobId}/checkpoints`)).body.latest.completed).toBeNull()
    await cluster.pass(3_500)
    const http = flinkHttp({ resolveEndpoint: () => Promise.resolve({ url: `${cluster.sandbox.flinkUrl}/default/app` }) })
    onEnd(async () => http.close())
    const endpoint = { namespace: 'default', service: 'app-rest', port: 8081, tls: false }
    const ask = (query: Parsed) => answerQuery(http, () => 1)({ endpoint, jobId, ...query })()
    expect(await ask({ _tag: 'GetJobsOverview' })).toMatchObject({
      _tag: 'Known',
      value: [{ jobId, state: 'RUNNING', tasks: { total: 2, running: 2 } }],
    })
    expect(await ask({ _tag: 'GetCheckpoints' })).toMatchObject({
      _tag: 'Known',
      value: { completed: { id: 1, externalPath: expect.stringContaining('/chk-1'), discarded: false }, completedCount: 1 },
    })
    expect(await ask({ _tag: 'GetClusterOverview' })).toMatchObject({ _tag: 'Known', value: { flinkVersion: '1.20.5', taskManagers: 1 } })
    expect(await ask({ _tag: 'GetJobExceptions' })).toMatchObject({ _tag: 'Known', value: [] })
    expect(await ask({ _tag: 'GetJobMetrics' })).toMatchObject({ _tag: 'Known', value: { restarts: 0, completedCheckpoints: 1 } })
    expect(await ask({ _tag: 'GetSavepointOperation', triggerId: first, for: 'stopOperation' })).toMatchObject({ _tag: 'Absent' })
    expect(await ask({ _tag: 'GetCheckpoints', jobId: 'b'.repeat(32) })).toMatchObject({ _tag: 'Absent' })
  })

  test('a frozen REST takes calls and never answers', async () => {
    const cluster = await aRunningJob()
    await cluster.sandbox.chaos('freeze-rest', { cluster: 'app' })
    await expect(fetch(`${cluster.sandbox.flinkUrl}/default/app/v1/config`, { signal: AbortSignal.timeout(300) })).rejects.toThrow()
    await cluster.sandbox.chaos('freeze-rest', { cluster: 'app', frozen: false })
    expect((await cluster.rest('GET', '/config')).status).toBe(200)
  })
})
