import { redactText } from '@flink-operator/core/redaction'
import { fromEachCluster } from '../../src/world/clusters.ts'
import type { FlinkJob } from '../../src/flink/job-manager-process.ts'
import type { World } from '../../src/world/world.ts'
import { type Key, type PlanWorld, resourceIn } from '../world/plan-world.ts'

/** The state of the world: one line for each thing that a user would check, `[what, how]`. */
export type Standing = readonly { readonly what: string; readonly how: string }[]

/** A job that processes data, and the cluster in which it runs. */
export interface RunningJob {
  readonly cluster: string
  readonly jobId: string
}

/** The jobs that run in the world of a plan. */
export const runningIn = ({ world }: PlanWorld): readonly RunningJob[] =>
  fromEachCluster(world).flatMap(({ clusterId, pods }) =>
    pods.flatMap(({ process }) => process?.jobs ?? []).filter(({ state }) => state === 'RUNNING')
      .map(({ jobId }) => ({ cluster: clusterId, jobId }))
  )

const textAt = (object: unknown, ...path: readonly string[]): string | null => {
  const found = path.reduce<unknown>(
    (it, key) => (typeof it === 'object' && it !== null ? (it as Readonly<Record<string, unknown>>)[key] : undefined),
    object,
  )
  return typeof found === 'string' && found !== '' ? found : null
}

const operationWords = (status: unknown): string => {
  const operation = ['kind', 'mode', 'step'].map(field => textAt(status, 'operation', field))
  const [kind, mode, step] = operation
  return kind == null ? 'no operation'
    : `in progress: ${[kind, mode].filter(it => it != null).join(' ')}${step == null ? '' : `, ${step}`}`
}

/** The status field with the state of each kind. */
const stateFields = ['lifecycleState', 'blueGreenState', 'phase'] as const

const resourceLines = (world: PlanWorld, of: Key): Standing => {
  const resource = resourceIn(world, of)
  if (resource === null) return [{ what: of.kind, how: 'gone' }]
  const { status } = resource
  const state = stateFields.flatMap(field => textAt(status, field) ?? [])[0] ?? 'new'
  const error = textAt(status, 'error')
  return [
    { what: of.kind, how: `${state}, ${operationWords(status)}` },
    ...(error === null ? [] : [{ what: 'Error', how: error }]),
  ]
}

const jobWords = ({ jobId, state, source }: FlinkJob): string =>
  `${jobId} ${state}, ${source === null ? 'from empty state' : `from ${source.path}`}`

const phases = {
  Starting: 'starts',
  Electing: 'waits for leadership',
  Empty: 'is up, and lists no job yet',
  Listing: 'is up',
  NothingToRun: 'is up, and has no job to run',
} as const

const clusterLines = (world: World, isAlone: boolean): Standing => {
  const { clusterId, deployments, pods, ha, zooKeeper } = world
  const name = (what: string): string => (isAlone ? what : `${what} of ${clusterId}`)
  const deployment = deployments.map(({ name: of, role, replicas, deleting }) =>
    `${role} ${of}, ${replicas} wanted${deleting ? ', being deleted' : ''}`
  )
  const pod = pods.map(({ name: of, phase, process, deleting }) =>
    `${of} ${deleting ? 'is being deleted' : process === null ? phase : phases[process.phase]}`
  )
  const jobs = pods.flatMap(({ process }) => process?.jobs ?? []).map(jobWords)
  const pointers = [ha, ...Object.values(zooKeeper)].flatMap(it => it.jobs).map(({ pointer }) => pointer ?? 'no checkpoint yet')
  const stored = [world, ...world.otherJobs].flatMap(({ storage }) => storage).map(({ path }) => path)
  const line = (what: string, all: readonly string[]): Standing => (all.length === 0 ? [] : [{ what: name(what), how: all.join('; ') }])
  return [
    ...line('Deployments', deployment),
    ...line('JobManager', pod),
    ...line('Jobs', jobs),
    ...line('HA metadata', pointers),
    ...line('Stored state', stored),
  ]
}

/** The state of the world, for a user who follows this resource; without secrets (P23). */
export const standingIn = (it: PlanWorld, of: Key, secrets: readonly string[]): Standing => {
  const clusters = fromEachCluster(it.world)
  const lines = [...resourceLines(it, of), ...clusters.flatMap(world => clusterLines(world, clusters.length === 1))]
  return lines.map(({ what, how }) => ({ what, how: redactText(how, secrets) }))
}
