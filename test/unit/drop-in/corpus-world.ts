import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import * as E from 'fp-ts/lib/Either.js'
import { writePointer } from '@flink-operator/high-availability'
import { configMapView, deploymentView, podView, serviceView } from '@flink-operator/k8s-adapter'
import { decodeFlinkDeployment } from '../../../packages/core/src/crd/flink-deployment.ts'
import { decodeFlinkSessionJob } from '../../../packages/core/src/kind/flink-session-job/flink-session-job-codec.ts'
import type { FlinkDeploymentView, FlinkSessionJobView } from '../../../packages/core/src/contract/fact/custom-resource-views.ts'
import { operatorOptions } from '../../../packages/core/src/options/operator-options.ts'
import { isTerminal, type JobState } from '../../../packages/core/src/contract/resource/job-status.ts'
import type { JsonObject } from '../../../packages/core/src/contract/resource/json.ts'
import type { Settings } from '../../golden/scripted-rounds.ts'
import { jobOverview, quietScript, ScriptedWorld } from '../../golden/scripted-world.ts'

/** One status that the reference operator really wrote, with the objects of its namespace at that moment. */
export interface CorpusEntry {
  readonly id: string
  readonly situation: string
  readonly at: number
  readonly features: {
    readonly lifecycle: string | null
    readonly job: string | null
    readonly jm: string | null
    readonly generation: string
    readonly deleting: boolean
  }
  readonly resource: JsonObject & { readonly metadata: JsonObject; readonly spec: JsonObject; readonly status?: JsonObject }
  readonly cluster: readonly (JsonObject & { readonly kind: string })[]
  /** Of a session job: its FlinkDeployment. */
  readonly session?: JsonObject
  /** Where the reference operator itself was before the next action of a person. */
  readonly referenceEnd: null | {
    readonly after: number
    readonly gone?: boolean
    readonly lifecycleState?: string | null
    readonly job?: string | null
    readonly jobManager?: string | null
    readonly error?: string | null
  }
}

export const corpus: readonly CorpusEntry[] = gunzipSync(readFileSync(join(import.meta.dirname, '../../data/status-corpus.jsonl.gz')))
  .toString('utf8')
  .split('\n').filter(line => line !== '').map(line => JSON.parse(line) as CorpusEntry)

export const settings: Settings = { options: operatorOptions({}).options, flinkDefaults: { configuration: {}, logConfiguration: {} } }

/** In one scenario jars came from the machine itself, which its operator was told to allow; in the other it was not. */
export const settingsOf = ({ id }: Pick<CorpusEntry, 'id'>): Settings =>
  id.startsWith('session-jobs-')
    ? {
      ...settings,
      options: operatorOptions({
        'kubernetes.operator.user.artifacts.allowed-schemes': 'http',
        'kubernetes.operator.user.artifacts.disallow-restricted-hosts': 'false',
      }).options,
    } : settings

const right = <A>(read: E.Either<string, A>): A => {
  if (E.isLeft(read)) throw new Error(read.left)
  return read.right
}

const labels = (object: JsonObject): Readonly<Record<string, string>> =>
  ((object['metadata'] as JsonObject | undefined)?.['labels'] ?? {}) as Record<string, string>

/** As the adapter's selectors choose: objects of the cluster, but not the autoscaler's. */
const isOfCluster = (name: string) => (object: JsonObject): boolean =>
  labels(object)['app'] === name && (labels(object)['type'] ?? '').startsWith('flink-') && labels(object)['component'] !== 'autoscaler'

const pointer = writePointer({ path: 's3://ha/completedCheckpoint', size: 1 }) ?? ''

/** HA metadata of a job that ran for some seconds holds a checkpoint: the corpus counts its keys only. */
const withData = (object: JsonObject): JsonObject => ({
  ...object,
  data: Object.fromEntries(((object['dataKeys'] ?? []) as readonly string[]).map(key => [key, pointer])),
})

const startsIn = 10_000

