import type { FlinkDeploymentAction } from '../../src/kind/flink-deployment/flink-deployment-action.ts'
import { isHard } from '../../src/action/action-properties.ts'
import type { EpochMillis } from '../../src/resource/time.ts'
import { clusterConfiguration } from '../flink/cluster-configuration.ts'
import { appear, type Stranger } from '../kubernetes/strangers.ts'
import { tamper, type Tampering } from '../kubernetes/tampering.ts'
import { mayShowOldStatistics } from '../world/answer-flink-query.ts'
import { noLookFaults } from '../world/look-faults.ts'
import { fairEvents } from '../world/fair-events.ts'
import type { WorldEvent } from '../world/world-event.ts'
import type { PodObject, World } from '../world/world.ts'
import type { CheckerState } from './checker-state.ts'
import { isWriteOfResource } from '../../src/round/after-failure.ts'
import { effectOutcomes } from './effect-outcomes.ts'
import type { Bounds, Edit, FaultKind, Move } from './move.ts'
import { snapshotMoves, snapshotsGoAlone } from './snapshot-moves.ts'
import { isNext } from './snapshot-process.ts'

/** All moves from a state, always in the same order: the index of a move is enough to replay it. */
export const movesFrom = (state: CheckerState, { edits, faultKinds, tamperings, strangers }: Bounds): readonly Move[] => {
  const { world, process, budget } = state
  const moves: Move[] = []
  const kinds = budget.faults > 0 ? faultKinds : []
  const current = process._tag === 'Doing' ? process.actions[process.next] : undefined
  if (snapshotsGoAlone(state, current)) return snapshotMoves(state, kinds, moves)
  const comesFirst = state.snapshots.some(it => it.doing !== null || (process._tag === 'Idle' && it.dueAt < process.dueAt))
  if (comesFirst) snapshotMoves(state, kinds, moves)
  ownMoves(state, current, moves, kinds)
  if (!comesFirst && (current === undefined || isHard(current))) snapshotMoves(state, kinds, moves)
  rivalMoves(state, moves, kinds)
  const edit = edits[budget.edits]
  // an effect that doesn't write the resource does not notice an edit: one before it is as one after it, unless it fails and that is to be
  // written down
  const mayNotice = current === undefined || isWriteOfResource(current) || kinds.includes('Effects')
  if (edit !== undefined && mayNotice && isPossible(world, edit)) moves.push({ _tag: 'World', event: editEvent(world, edit), kind: 'Edit' })
  // between a look and the write that follows it the world's own steps change nothing that the write depends on
  if (current === undefined || isHard(current)) worldMoves(world, moves, kinds, strangers)
  // before an effect that does not read the resource it is as after it; before a write it is in conflict, and the round begins anew
  if (process._tag === 'Idle') idleMoves(world, kinds, tamperings, moves)
  return moves
}

const idleMoves = (world: World, kinds: readonly FaultKind[], tamperings: readonly Tampering[] | undefined, moves: Move[]): void => {
  if (kinds.includes('Away')) moves.push({ _tag: 'World', event: { _tag: 'OperatorAway' }, kind: 'Fault' })
  if (!kinds.includes('Tamper')) return
  for (const tampering of tamperings ?? [])
    if (tamper(world, tampering) !== world) moves.push({ _tag: 'World', event: { _tag: 'Tamper', tampering }, kind: 'Fault' })
}

const ownMoves = (state: CheckerState, current: FlinkDeploymentAction | undefined, moves: Move[], kinds: readonly FaultKind[]): void => {
  const { world, process, budget } = state
  if (process._tag === 'Idle') {
    if (world.resource !== null) roundMoves(state, process.dueAt, moves, kinds)
  } else if (current !== undefined) actionMoves(current, budget.crashes, moves, kinds)
}

