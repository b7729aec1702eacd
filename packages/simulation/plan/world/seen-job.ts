import type { ClusterManifestInput } from '@flink-operator/core/action'
import type {
  DeploymentView,
  Fact,
  AsynchronousOperation,
  CheckpointStatistics,
  CheckpointView,
  JobOverview,
  FlinkDeploymentFacts,
  PodView,
} from '@flink-operator/core/fact'
import { type FlinkDeploymentStatus, isTerminal, type EpochMillis } from '@flink-operator/core/resource'
import { compactInput } from '../../src/flink/cluster-configuration.ts'
import {
  type FlinkJob,
  type FlinkOperation,
  type JobManagerProcess,
  noStatistics,
  type ShownState,
  startingProcess,
  type Statistics,
} from '../../src/flink/job-manager-process.ts'
import type { PodObject } from '../../src/world/world.ts'

/** What is known of the JobManager and of its jobs. */
export interface SeenJobManager {
  readonly facts: FlinkDeploymentFacts
  readonly input: ClusterManifestInput
  readonly status: FlinkDeploymentStatus
  readonly now: EpochMillis
}

const shown = (view: CheckpointView | null): ShownState | null =>
  view === null ? null : {
    id: view.id,
    path: view.externalPath ?? '',
    discarded: view.discarded,
    savepoint: view.isSavepoint,
    ...(view.isStop ? { stop: true } : {}),
    time: view.triggerTimestamp,
  }

const seenStatistics = ({ restored, completed, savepoint, completedCount, inProgress }: CheckpointStatistics): Statistics => ({
  restored: shown(restored),
  completed: shown(completed),
  savepoint: shown(savepoint),
  completedCount,
  inProgressSince: inProgress?.triggerTimestamp ?? null,
})

/** The path of a checkpoint that was not queried. */
export const assumedCheckpoint = 'file:///assumed/chk-1'

/** A healthy job completes checkpoints. */
const assumedStatistics = (now: EpochMillis): Statistics => ({
  ...noStatistics,
  completed: { id: 1, path: assumedCheckpoint, discarded: false, savepoint: false, time: now - 60_000 },
  completedCount: 1,
})

const statisticsOf = ({ facts: { checkpoints }, now }: SeenJobManager): Statistics =>
  checkpoints?._tag === 'Known' ? seenStatistics(checkpoints.value) : checkpoints === undefined ? assumedStatistics(now) : noStatistics

const jobOf = (
  seen: SeenJobManager,
  { jobId, state, startTime, endTime }: Pick<JobOverview, 'jobId' | 'state' | 'startTime' | 'endTime'>,
): FlinkJob => {
  const statistics = jobId === seen.status.jobStatus.jobId ? statisticsOf(seen) : noStatistics
  return {
    jobId,
    state,
    startTime,
    endTime,
    progress: 1,
    attempt: seen.input.attempt,
    statistics,
    olderStatistics: statistics,
    statisticsChanged: 0,
    restarts: 0,
    source: statistics.restored,
  }
}

/** The listed jobs; if they were not queried, the job in the status, which during a deploy is the previous one. */
const jobsOf = (seen: SeenJobManager): readonly FlinkJob[] => {
  const { facts: { jobs }, status: { operation, jobStatus: { jobId, state, startTime } }, now } = seen
  if (jobs?._tag === 'Known') return jobs.value.map(job => jobOf(seen, job))
  if (operation?.kind === 'Deploy' || jobId === null || state === null || state === 'RECONCILING') return []
  return [jobOf(seen, { jobId, state, startTime: Number(startTime ?? now), endTime: isTerminal(state) ? now : -1 })]
}

const stateOf = (fact: Fact<AsynchronousOperation> | undefined, now: EpochMillis): FlinkOperation['state'] | null => {
  if (fact === undefined) return { _tag: 'InProgress' }
  if (fact._tag !== 'Known') return null
  const { value } = fact
  switch (value._tag) {
    case 'InProgress':
      return value
    case 'Completed':
      return { _tag: 'Completed', location: value.location, checkpointId: value.checkpointId ?? 0, at: now }
    case 'Failed':
      return { _tag: 'Failed', cause: value.causes[0]?.message ?? '', savepointPath: value.savepointPath, at: now }
  }
}

/** The operations that the status says were requested from this JobManager, with their results. */
const operationsOf = ({ facts, status: { operation, jobStatus }, now }: SeenJobManager): readonly FlinkOperation[] => {
  const { jobId, savepointInfo, checkpointInfo } = jobStatus
  const asked: readonly (readonly [FlinkOperation['kind'], string | null, Fact<AsynchronousOperation> | undefined])[] = [
    ['Stop', operation?.kind === 'Suspend' && operation.mode === 'SAVEPOINT' ? operation.id : null, facts.stopOperation],
    ['Savepoint', savepointInfo.triggerId, facts.savepointOperation],
    ['Checkpoint', checkpointInfo.triggerId, facts.checkpointOperation],
  ]
  return asked.flatMap(([kind, triggerId, fact]) => {
    const state = stateOf(fact, now)
    return jobId === null || triggerId === null || state === null ? [] : [{ jobId, triggerId, kind, state }]
  })
}

/** A JobManager that was not queried, or that reports it is not ready, is still starting: it does not list its job yet. */
const processOf = (seen: SeenJobManager, isUp: boolean): JobManagerProcess => {
  const { facts: { jobs } } = seen
  if (!isUp || (jobs !== undefined && jobs._tag !== 'Known')) return startingProcess
  const listed = jobsOf(seen)
  return { phase: listed.length === 0 && jobs === undefined ? 'Empty' : 'Listing', jobs: listed, operations: operationsOf(seen) }
}

const podOf = (
  seen: SeenJobManager,
  deploymentUid: string,
  { name, uid, creationTimestamp, deleting, phase, containers }: Pick<
    PodView,
    'name' | 'uid' | 'creationTimestamp' | 'deleting' | 'phase' | 'containers'
  >,
  isUp: boolean,
): PodObject => ({
  name,
  uid,
  deploymentUid,
  created: creationTimestamp,
  deleting,
  phase: phase === 'Running' ? 'Running' : 'Pending',
  restartCount: containers[0]?.restartCount ?? 0,
  input: compactInput(seen.input),
  process: phase === 'Running' ? processOf(seen, isUp) : null,
})

/** Pods of the JobManager: the observed ones, otherwise as many as its Deployment reports. */
export const seenPods = (seen: SeenJobManager, deployment: DeploymentView | null): readonly PodObject[] => {
  const { facts: { jobManagerPods }, status: { operatorRecord: { incarnation } } } = seen
  const isUp = deployment !== null && deployment.availableReplicas > 0
  const uid = deployment?.uid ?? incarnation?.deploymentUid ?? 'gone'
  if (jobManagerPods?._tag === 'Known') return jobManagerPods.value.map(pod => podOf(seen, uid, pod, isUp && !pod.deleting))
  if (deployment === null || deployment.replicas === 0) return []
  return [podOf(seen, uid, {
    name: `${deployment.name}-0`,
    uid: incarnation?.podUid ?? `uid-of-${deployment.name}-0`,
    creationTimestamp: deployment.creationTimestamp,
    deleting: deployment.deleting,
    phase: 'Running',
    containers: [],
  }, isUp)]
}
