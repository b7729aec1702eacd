import { answerQuery, execute, flinkHttp } from '@flink-operator/flink-rest-adapter'
import { answerQuery as answerKubernetes, systemClock } from '@flink-operator/k8s-adapter'
import type { Fact } from '@flink-operator/core'
import type { FlinkAction } from '@flink-operator/core/action'
import type { AsynchronousOperation, ClusterOverview, JobOverview } from '@flink-operator/core/fact'
import * as E from 'fp-ts/lib/Either.js'
import { expect, test } from 'vitest'
import { hashedApplication } from '../../packages/lyft/fixtures/flink-application.ts'
import { partsOf, renderObject } from '../../packages/lyft/src/objects/cluster-objects.ts'
import type { ClusterRequest } from '../../packages/lyft/src/objects/cluster-request.ts'
import { restEndpointOf } from '../../packages/lyft/src/objects/flink-application-names.ts'
import { aSandbox, onEnd } from './a-sandbox.ts'

const application = hashedApplication({
  image: 'orders:1',
  flinkVersion: '1.20',
  parallelism: 3,
  jarName: 'job.jar',
  taskManagerConfig: { taskSlots: 2 },
  flinkConfig: { 'execution.checkpointing.interval': '10s', 'state.savepoints.dir': 'file:///data/sp' },
}, { name: 'orders', namespace: 'default' })

const [first, second, triggerId] = ['1', '2', 'f'].map(it => it.repeat(32)) as [string, string, string]
const collections = {
  Deployment: '/apis/apps/v1/namespaces/default/deployments',
  Service: '/api/v1/namespaces/default/services',
  Ingress: '/apis/networking.k8s.io/v1/namespaces/default/ingresses',
} as const

/** Clusters of one application, made of the objects as they are rendered, and asked through the operator's adapters. */
const anApplication = async () => {
  const sandbox = await aSandbox({ speed: 0.01 })
  const post = async (path: string, body: unknown) => {
    const answer = await sandbox.call('POST', path, body)
    expect(answer.status).toBe(201)
    return answer.body as { readonly metadata: { readonly uid: string } }
  }
  // in the place of the resource: what nobody owns is collected
  const owner = await post('/api/v1/namespaces/default/configmaps', { metadata: { name: 'owner' } })
  const http = flinkHttp({ resolveEndpoint: ({ service }) => Promise.resolve({ url: `${sandbox.flinkUrl}/default/${service}` }) })
  onEnd(() => Promise.resolve(http.close()))
  const rules = { allowedSchemes: [], restriction: () => null, headers: {}, maxBytes: 1e6, maxRedirects: 0, timeout: 10_000 }
  const ask = async <A>(query: Parameters<ReturnType<typeof answerQuery>>[0]): Promise<A | string> => {
    const fact = await answerQuery(http, Date.now)(query)() as Fact<A>
    return fact._tag === 'Known' ? fact.value : fact._tag
  }
  return {
    sandbox,
    http: sandbox.http,
    create: async (hash: string, image = 'orders:1') => {
      const request: ClusterRequest = {
        ...application({ spec: { image } }),
        hash,
        owner: { apiVersion: 'v1', kind: 'ConfigMap', name: 'owner', uid: owner.metadata.uid },
        selectors: { jobmanager: `jm${hash.slice(0, 6)}`, taskmanager: `tm${hash.slice(0, 6)}` },
        attempt: hash,
        options: { containerNameFormat: '', schedulerName: '', ingressUrlFormat: '' },
      }
      for (const part of partsOf(request)) {
        const object = renderObject(request, part)!
        const path = collections[object['kind'] as keyof typeof collections]
        // there is one generic Service
        if ((await sandbox.call('GET', `${path}/${(object['metadata'] as { readonly name: string }).name}`)).status === 404)
          await post(path, object)
      }
    },
    does: async (action: FlinkAction): Promise<string> => {
      const answer = await execute(http, { jar: { rules } })(action)()
      return E.isRight(answer) ? 'done' : answer.left._tag
    },
    ask,
    jobs: async (hash: string) => {
      const jobs = await ask<readonly JobOverview[]>({ _tag: 'GetJobsOverview', endpoint: endpointOf(hash) })
      return typeof jobs === 'string' ? jobs : jobs.map(({ jobId, state }) => `${jobId[0] ?? ''} ${state}`)
    },
    objects: () =>
      answerKubernetes(sandbox.http, systemClock)({
        _tag: 'ListLabelledObjects',
        namespace: 'default',
        labels: { 'flink-app': 'orders' },
      })(),
    pass: async (millis: number) => {
      for (let done = 0; done < millis; done += 500) await sandbox.chaos('advance', { millis: Math.min(500, millis - done) })
    },
  }
}

