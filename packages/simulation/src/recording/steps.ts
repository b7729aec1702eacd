import { clusterConfiguration } from '../flink/cluster-configuration.ts'
import { storedAt } from '../flink/ghost-progress.ts'
import type { FlinkJob } from '../flink/job-manager-process.ts'
import { fromJob } from '../world/jobs.ts'
import { apply } from '../world/perform.ts'
import { goingDependents } from '../kubernetes/garbage-collector.ts'
import { fairEvents } from '../world/fair-events.ts'
import { step } from '../world/step-world.ts'
import type { WorldEvent } from '../world/world-event.ts'
import { stateSnapshotsOf } from '../world/resources.ts'
import type { JobAction, PodObject, World } from '../world/world.ts'
import type { DeployedByAnother } from './another-operator.ts'
import { type Candidate, type Pending, stepped } from './candidate.ts'
import { ownerOf, type PersonsEdit } from './edits.ts'
import type { NameConflict } from './recorded-name-conflicts.ts'
import { isMadeUp, unlike } from './names.ts'
import { snapshotWrite, type SnapshotEdit } from './snapshots.ts'
import { upgradedByAnother } from './upgraded-by-another.ts'

/** What may happen between two lines. */
export interface Gap {
  /** Index of the line after it. */
  readonly line: number
  /** Edits of the FlinkDeployment, and of each FlinkSessionJob. */
  readonly edits: readonly (readonly PersonsEdit[])[]
  readonly snapshotEdits: readonly SnapshotEdit[]
  readonly nameConflicts: readonly NameConflict[]
  /** Jobs that are FINISHED somewhere in the recording: only these may finish. */
  readonly finished: ReadonlySet<string>
  /** Clusters that another operator deployed. */
  readonly others: readonly DeployedByAnother[]
}

/** For this long a request whose answer is no longer awaited may still arrive. */
const lateArrival = 60_000

/** An edit may have been made this many lines before the line that shows it. */
const editLead = 60

const withMarks = (world: World, mark: number): World => ({ ...world, now: unlike(world.now, mark) })

const storedIn = ({ storage, otherJobs }: World): World['storage'] => [...storage, ...otherJobs.flatMap(it => it.storage)]

/** The checkpoint ids of a step: Flink's counter, which may be ahead of the model's. */
const withCheckpointIds = (before: World, after: World, mark: number): World => {
  const known = new Set(storedIn(before))
  const paths = new Set(storedIn(after).filter(it => !known.has(it)).map(({ path }) => path))
  if (paths.size === 0) return after
  const id = (old: number): number => unlike(old, mark)
  const shown = <A extends { readonly id: number; readonly path: string } | null>(
    it: A,
  ): A => (it !== null && paths.has(it.path) ? { ...it, id: id(it.id) } : it)
  const jobOf = (job: FlinkJob): FlinkJob => ({
    ...job,
    statistics: { ...job.statistics, completed: shown(job.statistics.completed), savepoint: shown(job.statistics.savepoint) },
  })
  return {
    ...after,
    ha: {
      ...after.ha,
      jobs: after.ha.jobs.map(it => (it.pointer !== null && paths.has(it.pointer) ? { ...it, checkpointId: id(it.checkpointId) } : it)),
    },
    pods: after.pods.map(pod => (pod.process === null ? pod : {
      ...pod,
      process: {
        ...pod.process,
        jobs: pod.process.jobs.map(jobOf),
        operations: pod.process.operations.map(
          it => (it.state._tag === 'Completed' && it.state.location !== null && paths.has(it.state.location)
            ? { ...it, state: { ...it.state, checkpointId: id(it.state.checkpointId) } } : it),
        ),
      },
    })),
  }
}

/** A unique moment, for what happens now. */
export const atItsMoment = (candidate: Candidate, change: (world: World) => World): World => {
  const { world, marks } = candidate
  const after = change(withMarks({ ...world, breaches: [] }, marks))
  return { ...withCheckpointIds(world, after, marks), now: world.now }
}

/** While the newest checkpoint of a job is unobserved, another one would show nothing new. */
const isSeen = ({ statistics: { completed, savepoint } }: FlinkJob): boolean => !isMadeUp(completed?.id) && !isMadeUp(savepoint?.id)

const jobOf = (world: World, pod: string, jobId: string): FlinkJob | undefined =>
  world.pods.find(it => it.uid === pod)?.process?.jobs.find(it => it.jobId === jobId)

const isOfUse = (world: World) => (event: WorldEvent): boolean => {
  if (event._tag === 'Process') return false
  if (event._tag !== 'CompleteCheckpoint') return true
  const job = jobOf(world, event.pod, event.jobId)
  return job !== undefined && isSeen(job)
}

