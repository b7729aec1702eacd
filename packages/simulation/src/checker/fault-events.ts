import { clusterConfiguration } from '../flink/cluster-configuration.ts'
import { foulPlay } from '../kubernetes/play-children.ts'
import { ofOwner, type WorldEvent } from '../world/world-event.ts'
import { fromJob } from '../world/jobs.ts'
import { jobResourceOf } from '../world/resources.ts'
import type { PodObject, World } from '../world/world.ts'
import type { FaultKind } from './move.ts'

/** The faults of the world that are possible now. */
export const faultEvents = (world: World, kinds: readonly FaultKind[], about?: string): readonly WorldEvent[] => {
  if (kinds.length === 0) return []
  const events: WorldEvent[] = []
  const has = (kind: FaultKind): boolean => kinds.includes(kind)
  for (const event of foulPlay(world, has)) events.push({ _tag: 'Play', event })
  for (const pod of world.pods) {
    if (has('JobManager')) events.push(...jobManagerFaults(pod))
    if (has('PodLost')) events.push(...podFaults(pod))
    events.push(...processFaults(pod, has))
    if (has('Stop')) events.push(...stopFaults(pod))
    if (has('Job')) events.push(...jobFaults(pod))
    if (has('Restart'))
      events.push(...runningJobs(pod).map((jobId): WorldEvent => ({ _tag: 'FailJob', pod: pod.uid, jobId, terminally: false })))
    if (has('SlowCheckpoint')) events.push(...slowCheckpoints(pod))
  }
  if (has('Finish')) {
    for (const pod of world.pods) events.push(...runningJobs(pod).map((jobId): WorldEvent => ({ _tag: 'FinishJob', pod: pod.uid, jobId })))
  }
  if (has('TakeOver') && jobResourceOf(fromJob(world, about ?? null)) !== null) events.push(ofOwner(about, { _tag: 'TakeOver' }))
  events.push(...haFaults(world, has))
  if (has('Deployment')) events.push(...deploymentFaults(world, 'LoseDeployment'))
  if (has('DeploymentRemade')) events.push(...deploymentFaults(world, 'RemakeDeployment'))
  return events
}

const haFaults = ({ ha: { jobs }, zooKeeper }: World, has: (kind: FaultKind) => boolean): readonly WorldEvent[] => [
  ...(has('HaLost') && jobs.length > 0 ? [{ _tag: 'LoseHaMetadata' } as const] : []),
  ...(has('HaSpoilt') && jobs.some(isSound) ? [{ _tag: 'SpoilPointers' } as const] : []),
  ...zooKeeperFaults(zooKeeper, has),
]

const zooKeeperFaults = (nodes: World['zooKeeper'], has: (kind: FaultKind) => boolean): readonly WorldEvent[] => {
  const kept = Object.entries(nodes)
  return [
    ...(has('ZooKeeperLost') && kept.some(([, { jobs }]) => jobs.length > 0)
      ? [{ _tag: 'LoseHaMetadata', from: 'ZooKeeper' } as const] : []),
    ...(has('ZooKeeperSpoilt') && kept.some(([, { jobs }]) => jobs.some(isSound))
      ? [{ _tag: 'SpoilPointers', from: 'ZooKeeper' } as const] : []),
    ...(has('CutOff') ? kept.filter(([, { cluster, cutOff }]) => cluster !== null && cutOff !== true) : []).map((
      [node],
    ): WorldEvent => ({ _tag: 'CutOff', node })),
  ]
}

const isSound = ({ pointer, spoilt }: World['ha']['jobs'][number]): boolean => pointer !== null && spoilt !== true

const deploymentFaults = ({ deployments }: World, _tag: 'LoseDeployment' | 'RemakeDeployment'): readonly WorldEvent[] =>
  deployments.filter(({ deleting }) => !deleting).map(({ uid }) => ({ _tag, deployment: uid }))

const jobManagerFaults = (
  { uid, process, deleting }: PodObject,
): readonly WorldEvent[] => (process === null || deleting ? [] : [{ _tag: 'CrashJobManager', pod: uid }])

