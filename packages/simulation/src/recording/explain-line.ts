import type { RecordedLine, RecordedLook, RecordedResource } from '@flink-operator/core/explain'
import type { Fact, JobOverview, ConfigMapView, ServiceView } from '@flink-operator/core/fact'
import type { EpochMillis } from '@flink-operator/core/resource'
import { mayShowOldStatistics } from '../world/answer-flink-query.ts'
import { answerQuery } from '../world/answer-query.ts'
import { deploymentView } from '../world/object-views.ts'
import { noLookFaults } from '../world/look-faults.ts'
import { goingDependents } from '../kubernetes/garbage-collector.ts'
import { fromJob } from '../world/jobs.ts'
import { flinkDeploymentOf, jobResourceOf, stateSnapshotsOf } from '../world/resources.ts'
import type { JobResource, World } from '../world/world.ts'
import type { Candidate } from './candidate.ts'
import { decodedJob, type Entry, jobResourceIn, ownerOf } from './edits.ts'
import { begin, byOf, end, withResourceVersion } from './effect-lines.ts'
import { type Match, otherwise, reported, versionsOf, versionsOfObjects, watchLag, worldsSince } from './reported.ts'
import { decodedSnapshot } from './snapshots.ts'
import { deploymentFace, faceOf, resourceFace, snapshotFace } from './view.ts'

/**
 * A controller writes the status of a Deployment some time after its pods have changed. A pod without a probe is available as soon as
 * its container runs, long before REST answers.
 */
const deploymentFaces = (name: string, world: World, before: readonly World[]): readonly unknown[] => {
  const own = world.deployments.find(it => it.name === name)
  if (own === undefined) return [null]
  const view = deploymentView(world, own)
  const older = before.flatMap(it =>
    it.deployments.filter(({ uid }) => uid === own.uid).map(old => deploymentView(it, old).availableReplicas)
  )
  const running =
    world.pods.filter(({ deploymentUid, phase, deleting }) => deploymentUid === own.uid && phase === 'Running' && !deleting).length
  // the world has no TaskManagers
  const taskManagers = own.role === 'TaskManager' && own.replicas > 0 ? [0, 1] : []
  return [...new Set([view.availableReplicas, running, ...older, ...taskManagers])].map(availableReplicas =>
    deploymentFace({ ...view, availableReplicas })
  )
}

/**
 * The dependents of a Deployment are deleted one by one, and each kind's watch reports that at its own time: another watch may already
 * report the Deployment as deleted.
 */
const goingOneByOne = (world: World, { query, fact: { source } }: RecordedLook): readonly Fact<unknown>[] => {
  if (source !== 'cache' || (query._tag !== 'ListServices' && query._tag !== 'ListConfigMaps')) return []
  const answer = answerQuery(world, query)
  if (answer._tag !== 'Known') return []
  const going = new Set(goingDependents(world).map(({ uid }) => uid))
  const objects = answer.value as readonly (ServiceView | ConfigMapView)[]
  if (!objects.some(({ uid }) => going.has(uid))) return []
  const lists = objects.reduce<readonly (readonly (ServiceView | ConfigMapView)[])[]>(
    (all, it) =>
      all.flatMap(
        list => (going.has(it.uid) ? [[...list, it], ...(it.deleting ? [] : [[...list, { ...it, deleting: true }]]), list]
          : [[...list, it]]),
      ),
    [[]],
  )
  return lists.map(value => ({ ...answer, value }))
}

const allRun = ({ state, tasks }: JobOverview): boolean => state !== 'RUNNING' || tasks.running + tasks.finished === tasks.total

/** Each job is RUNNING some seconds before its tasks are: the recorded answer decides for which jobs that is so. */
const withTasksDeploying = (answer: Fact<unknown>, reported: Fact<unknown>): Fact<unknown> => {
  if (answer._tag !== 'Known' || reported._tag !== 'Known') return answer
  const deploying = (reported.value as readonly JobOverview[]).filter(it => !allRun(it)).map(({ jobId }) => jobId)
  const shown = (answer.value as readonly JobOverview[]).map(
    it => (it.state === 'RUNNING' && deploying.includes(it.jobId) ? { ...it, tasks: { ...it.tasks, running: 0 } } : it),
  )
  return { ...answer, value: shown }
}

