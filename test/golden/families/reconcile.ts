import type { DeploymentView } from '../../../packages/core/src/contract/fact/object-view.ts'
import type { PodView } from '../../../packages/core/src/contract/fact/pod-view.ts'
import type { JobState } from '../../../packages/core/src/contract/resource/job-status.ts'
import { differenceOf, type GoldenFamily } from '../family.ts'
import { runUntilQuiet } from '../scripted-rounds.ts'
import { jobOverview, quietScript, ScriptedWorld } from '../scripted-world.ts'
import { compareReconcile, type ReconcileExpect } from './reconcile.compare.ts'
import { givenOf, resourceOf, type ScriptedGiven, sessionOf, settingsOf } from './scripted.decode.ts'

export interface ReconcileGiven extends ScriptedGiven {
  readonly observed: {
    readonly haMetadataAvailable: boolean
    readonly checkpointInHaMetadata: boolean
    readonly jobManagerDeploymentPresent: boolean
    readonly jobManagerNeverStarted: boolean
    readonly stopWithSavepoint: string
    readonly cancel: 'ok' | 'missing' | 'terminated' | 'error'
    readonly vertexParallelism?: Readonly<Record<string, readonly [number, number]>> | null
  }
}

const created = Date.parse('2026-01-01T00:00:00Z')

/** The JobManager's Deployment; never started: not available since its creation. */
export const deploymentOf = (owner: string, isAvailable: boolean, neverStarted: boolean): DeploymentView => ({
  name: 'app',
  uid: 'uid-deployed',
  resourceVersion: '1',
  creationTimestamp: created,
  deleting: false,
  labels: { app: 'app' },
  annotations: {},
  ownerUids: [owner],
  wantedReplicas: 1,
  replicas: 1,
  availableReplicas: isAvailable ? 1 : 0,
  conditions: [{
    type: 'Available',
    status: isAvailable ? 'True' : 'False',
    reason: '',
    message: '',
    lastTransitionTime: neverStarted ? created : created + 60_000,
  }],
})

const crashing = (uid: string): PodView => ({
  name: 'jobmanager',
  uid,
  creationTimestamp: created,
  deleting: false,
  phase: 'Running',
  podIP: null,
  conditions: [],
  failedMount: null,
  containers: [{
    name: 'flink-main-container',
    restartCount: 5,
    lastState: null,
    state: { _tag: 'Waiting', reason: 'CrashLoopBackOff', message: 'back-off', exitCode: null },
  }],
})

export const readyPod: PodView = {
  ...crashing('uid-jobmanager'),
  conditions: [{ type: 'Ready', status: 'True', reason: '', message: '' }],
  containers: [{
    name: 'flink-main-container',
    restartCount: 0,
    lastState: null,
    state: { _tag: 'Running', reason: '', message: '', exitCode: null },
  }],
}

const configMap = (name: string, dataKeys: readonly string[], ownerUids: readonly string[] = []) => ({
  name,
  uid: `uid-${name}`,
  resourceVersion: '1',
  deleting: false,
  labels: { app: 'app', type: 'flink-native-kubernetes' },
  annotations: {},
  ownerUids,
  dataKeys,
})

/** HA metadata of a job; with a checkpoint it can be restored from. */
export const haConfigMap = (jobId: string, hasCheckpoint: boolean) =>
  configMap(`app-${jobId}-config-map`, hasCheckpoint ? ['checkpointID-0000000000000000001', 'counter'] : ['counter'])

