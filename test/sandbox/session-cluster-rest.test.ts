import { answerQuery, execute, flinkHttp } from '@flink-operator/flink-rest-adapter'
import type { Fact } from '@flink-operator/core'
import type { FlinkAction } from '@flink-operator/core/action'
import type { JarView, JobOverview } from '@flink-operator/core/fact'
import * as E from 'fp-ts/lib/Either.js'
import { expect, test } from 'vitest'
import { aSandbox, onEnd, type Parsed, type TestSandbox } from './a-sandbox.ts'

const endpoint = { namespace: 'default', service: 'session-rest', port: 8081, tls: false } as const
const labels = { type: 'flink-native-kubernetes', app: 'session' }
const [first, second] = ['1'.repeat(32), '2'.repeat(32)] as const

const rules = { allowedSchemes: [], restriction: () => null, headers: {}, maxBytes: 1e6, maxRedirects: 0, timeout: 10_000 }

/** A session cluster's Deployment as the operator renders it, asked through the operator's adapter. */
const aSession = async (configuration: Record<string, string> = {}, version = 'v1_20') => {
  const sandbox = await aSandbox({ speed: 0.01 })
  const text = {
    '$internal.flink.version': version,
    'execution.target': 'kubernetes-session',
    'execution.checkpointing.interval': '10s',
    'taskmanager.numberOfTaskSlots': '2',
    'state.savepoints.dir': 'file:///data/sp',
    'state.checkpoints.dir': 'file:///data/cp',
    ...configuration,
  }
  const data = version.startsWith('v2') ? { 'config.yaml': JSON.stringify(text) }
    : { 'flink-conf.yaml': Object.entries(text).map(([key, value]) => `${key}: ${value}\n`).join('') }
  const post = async (path: string, body: unknown): Promise<void> => expect((await sandbox.call('POST', path, body)).status).toBe(201)
  await post('/api/v1/namespaces/default/configmaps', { metadata: { name: 'flink-config-session', labels }, data })
  await post('/api/v1/namespaces/default/services', { metadata: { name: 'session-rest', labels }, spec: { ports: [{ port: 8081 }] } })
  await post('/apis/apps/v1/namespaces/default/deployments', {
    metadata: { name: 'session', labels: { ...labels, component: 'jobmanager' } },
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
  const http = flinkHttp({ resolveEndpoint: () => Promise.resolve({ url: `${sandbox.flinkUrl}/default/session` }) })
  onEnd(() => Promise.resolve(http.close()))
  const does = async (action: FlinkAction): Promise<string> => {
    const answer = await execute(http, { jar: { rules } })(action)()
    return E.isRight(answer) ? 'done' : `${answer.left._tag} ${answer.left.applied}`
  }
  const ask = async <A>(query: Parameters<ReturnType<typeof answerQuery>>[0]): Promise<A> => {
    const fact = await answerQuery(http, Date.now)(query)() as Fact<A>
    if (fact._tag !== 'Known') throw new Error(JSON.stringify(fact))
    return fact.value
  }
  const session = {
    sandbox,
    does,
    jars: () => ask<readonly JarView[]>({ _tag: 'GetJars', endpoint }),
    jobs: async () =>
      (await ask<readonly JobOverview[]>({ _tag: 'GetJobsOverview', endpoint })).map(({ jobId, name, state }) => [jobId, name, state]),
    upload: (name: string) => does({ _tag: 'UploadJar', endpoint, name, jarURI: null }),
    run: async (jobId: string, configuration: Record<string, string> = {}, savepointPath: string | null = null, parallelism = 1) =>
      does({
        _tag: 'RunJar',
        endpoint,
        jarId: (await session.jars())[0]?.id ?? 'none.jar',
        jobId,
        entryClass: null,
        args: [],
        parallelism,
        savepointPath,
        allowNonRestoredState: false,
        configuration,
        flinkVersion: version as 'v1_20',
      }),
    /** Beside REST, which answers from its cache for as long as three seconds of the world outside are. */
    seen: async (jobId: string): Promise<Parsed> => (await sandbox.flinkState('session')).jobs.find((job: Parsed) => job.jobId === jobId),
    pass: (millis: number) => pass(sandbox, millis),
  }
  return session
}

const pass = async (sandbox: TestSandbox, millis: number): Promise<void> => {
  for (let done = 0; done < millis; done += 500) await sandbox.chaos('advance', { millis: Math.min(500, millis - done) })
}

test('section 2.5: jars are uploaded, run under the given id with the configuration of the job, and deleted', async () => {
  const session = await aSession()
  await session.pass(8_000)
  expect([await session.jars(), await session.jobs()]).toEqual([[], []])
  expect(await session.upload('op.jar')).toBe('done')
  expect(await session.jars()).toMatchObject([{ name: 'op.jar', id: expect.stringMatching(/_op\.jar$/) }])
  expect([await session.run(first, { 'pipeline.name': 'one' }), await session.run(second, { 'pipeline.name': 'two' })]).toEqual([
    'done',
    'done',
  ])
  await session.pass(2_000)
  expect(await session.jobs()).toEqual([[first, 'one', 'RUNNING'], [second, 'two', 'RUNNING']])
  expect([await session.run(first), await session.run('3'.repeat(32), {}, 'file:/none')]).toEqual(['DuplicateJob No', 'Invalid Maybe'])
  const id = (await session.jars())[0]?.id ?? ''
  expect([await session.does({ _tag: 'DeleteJar', endpoint, jarId: id }), await session.jars()]).toEqual(['done', []])
  expect([await session.does({ _tag: 'DeleteJar', endpoint, jarId: id }), await session.run('4'.repeat(32))]).toEqual([
    'done',
    'NotFound No',
  ])
  await session.pass(2_000)
  expect((await session.jobs()).map(([, , state]) => state)).toEqual(['RUNNING', 'RUNNING', 'FAILED'])
})

test('each job has its checkpoints, in its own folder, and needs its own slots; one goes on from what another left', async () => {
  const session = await aSession()
  await session.pass(8_000)
  await session.upload('op.jar')
  await session.run(first, { 'state.checkpoints.dir': 'file:///mine' }, null, 3)
  await session.run(second)
  await session.pass(13_000)
  const [one, two] = [(await session.seen(first)).checkpoint, (await session.seen(second)).checkpoint]
  expect([one, two]).toEqual([`file:/mine/${first}/chk-1`, `file:/data/cp/${second}/chk-1`])
  const pods = (await session.sandbox.call('GET', '/api/v1/namespaces/default/pods')).body.items
  expect(pods.filter((pod: { metadata: { labels: Record<string, string> } }) => pod.metadata.labels['component'] === 'taskmanager'))
    .toHaveLength(2)
  expect(await session.does({ _tag: 'CancelJob', endpoint, jobId: first, why: '' })).toBe('done')
  await session.pass(1_000)
  const third = '3'.repeat(32)
  expect(await session.run(third, {}, one)).toBe('done')
  await session.pass(2_000)
  expect((await session.seen(third)).restoredFrom).toBe(one)
  expect((await session.jobs()).map(([jobId, , state]) => [jobId?.[0], state])).toEqual([['1', 'CANCELED'], ['2', 'RUNNING'], [
    '3',
    'RUNNING',
  ]])
})

test.each(['v1_20', 'v2_3'])(
  'B02 %s: with high availability jobs come back under their ids after a crash, without it nothing does',
  async version => {
    const ha = { 'high-availability.type': 'kubernetes', 'high-availability.storageDir': 'file:///data/ha' }
    for (const [configuration, want] of [[ha, [[first, 'RUNNING'], [second, 'RUNNING']]], [{}, []]] as const) {
      const session = await aSession(configuration, version)
      await session.pass(8_000)
      await session.upload('op.jar')
      await session.run(first)
      await session.run(second)
      await session.pass(13_000)
      await session.sandbox.chaos('crash-jobmanager', { cluster: 'session' })
      await session.pass(13_000)
      expect((await session.jobs()).map(([jobId, , state]) => [jobId, state])).toEqual(want)
      expect(await session.jars()).toEqual([])
    }
  },
)

test('an upload that breaks off leaves nothing, and what is no jar by its name is refused', async () => {
  const session = await aSession()
  await session.pass(8_000)
  const form = new FormData()
  form.append('jarfile', new Blob(['x']), 'a.txt')
  const answer = await fetch(`${session.sandbox.flinkUrl}/default/session/v1/jars/upload`, { method: 'POST', body: form })
  expect([answer.status, await answer.text()]).toEqual([400, expect.stringContaining('Only Jar files are allowed.')])
  const broken = new ReadableStream<Uint8Array>({
    start: controller => {
      controller.enqueue(Buffer.from('--x\r\nContent-Disposition: form-data; name="jarfile"; filename="b.jar"\r\n\r\nPK'))
      controller.error(new Error('broken off'))
    },
  })
  await fetch(`${session.sandbox.flinkUrl}/default/session/v1/jars/upload`, {
    method: 'POST',
    body: broken,
    duplex: 'half',
    headers: { 'content-type': 'multipart/form-data; boundary=x' },
  }).catch(() => null)
  expect(await session.jars()).toEqual([])
})