const look = (candidate: Candidate, line: RecordedLook): Match => {
  const { query, fact, at, took } = line
  const owner = [candidate.world, ...candidate.past.map(it => it.world)].flatMap(it => flinkDeploymentOf(it) ?? [])[0]?.meta.uid
  const facesIn = (world: World, before: readonly World[]): readonly unknown[] =>
    query._tag === 'ReadDeployment' || query._tag === 'ReadTaskManagerDeployment'
      ? deploymentFaces(query.name, world, before).map(it => (it === null ? { is: 'Absent' } : { is: 'Known', value: it })) : [
        faceOf(query, answerQuery(world, query), owner),
        ...goingOneByOne(world, line).map(it => faceOf(query, it, owner)),
        ...(query._tag === 'GetJobsOverview' ? [faceOf(query, withTasksDeploying(answerQuery(world, query), fact))] : []),
        ...(query._tag === 'GetCheckpoints' && mayShowOldStatistics(world)
          ? [faceOf(query, answerQuery(world, query, { ...noLookFaults, oldStatistics: true }))] : []),
      ]
  return reported(
    candidate,
    // a name that a watch reported is not queried again
    fact.source === 'cache' || query._tag === 'ReadNames' ? at - watchLag : at - took,
    facesIn,
    faceOf(query, fact, owner),
    world => versionsOf(fact, world),
  )
}

/** A query without an answer is always possible: the connection may fail. */
export const asFault = (candidate: Candidate, { value }: Entry): Candidate | null =>
  'line' in value && value.line === 'Look' && value.fact._tag === 'Unknown' ? { ...candidate, faults: candidate.faults + 1 } : null

const resourceShown = (candidate: Candidate, entry: Entry, of: RecordedResource, since: EpochMillis): Match => {
  const owner = ownerOf(of)
  const json = jobResourceIn(entry, owner) ?? null
  const thereIn = (world: World): JobResource | null => jobResourceOf(fromJob(world, owner))
  if (json === null)
    return worldsSince(candidate, since).some(([world]) => thereIn(world) === null) ? { candidates: [candidate], differences: [] }
      : otherwise('/resource', null, 'is there')
  const resource = decodedJob(json, owner)
  if (resource === null) return otherwise('/resource', "can't be decoded", '')
  const shownIn = (it: Candidate): Match =>
    reported(
      it,
      since,
      world => {
        const there = thereIn(world)
        return [there === null ? null : resourceFace(there)]
      },
      resourceFace(resource),
    )
  const shown = shownIn(candidate)
  // the API server may count a write without a change as a write, and the watch may report it before the answer is read
  const isWrittenAnew = candidate.pending.some(it =>
    byOf(0, it.of) === byOf(0, of) && it.action._tag === 'PersistStatus' && it.answer?.changed === false
  )
  return shown.candidates.length === 0 && isWrittenAnew && !candidate.taken.has(resource.meta.resourceVersion)
    ? shownIn(withResourceVersion(candidate, of, resource.meta.resourceVersion)) : shown
}

const snapshotShown = (candidate: Candidate, entry: Entry, since: EpochMillis): Match => {
  const { value } = entry
  if (!('line' in value) || value.line !== 'Read') return { candidates: [candidate], differences: [] }
  const { of: { name }, resource: json } = value
  const resource = json === null ? null : decodedSnapshot(json)
  if (json !== null && resource === null) return otherwise('/resource', "can't be decoded", '')
  return reported(candidate, since, world => {
    const found = stateSnapshotsOf(world)?.find(({ meta }) => meta.name === name)
    return [found === undefined ? null : snapshotFace(found)]
  }, resource === null ? null : snapshotFace(resource))
}

const deploymentShown = (candidate: Candidate, line: Extract<RecordedLine, { line: 'Watch' }>): Match => {
  if (line.seen.kind !== 'Deployment') return { candidates: [candidate], differences: [] }
  const { deployment } = line.seen
  return reported(
    candidate,
    line.at - watchLag,
    (world, before) => deploymentFaces(line.of.name, world, before),
    deployment === null ? null : deploymentFace(deployment),
    world => (deployment === null ? {} : versionsOfObjects([deployment], world)),
  )
}

/** Does the line hold in the candidate, with no step in between? */
export const explainLine = (before: Candidate, entry: Entry, line: number): Match => {
  const { file, value } = entry
  const unchanged: Match = { candidates: [before], differences: [] }
  if (!('line' in value)) return unchanged
  const candidate = value.at > before.world.now ? { ...before, world: { ...before.world, now: value.at } } : before
  switch (value.line) {
    case 'Start':
      return unchanged
    case 'Read': {
      const since = value.source === 'cache' ? value.at - watchLag : value.at - 2_000
      return value.of.kind === 'FlinkStateSnapshot' ? snapshotShown(candidate, entry, since)
        : resourceShown(candidate, entry, value.of, since)
    }
    case 'Look':
      return look(candidate, value)
    case 'Begin':
      return begin(candidate, file, value)
    case 'End':
      return end(candidate, file, line, value)
    case 'Watch':
      return value.seen.kind === 'Resource' ? resourceShown(candidate, entry, value.of, value.at - watchLag)
        : deploymentShown(candidate, value)
  }
}