/** The JobManager of the session cluster is there as its FlinkDeployment tells; the job, where its state was seen. */
const withSessionJob = (world: ScriptedWorld, { resource: { status }, observed, sessionCluster }: ReconcileGiven): ScriptedWorld => {
  const { state, jobId, startTime } = status.jobStatus
  world.deployment = deploymentOf('uid-session', true, false)
  world.pods = [readyPod]
  world.process = {
    rest: sessionCluster?.status?.['jobManagerDeploymentStatus'] === 'READY' ? null : 'Unreachable',
    stops: new Map(),
    startedFrom: null,
    jobs: state == null || state === 'RECONCILING' || jobId == null ? []
      : [jobOverview(jobId, state as JobState, 'job', Number(startTime ?? 0))],
  }
  const { vertexParallelism } = observed
  world.vertices = vertexParallelism === undefined || vertexParallelism === null ? null
    : Object.fromEntries(Object.entries(vertexParallelism).map(([vertex, [lower, upper]]) => [vertex, { lower, upper }]))
  return world
}

/** The world that a vector describes. */
export const worldOf = (given: ReconcileGiven): ScriptedWorld => {
  const { observed, resource: { status } } = given
  const jobId = status.jobStatus.jobId ?? null
  const state = (status.jobStatus.state ?? null) as JobState | null
  const world = new ScriptedWorld(Date.parse(given.now), resourceOf(given), {
    ...quietScript,
    savepoint: { _tag: 'InProgress' },
    checkpoint: { _tag: 'InProgress' },
    cancel: observed.cancel,
    lastCheckpoint: observed.checkpointInHaMetadata ? 's3://b/chk-9' : null,
    stop: observed.stopWithSavepoint === 'fails' ? { fails: 'the savepoint failed' } : { path: observed.stopWithSavepoint },
  })
  world.session = sessionOf(given)
  if (world.session !== null) return withSessionJob(world, given)
  if (observed.jobManagerDeploymentPresent) {
    const isReady = status.jobManagerDeploymentStatus === 'READY'
    // of a session cluster all that is told is how its JobManager is: the world is so
    const isSession = given.resource.spec.job === undefined
    const isNotReady = isSession && status.jobManagerDeploymentStatus === 'DEPLOYED_NOT_READY'
    world.deployment = deploymentOf(given.resource.metadata['uid'] as string, isReady || isNotReady, observed.jobManagerNeverStarted)
    if (isSession && status.jobManagerDeploymentStatus === 'ERROR') world.pods = [crashing(world.nextUid())]
    world.configMaps.push(configMap('flink-config-app', ['config.yaml'], ['uid-deployed']))
    world.services.push({
      name: 'app-rest',
      uid: 'uid-app-rest',
      resourceVersion: '1',
      deleting: false,
      annotations: {},
      ownerUids: ['uid-deployed'],
    })
    world.process = {
      rest: isReady ? null : isNotReady ? 'NotReady' : 'Unreachable',
      stops: new Map(),
      startedFrom: null,
      jobs: state === null || state === 'RECONCILING' || jobId === null ? []
        : [jobOverview(jobId, state, 'job', Number(status.jobStatus.startTime ?? 0))],
    }
  }
  const { vertexParallelism } = observed
  world.vertices = vertexParallelism === undefined || vertexParallelism === null ? null
    : Object.fromEntries(Object.entries(vertexParallelism).map(([vertex, [lower, upper]]) => [vertex, { lower, upper }]))
  if (observed.haMetadataAvailable && jobId !== null)
    world.configMaps.push(haConfigMap(jobId, observed.checkpointInHaMetadata))
  return world
}

/**
 * Runs our rounds in the world of the vector until they are quiet; then the calls, the status and the events are compared with the
 * reference operator's one round.
 */
export const reconcile: GoldenFamily = {
  name: 'reconcile',
  run: (vector, isDeclared) => {
    const given = givenOf<ReconcileGiven>(vector)
    const expect = vector.expect as unknown as ReconcileExpect
    const world = worldOf(given)
    world.snapshots = []
    const { quiet } = runUntilQuiet(world, { ...settingsOf(given), hasSnapshotController: true }, { quietFor: 90_000, maxRounds: 80 })
    const breaches = world.breaches().map(breach => differenceOf('breach', null, breach))
    const restless = quiet || expect.throws !== undefined ? [] : [differenceOf('quiet', true, false)]
    return [...compareReconcile(given, expect, world, isDeclared), ...breaches, ...restless]
  },
}