const endsByThemselves = (world: World, finished: Gap['finished']): readonly WorldEvent[] =>
  world.pods.flatMap(({ uid, process }) =>
    (process?.jobs ?? []).flatMap((
      { jobId, state },
    ): WorldEvent[] => (state === 'RUNNING' && finished.has(jobId) ? [{ _tag: 'FinishJob', pod: uid, jobId }] : []))
  )

const faultsOf = (world: World): readonly WorldEvent[] => {
  const events: WorldEvent[] = world.pods.flatMap(podFaults)
  for (const { uid, deleting } of world.deployments) if (!deleting) events.push({ _tag: 'LoseDeployment', deployment: uid })
  if (world.ha.jobs.length > 0) events.push({ _tag: 'LoseHaMetadata' })
  return events
}

const podFaults = ({ uid, process, deleting }: PodObject): readonly WorldEvent[] => {
  if (process === null) return []
  const events: WorldEvent[] = deleting ? [] : [{ _tag: 'CrashJobManager', pod: uid }, { _tag: 'LosePod', pod: uid }]
  for (const { jobId, state } of process.jobs)
    if (state === 'INITIALIZING' || state === 'CREATED') events.push({ _tag: 'FailJob', pod: uid, jobId, terminally: true })
    else if (state === 'RUNNING')
      events.push({ _tag: 'FailJob', pod: uid, jobId, terminally: false }, { _tag: 'FailJob', pod: uid, jobId, terminally: true }, {
        _tag: 'CancelFromOutside',
        pod: uid,
        jobId,
      })
  for (const { kind, state, triggerId } of process.operations)
    if (kind === 'Stop' && state._tag === 'InProgress')
      events.push({ _tag: 'CompleteOperation', pod: uid, triggerId, end: 'SavepointFails' }, {
        _tag: 'CompleteOperation',
        pod: uid,
        triggerId,
        end: 'FailsWhileStopping',
      })
  return events
}

const short = (text: string): string => (text.length > 8 ? text.slice(0, 8) : text)
export const wordsOf = (event: WorldEvent): string => {
  const { _tag, ...rest } = event
  return `${_tag} ${Object.values(rest).map(it => (typeof it === 'string' ? short(it) : JSON.stringify(it).slice(0, 20))).join(' ')}`.trim()
}

/** A job has done work before it stores state. */
const worked = (world: World): World => ({
  ...world,
  pods: world.pods.map(
    pod => (pod.process === null ? pod
      : {
        ...pod,
        process: {
          ...pod.process,
          jobs: pod.process.jobs.map(job => (job.state === 'RUNNING' ? { ...job, progress: job.progress + 1 } : job)),
        },
      }),
  ),
})

/** For an effect with a version precondition: the recorded version is the model's version at that moment. */
const asTheModelCalls = (action: JobAction, versions: Candidate['versions']): JobAction => {
  if (action._tag === 'DeleteObject' && action.resourceVersion !== null)
    return { ...action, resourceVersion: versions[action.resourceVersion] ?? action.resourceVersion }
  if (action._tag !== 'PruneHaExecutionPlan') return action
  return {
    ...action,
    configMaps: action.configMaps.map(it => ({ ...it, resourceVersion: versions[it.resourceVersion] ?? it.resourceVersion })),
  }
}

/** The effect, in a round of its resource. */
const applied = (world: World, { of, version, isLost }: Pending, action: JobAction): ReturnType<typeof apply> => {
  const performed = apply(fromJob(world, ownerOf(of)), action, version, isLost)
  return { ...performed, world: fromJob(performed.world, world.owner) }
}

/** The request arrives at its server. */
export const arrived = (candidate: Candidate, pending: Pending, line: number): Candidate => {
  let error: ReturnType<typeof apply>['error'] = null
  const world = atItsMoment(candidate, it => {
    const performed = snapshotWrite(it, pending) ?? applied(it, pending, asTheModelCalls(pending.action, candidate.versions))
    error = performed.error
    return performed.world
  })
  const next = stepped(candidate, world, line, `${pending.action._tag} arrives at its server`, false)
  return {
    ...next,
    pending: candidate.pending.map(
      it => (it === pending ? { ...pending, answer: { error, changed: world.writes !== candidate.world.writes } } : it),
    ),
  }
}

const happening = (candidate: Candidate, line: number, event: WorldEvent, isFault: boolean): Candidate => {
  const stores = event._tag === 'CompleteCheckpoint' || event._tag === 'CompleteOperation'
  return stepped(candidate, atItsMoment(candidate, it => step(stores ? worked(it) : it, event)), line, wordsOf(event), isFault)
}