/** The world of an entry: its objects as they were, a JobManager that comes up if it can, a job that does what the status says of it. */
export const worldOf = (entry: CorpusEntry): ScriptedWorld => {
  const { resource, cluster, at, session } = entry
  const name = (resource.spec['deploymentName'] ?? resource.metadata['name']) as string
  const now = Date.parse(resource.metadata['creationTimestamp'] as string) + at * 1000
  const status = resource.status ?? {}
  const jobStatus = (status['jobStatus'] ?? {}) as JsonObject
  const world = new ScriptedWorld(now, resource, {
    ...quietScript,
    comesUpAfter: startsIn,
    lastCheckpoint: 'file:///data/chk-last',
    brokenImages: ['flink:nowhere'],
    stop: { path: 'file:///data/savepoint-ours' },
    flinkVersion: '1.20.5',
  })
  const of = (kind: string) => cluster.filter(object => object.kind === kind)
  const deployment = (wanted: string) =>
    of('Deployment').filter(object => (object['metadata'] as JsonObject)['name'] === wanted).map(object => right(deploymentView(object)))[0]
      ?? null
  world.deployment = deployment(name)
  world.taskManagers = deployment(`${name}-taskmanager`)
  world.pods = of('Pod').filter(object => isOfCluster(name)(object) && labels(object)['component'] === 'jobmanager').map(object =>
    right(podView(object))
  )
  world.configMaps = of('ConfigMap').filter(isOfCluster(name)).map(object => right(configMapView(withData(object))))
  world.services = of('Service').filter(isOfCluster(name)).map(object => right(serviceView(object)))
  const jobId = (jobStatus['jobId'] ?? null) as string | null
  if (session !== undefined) return withSession(world, entry, session)
  if (world.deployment === null || (jobId === null && !isSessionCluster(resource))) return world
  const state = (jobStatus['state'] ?? 'RECONCILING') as JobState
  const isUp = world.deployment.availableReplicas > 0
  const shown = isTerminal(state) || state === 'CANCELLING' ? state : isUp ? 'RUNNING' : 'INITIALIZING'
  world.process = {
    rest: isUp ? null : 'Unreachable',
    jobs: jobId === null ? [] : [jobOverview(jobId, shown, 'job', Number(jobStatus['startTime'] ?? now))],
    stops: new Map(),
    startedFrom: null,
  }
  world.upAt = isUp || isBroken(cluster, name) ? null : now + startsIn
  return world
}

/** Its jobs run beside the one of the entry, which is there as its status says. */
const withSession = (world: ScriptedWorld, { resource, cluster }: CorpusEntry, session: JsonObject): ScriptedWorld => {
  const jobsOf = (status: JsonObject | undefined) => {
    const { jobId, state, startTime } = (status?.['jobStatus'] ?? {}) as { jobId?: string; state?: JobState; startTime?: string }
    if (jobId === undefined) return []
    const shown = state === undefined || state === 'RECONCILING' ? 'RUNNING' : state
    return [jobOverview(jobId, shown, 'job', Number(startTime ?? world.now))]
  }
  const others = cluster.filter(({ kind }) => kind === 'FlinkSessionJob')
  world.session = sessionView(session)
  world.sessionJobs = others.map(other => sessionJobView(resource, other))
  const jobs = [resource.status, ...others.map(({ status }) => status as JsonObject | undefined)].flatMap(jobsOf)
  // what has just ended is listed, though no status names it any more and its graph is not yet cleared away
  const graphs = world.configMaps.flatMap(({ dataKeys }) => dataKeys.flatMap(key => /^jobGraph-(.+)$/.exec(key)?.[1] ?? []))
  jobs.push(...graphs.filter(id => jobs.every(({ jobId }) => jobId !== id)).map(id => jobOverview(id, 'FINISHED', 'job', world.now)))
  // the reference operator told them so
  for (const { jobId } of jobs.filter(({ state }) => state === 'CANCELLING')) world.cancelled.add(jobId)
  world.process = { rest: null, jobs, stops: new Map(), startedFrom: null }
  return world
}

export const sessionView = (session: JsonObject): FlinkDeploymentView => {
  const read = decodeFlinkDeployment(session)
  if (read._tag === 'Left') throw new Error(JSON.stringify(read.left))
  const { meta, spec, status } = read.right
  return { meta, spec, status }
}

/** Of the others only name and status were kept: the rest is as that of the entry, younger. */
const sessionJobView = (entry: CorpusEntry['resource'], { name, status }: JsonObject): FlinkSessionJobView => {
  const metadata = {
    ...entry.metadata,
    name: name ?? null,
    uid: `uid-of-${JSON.stringify(name)}`,
    creationTimestamp: '2100-01-01T00:00:00Z',
  }
  const read = decodeFlinkSessionJob({ ...entry, metadata, status: status ?? {} })
  if (read._tag === 'Left') throw new Error(JSON.stringify(read.left))
  const { meta, spec, status: reported } = read.right
  return { meta, spec, status: reported }
}

const isBroken = (cluster: CorpusEntry['cluster'], name: string): boolean =>
  cluster.some(object =>
    object.kind === 'Deployment' && (object['metadata'] as JsonObject)['name'] === name && JSON.stringify(object).includes('flink:nowhere')
  )

export const isSessionCluster = ({ spec }: CorpusEntry['resource']): boolean => spec['job'] === undefined || spec['job'] === null
export const isSessionJob = ({ session }: CorpusEntry): boolean => session !== undefined

/** Is the job to keep its state over an upgrade? */
export const isStateful = ({ resource: { spec } }: CorpusEntry): boolean => {
  const { upgradeMode } = (spec['job'] ?? {}) as JsonObject
  return upgradeMode !== undefined && upgradeMode !== 'stateless'
}