const endpointOf = (hash: string) => restEndpointOf({ name: 'orders', namespace: 'default' }, hash, 8081)
const runOf = (hash: string, jobId: string, savepointPath: string | null = null): FlinkAction => ({
  _tag: 'RunJar',
  endpoint: endpointOf(hash),
  jarId: 'job.jar',
  jobId,
  entryClass: 'Job',
  args: [],
  programArgs: '--name orders',
  parallelism: 3,
  savepointPath,
  allowNonRestoredState: false,
  configuration: {},
  flinkVersion: null,
})
const [old, young] = ['aaaaaaaa', 'bbbbbbbb'] as const

test('FA01 FA27 clusters of two hashes stand beside each other; the job moves from one to the other with its savepoint', async () => {
  const { create, pass, jobs, does, ask, objects } = await anApplication()
  await create(old)
  await pass(10_000)
  expect(await jobs(old)).toEqual([])
  expect(await ask<ClusterOverview>({ _tag: 'GetClusterOverview', endpoint: endpointOf(old) })).toMatchObject({
    taskManagers: 2,
    slots: { total: 4, available: 4 },
    heartbeats: [expect.any(Number), expect.any(Number)],
  })
  expect(await objects()).toMatchObject({
    _tag: 'Known',
    value: {
      deployments: [{ name: 'orders-aaaaaaaa-jm', availableReplicas: 1 }, { name: 'orders-aaaaaaaa-tm', availableReplicas: 2 }],
      services: [{ name: 'orders' }, { name: 'orders-aaaaaaaa', labels: { 'flink-app-hash': old } }],
    },
  })
  expect(await does(runOf(old, first))).toBe('done')
  await pass(5_000)
  expect(await jobs(old)).toEqual(['1 RUNNING'])
  await create(young)
  await pass(10_000)
  expect([await jobs(old), await jobs(young)]).toEqual([['1 RUNNING'], []])
  const stop = { endpoint: endpointOf(old), jobId: first, triggerId }
  expect(await does({ _tag: 'StopWithSavepoint', ...stop, targetDirectory: null, formatType: 'CANONICAL', drain: false })).toBe('done')
  await pass(5_000)
  const operation = await ask<AsynchronousOperation>({ _tag: 'GetSavepointOperation', ...stop, for: 'stopOperation' })
  expect(operation).toMatchObject({ _tag: 'Completed', location: expect.stringContaining('/data/sp') })
  const path = (operation as { readonly location: string }).location
  expect(await does(runOf(young, second, path))).toBe('done')
  await pass(5_000)
  expect([await jobs(old), await jobs(young)]).toEqual([['1 FINISHED'], ['2 RUNNING']])
})

test('FA42 a Service leads to the cluster that its selector says', async () => {
  const { sandbox, create, pass, does, ask } = await anApplication()
  await create(old)
  await create(young)
  await pass(10_000)
  expect(await does(runOf(young, first))).toBe('done')
  await pass(3_000)
  const way = { ...endpointOf(old), service: 'orders' }
  expect(await ask<readonly JobOverview[]>({ _tag: 'GetJobsOverview', endpoint: way })).toEqual([])
  const patch = { spec: { selector: { 'pod-deployment-selector': 'jmbbbbbb' } } }
  await sandbox.call('PATCH', `${collections.Service}/orders`, patch, 'application/merge-patch+json')
  expect(await ask<readonly JobOverview[]>({ _tag: 'GetJobsOverview', endpoint: way })).toMatchObject([{ jobId: first }])
})

test('FA45 FA29 an image that is not there never answers; a Deployment that is deleted takes its job with it', async () => {
  const { sandbox, create, pass, jobs, does, objects } = await anApplication()
  await create(old)
  await create(young, 'no-such-image')
  await pass(20_000)
  expect([await jobs(old), await jobs(young)]).toEqual([[], 'Unknown'])
  expect(await does(runOf(old, first))).toBe('done')
  await sandbox.call('DELETE', `${collections.Deployment}/orders-aaaaaaaa-jm`)
  await pass(3_000)
  expect(await jobs(old)).toBe('Unknown')
  expect(await objects()).toMatchObject({
    value: { deployments: [{ name: 'orders-aaaaaaaa-tm' }, { availableReplicas: 0 }, { availableReplicas: 0 }] },
  })
})
