import { describe, expect, test } from 'vitest'
import { hashedApplication } from '../../../lyft/fixtures/flink-application.ts'
import type { ClusterOverview, JobOverview, LabelledObjects, PodView } from '@flink-operator/core/fact'
import { manifestRequest, type ObjectPart, partsOf } from '../../../lyft/src/objects/cluster-objects.ts'
import type { ClusterRequest } from '../../../lyft/src/objects/cluster-request.ts'
import { restEndpointOf } from '../../../lyft/src/objects/flink-application-names.ts'
import { missingJar } from '../flink/session-jobs.ts'
import { missingImage } from '../kubernetes/rendered-objects.ts'
import { answerQuery } from './answer-query.ts'
import { emptyWorld } from './empty-world.ts'
import { fairEvents } from './fair-events.ts'
import { perform } from './perform.ts'
import { withResources } from './resources.ts'
import type { JobAction, World } from './world.ts'
import { step } from './step-world.ts'

const application = hashedApplication({
  image: 'orders:1',
  flinkVersion: '1.20',
  parallelism: 3,
  jarName: 'job.jar',
  taskManagerConfig: { taskSlots: 2 },
}, { name: 'orders', namespace: 'shop' })

const options = { containerNameFormat: '', schedulerName: '', ingressUrlFormat: '' }
const owner = { apiVersion: 'flink.k8s.io/v1beta1', kind: 'FlinkApplication', name: 'orders', uid: 'u-1' }
const requestOf = (
  hash: string,
  more: { readonly colour?: string; readonly image?: string; readonly attempt?: string } = {},
): ClusterRequest => ({
  ...application({ colour: more.colour ?? null, spec: { image: more.image ?? 'orders:1' } }),
  hash,
  owner,
  selectors: { jobmanager: `jm${hash.slice(0, 6)}`, taskmanager: `tm${hash.slice(0, 6)}` },
  attempt: more.attempt ?? `attempt-${hash}`,
  options,
})

/** The owner of all objects is there: else the garbage collector takes them. */
const resource = {
  meta: {
    apiVersion: owner.apiVersion,
    kind: owner.kind,
    name: owner.name,
    namespace: 'shop',
    uid: owner.uid,
    resourceVersion: 'v1',
    generation: 1,
    creationTimestamp: 0,
    deletionTimestamp: null,
    finalizers: [],
    labels: {},
    annotations: {},
  },
  spec: {},
  status: {},
}
const empty = withResources(
  emptyWorld({ abstract: true, restCacheMillis: 3_000, operationMemoryMillis: 300_000 }, 1_700_000_000_000),
  'FlinkApplication',
  [resource],
)
const created = (world: World, request: ClusterRequest, parts: readonly ObjectPart[] = partsOf(request)): World =>
  parts.reduce((now, part) => perform(now, { _tag: 'CreateObject', manifest: manifestRequest(request, part)! }, '', 'Ok').world, world)

/** Whatever comes of itself, but for the work of jobs. */
const settled = (world: World): World => {
  const next = fairEvents(world).find(({ _tag }) => _tag !== 'CompleteCheckpoint')
  return next === undefined ? world : settled(step(world, next))
}
const done = (world: World, action: JobAction) => perform(world, action, '', 'Ok')
const endpointOf = (hash: string) => restEndpointOf({ name: 'orders', namespace: 'shop' }, hash, 8081)
const runOf = (hash: string, jobId: string, savepointPath: string | null = null, jarId = 'job.jar'): JobAction => ({
  _tag: 'RunJar',
  endpoint: endpointOf(hash),
  jarId,
  jobId,
  entryClass: null,
  args: [],
  parallelism: 3,
  savepointPath,
  allowNonRestoredState: false,
  configuration: {},
  flinkVersion: null,
})
const valueOf = <A>(fact: unknown): A | undefined => (fact as { readonly value?: A }).value
const objectsOf = (world: World): LabelledObjects =>
  valueOf<LabelledObjects>(answerQuery(world, { _tag: 'ListLabelledObjects', namespace: 'shop', labels: { 'flink-app': 'orders' } }))!