const actionMoves = (current: FlinkDeploymentAction, crashes: number, moves: Move[], kinds: readonly FaultKind[]): void => {
  moves.push({ _tag: 'Do', outcome: 'Ok', kind: 'Fair' })
  for (const outcome of effectOutcomes(current, kinds)) moves.push({ _tag: 'Do', outcome, kind: 'Fault' })
  if (crashes > 0) moves.push({ _tag: 'Crash', afterAction: false, kind: 'Crash' }, { _tag: 'Crash', afterAction: true, kind: 'Crash' })
}

const rivalMoves = ({ world, rival }: CheckerState, moves: Move[], kinds: readonly FaultKind[]): void => {
  if (rival !== null) moves.push({ _tag: 'RivalDo', kind: 'Nuance' })
  else if (kinds.includes('Rival') && world.resource !== null) {
    moves.push({ _tag: 'RivalRound', stale: false, kind: 'Fault' })
    if (world.olderResource !== null) moves.push({ _tag: 'RivalRound', stale: true, kind: 'Fault' })
  }
}

const worldMoves = (world: World, moves: Move[], kinds: readonly FaultKind[], strangers: readonly Stranger[] | undefined): void => {
  for (const event of fairEvents(world)) moves.push({ _tag: 'World', event, kind: 'Fair' })
  for (let index = 0; index < world.late.length; index += 1)
    moves.push({ _tag: 'World', event: { _tag: 'ArriveLate', index }, kind: 'Fair' })
  for (const event of faultEvents(world, kinds)) moves.push({ _tag: 'World', event, kind: 'Fault' })
  for (const event of byHand(world, kinds)) moves.push({ _tag: 'World', event, kind: 'Fault' })
  if (kinds.includes('Service') && world.services.some(({ name }) => name.endsWith('-rest')))
    moves.push({ _tag: 'World', event: { _tag: 'LoseService' }, kind: 'Fault' })
  if (!kinds.includes('Stranger')) return
  for (const stranger of strangers ?? [])
    if (appear(world, stranger) !== world) moves.push({ _tag: 'World', event: { _tag: 'Appear', stranger }, kind: 'Fault' })
}

const isPossible = ({ resource, snapshots }: World, edit: Edit): boolean =>
  edit._tag === 'DeleteSnapshot' ? snapshots?.[0]?.meta.deletionTimestamp === null : resource?.meta.deletionTimestamp === null

const editEvent = (world: World, edit: Edit): WorldEvent => {
  switch (edit._tag) {
    case 'Spec':
      return { _tag: 'EditSpec', spec: edit.change(world.resource!.spec), name: edit.name }
    case 'TakeBack':
      return { _tag: 'EditSpec', spec: world.ghost.firstSpec ?? world.resource!.spec, name: edit.name }
    case 'Annotate':
    case 'CreateSnapshot':
      return edit
    case 'Delete':
      return { _tag: 'DeleteResource' }
    case 'DeleteSnapshot':
      return { _tag: 'DeleteSnapshot', uid: world.snapshots![0]!.meta.uid }
  }
}

const roundMoves = (state: CheckerState, dueAt: EpochMillis, moves: Move[], kinds: readonly FaultKind[]): void => {
  const { world } = state
  const isItsTurn = state.snapshots.length === 0 || isNext(state, dueAt)
  if (isItsTurn) moves.push({ _tag: 'Round', looks: noLookFaults, stale: false, early: false, kind: 'Fair' })
  if (dueAt > world.now) moves.push({ _tag: 'Round', looks: noLookFaults, stale: false, early: true, kind: 'Nuance' })
  if (mayShowOldStatistics(world))
    moves.push({ _tag: 'Round', looks: { ...noLookFaults, oldStatistics: true }, stale: false, early: true, kind: 'Nuance' })
  if (!isItsTurn) return
  if (kinds.includes('Rest'))
    moves.push({ _tag: 'Round', looks: { ...noLookFaults, rest: 'Unreachable' }, stale: false, early: false, kind: 'Fault' })
  if (kinds.includes('Kubernetes'))
    moves.push({ _tag: 'Round', looks: { ...noLookFaults, kubernetes: 'Unreachable' }, stale: false, early: false, kind: 'Fault' })
  if (kinds.includes('Stale') && world.olderCluster !== null)
    moves.push({ _tag: 'Round', looks: { ...noLookFaults, oldWatches: true }, stale: false, early: false, kind: 'Fault' })
  if (kinds.includes('Stale') && world.olderResource !== null)
    moves.push({ _tag: 'Round', looks: noLookFaults, stale: true, early: false, kind: 'Fault' })
}