/** Steps of a Flink process, impossible once its pod is gone. */
const ofProcesses: readonly WorldEvent['_tag'][] = [
  'StartPod',
  'AdvanceProcess',
  'RunJob',
  'CompleteCheckpoint',
  'CompleteOperation',
  'FinishCancelling',
  'CleanUpJob',
]

/** Flink's steps that may happen before a line shows them; and, where faults are allowed, the replacement of a pod. */
export const stepsAhead = (candidate: Candidate, line: number): readonly Candidate[] => {
  const { world, mayFail } = candidate
  const events = fairEvents(world).filter(({ _tag }) => ofProcesses.includes(_tag)).filter(isOfUse(world))
  return [
    ...events.map(event => happening(candidate, line, event, false)),
    ...(mayFail > 0
      ? world.pods.filter(({ deleting, process }) => !deleting && process !== null).map(pod => podReplaced(candidate, line, pod)) : []),
  ]
}

const podReplaced = (candidate: Candidate, line: number, { uid, deploymentUid }: PodObject): Candidate =>
  ([{ _tag: 'LosePod', pod: uid }, { _tag: 'EndPod', pod: uid }, { _tag: 'MakePod', deployment: deploymentUid }] as const)
    .reduce<Candidate>((now, event) => happening(now, line, event, event._tag === 'LosePod'), candidate)

/** All possible next steps of the world, with users and late requests. */
export const stepsFrom = (candidate: Candidate, gap: Gap): readonly Candidate[] => {
  const { world } = candidate
  const next: Candidate[] = []
  const happen = (event: WorldEvent, isFault: boolean): void => {
    next.push(happening(candidate, gap.line, event, isFault))
  }
  for (const event of fairEvents(world).filter(isOfUse(world))) happen(event, false)
  for (const event of endsByThemselves(world, gap.finished)) happen(event, false)
  for (const { uid } of goingDependents(world)) happen({ _tag: 'CollectDependents', uids: [uid] }, false)
  for (const pending of candidate.pending)
    if (pending.answer === null && world.now - pending.at < lateArrival) next.push(arrived(candidate, pending, gap.line))
  next.push(...byPeople(candidate, gap))
  for (const { key, line, words, make } of gap.snapshotEdits) {
    if (line >= gap.line + editLead || candidate.snapshotEdits.includes(key)) continue
    const made = stepped(candidate, atItsMoment(candidate, make), gap.line, words, false)
    if (stateSnapshotsOf(made.world) !== stateSnapshotsOf(world))
      next.push({ ...made, snapshotEdits: [...candidate.snapshotEdits, key].sort() })
  }
  next.push(
    ...byOthers(candidate, gap),
    ...upgradedByAnother(candidate, gap.line, gap.others, atItsMoment),
    ...assumedStorage(candidate, gap),
  )
  if (candidate.mayFail > 0) { for (const event of faultsOf(world)) happen(event, true) }
  return next
}

/** The next edit of each resource. */
const byPeople = (candidate: Candidate, { line, edits }: Gap): readonly Candidate[] =>
  edits.flatMap((ofOne, index) => {
    const done = candidate.edits[index] ?? 0
    const edit = ofOne[done]
    if (edit === undefined || edit.line >= line + editLead) return []
    const made = stepped(candidate, atItsMoment(candidate, edit.make), line, edit.words, false)
    return [{ ...made, edits: candidate.edits.with(index, done + 1) }]
  })

/** Foreign objects with our names appear before the first line that shows them, and disappear after the last. */
const byOthers = (candidate: Candidate, { line, nameConflicts }: Gap): readonly Candidate[] =>
  nameConflicts.flatMap(it => {
    const { world } = candidate
    const isThere = it.isThere(world)
    if (isThere ? line <= it.last : line > it.last || it.first >= line + editLead) return []
    const after = (isThere ? it.goes : it.appears)(world)
    return after === world ? [] : [stepped(candidate, after, line, `another owner ${isThere ? 'removes' : 'creates'} ${it.words}`, false)]
  })

/** A state that a user names may be in storage since before the recording. */
const assumedStorage = (candidate: Candidate, { line }: Gap): readonly Candidate[] => {
  const { world, taken } = candidate
  return world.pods.flatMap(({ process, input }) => {
    const { restorePath } = clusterConfiguration(input)
    if (process?.phase !== 'Empty' || restorePath === null || taken.has(restorePath) || storedAt(world, restorePath) !== undefined)
      return []
    return [
      stepped(
        candidate,
        { ...world, storage: [...world.storage, { path: restorePath, kind: 'Savepoint', progress: 0, current: false }] },
        line,
        `${restorePath} was in storage before`,
        false,
      ),
    ]
  })
}