const podFaults = ({ uid, process, deleting, input }: PodObject): readonly WorldEvent[] =>
  process === null || deleting || !clusterConfiguration(input).highAvailability ? [] : [{ _tag: 'LosePod', pod: uid }]

const processFaults = (
  pod: PodObject,
  has: (kind: FaultKind) => boolean,
): readonly WorldEvent[] => [
  ...(has('Leadership') ? leadershipFaults(pod) : []),
  ...(has('Start') ? startFaults(pod) : []),
  ...(has('Cancelled') ? cancelled(pod) : []),
]

const leadershipFaults = (pod: PodObject): readonly WorldEvent[] =>
  runningJobs(pod).length > 0 && !pod.deleting && clusterConfiguration(pod.input).highAvailability
    ? [{ _tag: 'LoseLeadership', pod: pod.uid }] : []

/** A job that fails for good before it runs: its state does not fit, or its `main` throws. */
const startFaults = ({ uid, process }: PodObject): readonly WorldEvent[] =>
  (process?.jobs ?? []).filter(({ state }) => state === 'INITIALIZING' || state === 'CREATED').map(({ jobId }): WorldEvent => ({
    _tag: 'FailJob',
    pod: uid,
    jobId,
    terminally: true,
  }))

const stopFaults = ({ uid, process }: PodObject): readonly WorldEvent[] =>
  (process?.operations ?? []).filter(({ kind, state }) => kind === 'Stop' && state._tag === 'InProgress').flatMap((
    { triggerId },
  ): readonly WorldEvent[] =>
    (['SavepointFails', 'FailsWhileStopping', 'FailsOver'] as const).map(end => ({ _tag: 'CompleteOperation', pod: uid, triggerId, end }))
  )

/** What users do past the operator. */
export const byHand = (world: World, kinds: readonly FaultKind[]): readonly WorldEvent[] => [
  ...(kinds.includes('Asked') ? world.pods.flatMap(askedByHand) : []),
  ...(kinds.includes('Scale') ? world.deployments.flatMap(it => scaledByHand(world, it)) : []),
]

const askedByHand = (pod: PodObject): readonly WorldEvent[] =>
  runningJobs(pod).flatMap(jobId =>
    (['Stop', 'Savepoint'] as const).map((kind): WorldEvent => ({ _tag: 'AskFlink', pod: pod.uid, jobId, kind }))
  )

/** Scales to zero, and back once the pods are gone: a user who scales back sooner runs two JobManagers by their own doing. */
const scaledByHand = (
  { pods }: World,
  { uid, role, deleting, replicas }: World['deployments'][number],
): readonly WorldEvent[] => (role !== 'JobManager' || deleting || (replicas === 0 && pods.length > 0) ? []
  : [{ _tag: 'ScaleByHand', deployment: uid, replicas: replicas === 0 ? 1 : 0 }])

const slowCheckpoints = ({ uid, process }: PodObject): readonly WorldEvent[] =>
  (process?.jobs ?? []).filter(({ state, statistics, olderStatistics }) =>
    state === 'RUNNING' && statistics.inProgressSince === null && statistics === olderStatistics
  )
    .map(({ jobId }): WorldEvent => ({ _tag: 'BeginCheckpoint', pod: uid, jobId }))

const runningJobs = ({ process }: PodObject): readonly string[] =>
  (process?.jobs ?? []).filter(({ state }) => state === 'RUNNING').map(({ jobId }) => jobId)

const jobFaults = (pod: PodObject): readonly WorldEvent[] =>
  runningJobs(pod).flatMap((jobId): readonly WorldEvent[] => [
    { _tag: 'FailJob', pod: pod.uid, jobId, terminally: false },
    { _tag: 'FailJob', pod: pod.uid, jobId, terminally: true },
  ]).concat(cancelled(pod))

/** A user cancels the job past the operator: `flink cancel`. */
const cancelled = (pod: PodObject): readonly WorldEvent[] =>
  runningJobs(pod).map((jobId): WorldEvent => ({ _tag: 'CancelFromOutside', pod: pod.uid, jobId }))