const jobsOf = (world: World, hash: string): readonly string[] | undefined =>
  valueOf<readonly JobOverview[]>(answerQuery(world, { _tag: 'GetJobsOverview', endpoint: endpointOf(hash) }))
    ?.map(({ jobId, state }) => `${jobId[0]!} ${state}`)
const overviewOf = (world: World, hash: string): ClusterOverview | undefined =>
  valueOf<ClusterOverview>(answerQuery(world, { _tag: 'GetClusterOverview', endpoint: endpointOf(hash) }))

const [first, second, third] = ['1', '2', '3'].map(it => it.repeat(32)) as [string, string, string]
const [old, young] = ['aaaaaaaa', 'bbbbbbbb'] as const

describe('clusters of an application, each of a hash', () => {
  const one = settled(created(empty, requestOf(old)))
  const two = settled(created(one, requestOf(young)))

  test('FA01 FA03 come up from objects as they stand; a name that is taken by the same attempt is there, by another is refused', () => {
    expect(objectsOf(one).deployments).toMatchObject([
      {
        name: 'orders-aaaaaaaa-jm',
        labels: { 'flink-app-hash': old, 'flink-deployment-type': 'jobmanager' },
        matchLabels: { 'pod-deployment-selector': 'jmaaaaaa' },
        podAnnotations: { 'flink-app-hash': old },
        availableReplicas: 1,
      },
      { name: 'orders-aaaaaaaa-tm', wantedReplicas: 2, availableReplicas: 2 },
    ])
    expect(objectsOf(one).services).toMatchObject([{ name: 'orders', selector: { 'pod-deployment-selector': 'jmaaaaaa' } }, {
      name: 'orders-aaaaaaaa',
      labels: { 'flink-app-hash': old },
    }])
    const create = (attempt: string): JobAction => ({
      _tag: 'CreateObject',
      manifest: manifestRequest(requestOf(old, { attempt }), 'JobManagerDeployment')!,
    })
    expect(done(one, create('attempt-aaaaaaaa')).error).toBeNull()
    expect(done(one, create('another')).error).toMatchObject({ _tag: 'AlreadyExists' })
  })

  test('stand beside each other: each answers for itself, with its own pods and slots', () => {
    const submitted = settled(done(two, runOf(young, first)).world)
    expect([jobsOf(submitted, old), jobsOf(submitted, young)]).toEqual([[], ['1 RUNNING']])
    expect([overviewOf(submitted, old)?.slots, overviewOf(submitted, young)?.slots]).toEqual([{ total: 4, available: 4 }, {
      total: 4,
      available: 1,
    }])
    const pods = answerQuery(submitted, {
      _tag: 'ListJobManagerPods',
      namespace: 'shop',
      selector: { 'flink-app': 'orders', 'pod-deployment-selector': 'jmbbbbbb' },
      withMountEvents: false,
    })
    expect(valueOf<readonly PodView[]>(pods)?.map(({ name }) => name)).toEqual([expect.stringContaining('orders-bbbbbbbb-jm')])
  })

  test('P02 two runs of one application are seen; those of its two versions are two jobs', () => {
    const dual = done(settled(done(two, runOf(old, first)).world), runOf(young, second)).world
    expect(dual.breaches).toMatchObject([{ property: 'P02' }])
    const green = settled(created(empty, requestOf(old, { colour: 'green' })))
    const both = settled(created(settled(done(green, runOf(old, first)).world), requestOf(young, { colour: 'blue' })))
    const started = done(both, runOf(young, second)).world
    expect(started.breaches).toEqual([])
    expect(done(settled(started), runOf(young, third)).world.breaches).toMatchObject([{ property: 'P02' }])
  })

  test('a version reads the savepoint of the other one; what neither has fails', () => {
    const green = settled(done(settled(created(empty, requestOf(old, { colour: 'green' }))), runOf(old, first)).world)
    const triggerId = 'f'.repeat(32)
    const saved = settled(
      done(green, {
        _tag: 'TriggerSavepoint',
        endpoint: endpointOf(old),
        jobId: first,
        triggerId,
        targetDirectory: null,
        formatType: 'CANONICAL',
      }).world,
    )
    const path = saved.otherJobs.flatMap(({ storage }) => storage)[0]!.path
    const both = settled(created(saved, requestOf(young, { colour: 'blue' })))
    expect(jobsOf(settled(done(both, runOf(young, second, path)).world), young)).toEqual(['2 RUNNING'])
    expect(jobsOf(settled(done(both, runOf(young, second, 'file:/nowhere')).world), young)).toEqual(['2 FAILED'])
  })

  test('FA06 a job waits for slots; FA61 TaskManagers that are asked for come some time later', () => {
    const half = one.deployments.find(({ name }) => name === 'orders-aaaaaaaa-tm')!
    const scaled = (replicas: number): JobAction => ({
      _tag: 'PatchObject',
      target: { apiVersion: 'apps/v1', kind: 'Deployment', namespace: 'shop', name: half.name, uid: half.uid },
      patch: { metadata: { labels: { 'flink-app-hash': young } }, spec: { replicas } },
      why: '',
    })
    const small = settled(done(one, scaled(1)).world)
    expect(overviewOf(small, old)?.slots?.total).toBe(2)
    const waiting = settled(done(small, runOf(old, first)).world)
    expect(jobsOf(waiting, old)).toEqual(['1 INITIALIZING'])
    const grown = done(waiting, scaled(2)).world
    expect(objectsOf(grown).deployments[1]).toMatchObject({ wantedReplicas: 2, availableReplicas: 1, labels: { 'flink-app-hash': young } })
    expect(jobsOf(settled(grown), old)).toEqual(['1 RUNNING'])
  })

  test('FA42 a Service is pointed at another cluster', () => {
    const service = objectsOf(two).services[0]!
    const patched = done(two, {
      _tag: 'PatchObject',
      target: { apiVersion: 'v1', kind: 'Service', namespace: 'shop', name: service.name, uid: service.uid },
      patch: { spec: { selector: { 'pod-deployment-selector': 'jmbbbbbb', 'flink-app-hash': null } } },
      why: '',
    }).world
    const way = { ...endpointOf(old), service: 'orders' }
    const run = settled(done(patched, runOf(young, first)).world)
    expect(valueOf<readonly JobOverview[]>(answerQuery(run, { _tag: 'GetJobsOverview', endpoint: way }))).toMatchObject([{ jobId: first }])
  })

  test('FA41 FA45 a jar that the image has not, an image that is not there', () => {
    expect(done(one, runOf(old, first, null, missingJar)).error).toMatchObject({ _tag: 'NotFound' })
    const broken = settled(created(empty, requestOf(old, { image: missingImage })))
    expect(objectsOf(broken).deployments).toMatchObject([{ availableReplicas: 0 }, { availableReplicas: 0 }])
    expect(jobsOf(broken, old)).toBeUndefined()
  })

  test('FA29 a cluster that is deleted goes, with its pods; the other one stays', () => {
    const { name, uid } = objectsOf(two).deployments[0]!
    const gone = settled(
      done(two, {
        _tag: 'DeleteObject',
        target: { apiVersion: 'apps/v1', kind: 'Deployment', namespace: 'shop', name, uid },
        propagation: 'Background',
        resourceVersion: null,
        why: '',
      }).world,
    )
    expect(gone.pods).toHaveLength(1)
    expect([jobsOf(gone, old), jobsOf(gone, young)]).toEqual([undefined, []])
  })
})