/** Faults of the world that can happen now. */
const faultEvents = (world: World, kinds: readonly FaultKind[]): readonly WorldEvent[] => {
  if (kinds.length === 0) return []
  const events: WorldEvent[] = []
  const has = (kind: FaultKind): boolean => kinds.includes(kind)
  for (const pod of world.pods) {
    if (has('JobManager')) events.push(...jobManagerFaults(pod))
    if (has('PodLost')) events.push(...podFaults(pod))
    events.push(...lifeFaults(pod, has))
    if (has('Stop')) events.push(...stopFaults(pod))
    if (has('Job')) events.push(...jobFaults(pod))
    if (has('Restart'))
      events.push(...runningJobs(pod).map((jobId): WorldEvent => ({ _tag: 'FailJob', pod: pod.uid, jobId, terminally: false })))
    if (has('SlowCheckpoint')) events.push(...slowCheckpoints(pod))
  }
  if (has('Finish')) {
    for (const pod of world.pods) events.push(...runningJobs(pod).map((jobId): WorldEvent => ({ _tag: 'FinishJob', pod: pod.uid, jobId })))
  }
  if (has('TakeOver') && world.resource !== null) events.push({ _tag: 'TakeOver' })
  if (has('HaLost') && world.ha.jobs.length > 0) events.push({ _tag: 'LoseHaMetadata' })
  if (has('Deployment')) {
    for (const it of world.deployments)
      if (!it.deleting)
        events.push({
          _tag: 'LoseDeployment',
          deployment: it.uid,
        })
  }
  return events
}

const jobManagerFaults = (
  { uid, process, deleting }: PodObject,
): readonly WorldEvent[] => (process === null || deleting ? [] : [{ _tag: 'CrashJobManager', pod: uid }])

const podFaults = ({ uid, process, deleting, input }: PodObject): readonly WorldEvent[] =>
  process === null || deleting || !clusterConfiguration(input).highAvailability ? [] : [{ _tag: 'LosePod', pod: uid }]

const lifeFaults = (
  pod: PodObject,
  has: (kind: FaultKind) => boolean,
): readonly WorldEvent[] => [...(has('Leadership') ? leadershipFaults(pod) : []), ...(has('Start') ? startFaults(pod) : [])]

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
  ): readonly WorldEvent[] => [
    { _tag: 'CompleteOperation', pod: uid, triggerId, end: 'SavepointFails' },
    { _tag: 'CompleteOperation', pod: uid, triggerId, end: 'FailsWhileStopping' },
  ])

/** What people do past the operator. */
const byHand = (world: World, kinds: readonly FaultKind[]): readonly WorldEvent[] => [
  ...(kinds.includes('Asked') ? world.pods.flatMap(askedByHand) : []),
  ...(kinds.includes('Scale') ? world.deployments.flatMap(it => scaledByHand(world, it)) : []),
]

const askedByHand = (pod: PodObject): readonly WorldEvent[] =>
  runningJobs(pod).flatMap(jobId =>
    (['Stop', 'Savepoint'] as const).map((kind): WorldEvent => ({ _tag: 'AskFlink', pod: pod.uid, jobId, kind }))
  )

/** To nothing, and back once its pods are gone: who does so sooner runs two JobManagers by their own doing. */
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
    { _tag: 'CancelFromOutside', pod: pod.uid, jobId },
  ])
