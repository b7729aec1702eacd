import * as E from 'fp-ts/lib/Either.js'
import { configMapView, deploymentView, podView } from '@flink-operator/k8s-adapter'
import type { AsynchronousOperation } from '../../../packages/core/src/contract/fact/flink-rest.ts'
import type { FlinkDeploymentStatus } from '../../../packages/core/src/contract/resource/flink-deployment-status.ts'
import type { JobState } from '../../../packages/core/src/contract/resource/job-status.ts'
import type { JsonObject } from '../../../packages/core/src/contract/resource/json.ts'
import type { GoldenFamily } from '../family.ts'
import { lookAndDecide, runRound } from '../scripted-rounds.ts'
import { advance } from '../scripted-start.ts'
import { jobOverview, quietScript, ScriptedWorld } from '../scripted-world.ts'
import { compareObserve, type ObserveExpect } from './observe.compare.ts'
import { readyPod } from './reconcile.ts'
import { givenOf, resourceOf, type ScriptedGiven, sessionOf, settingsOf } from './scripted.decode.ts'

export interface ObserveGiven extends ScriptedGiven {
  readonly observed: {
    readonly jobManagerDeployment: { readonly metadata: JsonObject; readonly status: JsonObject | null } | null
    readonly jobManagerPortReady: boolean
    readonly jobManagerPods: readonly JsonObject[]
    readonly job: null | { readonly fails: 'timeout' | 'error' } | {
      readonly state: JobState
      readonly name: string
      readonly startTime: number
      readonly failure?: string
    }
    readonly clusterInfo: Readonly<Record<string, string>>
    readonly savepoint?: SnapshotAnswer
    readonly checkpoint?: SnapshotAnswer
    readonly lastCheckpoint?: string | null
  }
}

type SnapshotAnswer = { readonly pending: true } | { readonly error: string } | { readonly location: string }

const operation = (answer: SnapshotAnswer | undefined): AsynchronousOperation | null =>
  answer === undefined ? null
    : 'pending' in answer ? { _tag: 'InProgress' }
    : 'error' in answer ? { _tag: 'Failed', causes: [{ type: 'java.lang.RuntimeException', message: answer.error }], savepointPath: null }
    : { _tag: 'Completed', location: answer.location, checkpointId: null }

const right = <A>(read: E.Either<string, A>): A => {
  if (E.isLeft(read)) throw new Error(read.left)
  return read.right
}

/** What the vectors leave out of an object. */
const live = (name: string, object: { readonly metadata?: JsonObject | null; readonly [field: string]: unknown }): JsonObject => ({
  spec: { replicas: 1 },
  ...object,
  metadata: { name, uid: `uid-${name}`, creationTimestamp: '2026-01-01T00:00:00Z', ...object.metadata },
})

/** As Flink's client makes them: of the resource. */
const withOwner = (uid: string, object: { readonly metadata?: JsonObject | null; readonly [field: string]: unknown }) => ({
  ...object,
  metadata: {
    ownerReferences: [{ apiVersion: 'flink.apache.org/v1beta1', kind: 'FlinkDeployment', name: 'app', uid }],
    ...object.metadata,
  },
})

export const worldOf = (given: ObserveGiven): ScriptedWorld => {
  const { observed, resource: { status } } = given
  const { job } = observed
  const jobId = status.jobStatus.jobId ?? ''
  const world = new ScriptedWorld(Date.parse(given.now), resourceOf(given), {
    ...quietScript,
    lastCheckpoint: observed.lastCheckpoint ?? null,
    flinkVersion: observed.clusterInfo['flink-version'] ?? null,
    failure: job !== null && 'failure' in job ? (job.failure ?? null) : null,
    savepoint: operation(observed.savepoint),
    checkpoint: operation(observed.checkpoint),
  })
  world.deployment = observed.jobManagerDeployment === null ? null
    : right(deploymentView(live('app', withOwner(given.resource.metadata['uid'] as string, observed.jobManagerDeployment))))
  world.pods = observed.jobManagerPods.map((pod, index) => right(podView(live(`pod-${String(index)}`, pod))))
  if (world.deployment !== null)
    world.configMaps.push(right(configMapView(live('flink-config-app', withOwner(given.resource.metadata['uid'] as string, {})))))
  // what is asked of a cluster that has no job
  const session = given.resource.spec.job === undefined ? observed.clusterInfo['fails'] : undefined
  world.session = sessionOf(given)
  if (world.session !== null) world.pods = [readyPod]
  const answers = observed.jobManagerPortReady || status.jobManagerDeploymentStatus === 'READY'
  world.process = {
    rest: !answers ? 'Unreachable'
      : session !== undefined ? (session === 'timeout' ? 'Timeout' : 'NotReady')
      : job !== null && 'fails' in job ? (job.fails === 'timeout' ? 'Timeout' : 'NotReady') : null,
    jobs: job === null || 'fails' in job ? [] : [jobOverview(jobId, job.state, job.name, job.startTime)],
    stops: new Map(),
    startedFrom: null,
  }
  return world
}

const someRounds = 12

/**
 * The vectors are of observing alone: without this ours would find the specs invalid, or take the JobManagers of jobs that ended long ago
 * away.
 */
export const surroundings = {
  'execution.checkpointing.dir': 's3://b/cp',
  'execution.checkpointing.savepoint-dir': 's3://b/sp',
  'kubernetes.operator.jm-deployment.shutdown-ttl': '100000 d',
}

/**
 * Runs our rounds in the world of the vector until the first effect, or some seconds long; then what they wrote is compared with what the
 * reference operator saw in one round.
 */
export const observe: GoldenFamily = {
  name: 'observe',
  run: (vector, isDeclared) => {
    const given = givenOf<ObserveGiven>(vector)
    const world = worldOf(given)
    const settings = settingsOf({ ...given, operatorConfig: { ...surroundings, ...given.operatorConfig } })
    const seen = lookAndDecide(world, settings).observed.status as FlinkDeploymentStatus
    for (let rounds = 0; rounds < someRounds && world.calls().length === 0; rounds += 1)
      advance(world, Math.max(1, Math.min(runRound(world, settings).after, 10_000)))
    return compareObserve(given, vector.expect as unknown as ObserveExpect, { world, seen }, isDeclared)
  },
}
