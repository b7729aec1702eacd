import type { Json, JsonObject } from '@flink-operator/core'
import { ownerOf, step, type World } from '@flink-operator/simulation'
import { Kinds } from './api/built-in-types.ts'
import type { ApiFaults } from './api/kubernetes-api.ts'
import { storeKey } from './api/resource-type.ts'
import type { Cluster } from './controller/cluster.ts'
import { aliveJobs, isAlive } from './flink/cluster-world.ts'
import type { FlinkCluster } from './flink/flink-cluster.ts'
import type { FlinkClusters } from './flink/flink-clusters.ts'
import { withArrival } from './flink/load.ts'
import { numberAt, textAt } from './object/fields.ts'
import { plainDelete, remove } from './write/deletes.ts'

export interface ChaosContext {
  readonly cluster: Cluster
  readonly flink: FlinkClusters
  readonly faults: ApiFaults
}

/** A text: what is wrong with the call. */
type Switched = JsonObject | string

const clusterOf = ({ flink }: ChaosContext, body: JsonObject): FlinkCluster | string => {
  const namespace = textAt(body, 'namespace') || 'default'
  const name = textAt(body, 'cluster')
  return flink.find(namespace, name)
    ?? `no Flink cluster ${namespace}/${name}; there are: ${flink.all().map(it => `${it.namespace}/${it.id}`).join(', ')}`
}

const inCluster = (context: ChaosContext, body: JsonObject, work: (flink: FlinkCluster) => Switched): Switched => {
  const found = clusterOf(context, body)
  return typeof found === 'string' ? found : work(found)
}

const changed = (context: ChaosContext, body: JsonObject, change: (world: World) => World): Switched =>
  inCluster(context, body, flink => {
    context.flink.change(flink, change)
    return { done: true }
  })

const each = (world: World, change: (world: World, pod: World['pods'][number]) => World): World => world.pods.reduce(change, world)

/** The switches; those about one Flink cluster take `{namespace, cluster}`. */
const switches: Readonly<Record<string, (context: ChaosContext, body: JsonObject) => Switched>> = {
  /** The process dies; its container is restarted. */
  'crash-jobmanager': (context, body) =>
    changed(context, body, world => each(world, (sofar, pod) => step(sofar, { _tag: 'CrashJobManager', pod: pod.uid }))),
  /** The pod is lost, as with its node. */
  'kill-pod': ({ cluster }, body) => {
    const [namespace, name] = [textAt(body, 'namespace') || 'default', textAt(body, 'pod')]
    const pod = cluster.store.get({ store: storeKey(Kinds.Pod), namespace, name })
    if (pod === undefined) return `no pod ${namespace}/${name}`
    remove(cluster, Kinds.Pod, pod, { ...plainDelete, graceSeconds: 0 })
    return { done: true }
  },
  'fail-job': (context, body) =>
    changed(
      context,
      body,
      world =>
        each(world, (sofar, pod) =>
          (pod.process?.jobs ?? []).filter(job =>
            isAlive(job) && [job.jobId, ''].includes(textAt(body, 'jobId'))
          ).reduce(
            (inner, job) => step(inner, { _tag: 'FailJob', pod: pod.uid, jobId: job.jobId, terminally: body['terminally'] === true }),
            sofar,
          )),
    ),
  'freeze-rest': (context, body) =>
    inCluster(context, body, flink => {
      flink.frozen = body['frozen'] !== false
      return { frozen: flink.frozen }
    }),
  /** Sets the records that arrive per second: the job measures its load from then on. `job`: of a FlinkSessionJob. */
  load: (context, body) =>
    changed(context, body, world => withArrival(world, numberAt(body, 'recordsPerSecond'), textAt(body, 'job') || undefined)),
  'delete-ha': (context, body) =>
    inCluster(context, body, flink => {
      const names = [...flink.haNames]
      for (const name of names) context.cluster.store.remove({ store: storeKey(Kinds.ConfigMap), namespace: flink.namespace, name })
      return { deleted: names }
    }),
  /** The next writes are refused: 503, nothing applied. */
  'fail-writes': ({ faults }, body) => {
    faults.failWrites = numberAt(body, 'count') || 1
    return { failing: faults.failWrites }
  },
  /** The next writes are applied, but their answers are lost. */
  'lose-answers': ({ faults }, body) => {
    faults.loseAnswers = numberAt(body, 'count') || 1
    return { losing: faults.loseAnswers }
  },
  /** The next requests to Flink (uploads, runs, triggers, cancels) are applied, but their answers are lost. */
  'lose-flink-answers': ({ faults }, body) => {
    faults.loseFlinkAnswers = numberAt(body, 'count') || 1
    return { losing: faults.loseFlinkAnswers }
  },
  /** Existing watches need a new list. */
  compact: ({ cluster }) => {
    cluster.store.compact()
    return { done: true }
  },
  /** Time inside jumps ahead. */
  advance: ({ cluster }, body) => {
    cluster.clock.advance(numberAt(body, 'millis'))
    return { elapsed: cluster.clock.elapsed() }
  },
}

const jobView = (job: ReturnType<typeof aliveJobs>[number]): JsonObject => ({
  jobId: job.jobId,
  /** The FlinkSessionJob of the job; null: the FlinkDeployment's own job. */
  sessionJob: ownerOf(job),
  state: job.state,
  records: job.progress,
  restoredFrom: job.statistics.restored?.path ?? null,
  checkpoint: job.statistics.completed?.path ?? null,
})

/** What only the model knows: the progress of each job, what is stored, whether two jobs ever ran at once. */
const clusterView = (context: ChaosContext) => (flink: FlinkCluster): JsonObject => {
  const world = context.flink.refresh(flink)
  return {
    namespace: flink.namespace,
    cluster: flink.id,
    frozen: flink.frozen,
    jobs: world.pods.flatMap(({ process }) => process?.jobs ?? []).map(jobView),
    alive: aliveJobs(world).length,
    mostAlive: flink.mostAlive,
    storage: [world, ...world.otherJobs].flatMap(({ storage }) => storage).map(({ path, kind, progress }) => ({
      path,
      kind,
      records: progress,
    })),
  }
}

/** `GET /sandbox/state`, `POST /sandbox/<switch>`: for tests and demonstrations. */
export const answerChaos = (
  context: ChaosContext,
  method: string,
  path: string,
  body: Json,
): { readonly status: number; readonly body: Json } => {
  const name = path.replace(/^\/sandbox\/?/, '')
  if (method === 'GET' && name === 'state') return { status: 200, body: { clusters: context.flink.all().map(clusterView(context)) } }
  const known = switches[name]
  if (method !== 'POST' || known === undefined)
    return { status: 404, body: { error: `GET /sandbox/state; POST /sandbox/{${Object.keys(switches).join(',')}}` } }
  const done = known(context, typeof body === 'object' && body !== null && !Array.isArray(body) ? body as JsonObject : {})
  return typeof done === 'string' ? { status: 400, body: { error: done } } : { status: 200, body: done }
}
