import type { RunJar } from '../../../src/action/run-jar.ts'
import type { FlinkApplicationSpec } from '../../../src/kind/flink-application/spec/flink-application-spec.ts'
import { deleteModeOf } from '../../../src/kind/flink-application/spec/modes.ts'
import type { FlinkApplicationStatus } from '../../../src/kind/flink-application/status/flink-application-status.ts'
import type { LastState } from '../../../src/resource/last-state.ts'
import { best } from '../../flink/ghost-progress.ts'
import { isAlive, restAnswers } from '../../flink/job-manager-process.ts'
import type { Performed } from '../../kubernetes/answer.ts'
import { resourcesOf } from '../../world/resources.ts'
import { breach, type StoredState, type World } from '../../world/world.ts'
import type { AnyAction } from '../any-kind.ts'

type PathSeen = Extract<LastState, { readonly _tag: 'Path' }>['seen']
type Found = readonly (readonly [property: string, what: string])[]

const statusOf = (world: World, name: string): FlinkApplicationStatus | null =>
  (resourcesOf(world, 'FlinkApplication').find(({ meta }) => meta.name === name)?.status as FlinkApplicationStatus | undefined) ?? null

/**
 * What an effect of a FlinkApplication does to its clusters, whatever it was decided from. That two jobs never run where there is to be
 * one (P02), and that a start goes on from the best state that there is (P01), the world itself judges.
 *
 * | property | never |
 * |---|---|
 * | P01 | a JobManager is taken away under a job that is alive |
 * | P01 | the resource goes while a job of it runs that Flink tells of, unless it is to stay |
 * | P01 | of two versions the new one begins from nothing, or from another state than this very attempt took |
 */
export const judgeEffect = (before: World, name: string, action: AnyAction, performed: Performed): Performed => {
  const found = performed.world === before ? [] : breachesOf(before, name, action)
  return found.length === 0 ? performed
    : { ...performed, world: found.reduce((world, [property, what]) => breach(world, property, what), performed.world) }
}

const breachesOf = (before: World, name: string, action: AnyAction): Found => {
  switch (action._tag) {
    case 'DeleteObject':
      return action.target.kind === 'Deployment' ? taking(before, action.target.uid) : []
    case 'RemoveFinalizer':
      return leaving(before, name)
    case 'RunJar':
      return starting(before, name, action)
    default:
      return []
  }
}

const taking = ({ pods }: World, uid: string): Found => {
  const jobs = pods.filter(({ deploymentUid }) => deploymentUid === uid).flatMap(({ process }) => process?.jobs ?? []).filter(isAlive)
  return jobs.length === 0 ? [] : [['P01', `a JobManager is taken away while job ${jobs[0]!.jobId.slice(0, 6)} runs in it`]]
}

const leaving = (before: World, name: string): Found => {
  const spec = resourcesOf(before, 'FlinkApplication').find(({ meta }) => meta.name === name)?.spec as FlinkApplicationSpec | undefined
  if (spec === undefined || deleteModeOf(spec) === 'None') return []
  const jobs = before.pods.filter(({ process, deleting }) => !deleting && restAnswers(process)).flatMap(({ process }) =>
    process?.jobs ?? []
  )
  return jobs.some(isAlive) ? [['P01', 'the resource goes, and with it a job that runs']] : []
}

/** Of the versions that ran before. */
const storedOf = ({ otherJobs }: World): readonly StoredState[] => otherJobs.flatMap(({ storage }) => storage)

const starting = (before: World, name: string, { savepointPath, jobId }: RunJar): Found => {
  const status = statusOf(before, name)
  const stored = storedOf(before)
  if (status === null || stored.length === 0 || before.ghost.asked?.stateless === true) return []
  // one that is sent again is judged once
  if (before.pods.some(({ process }) => process?.jobs.some(job => job.jobId === jobId) ?? false)) return []
  const source = stored.find(({ path }) => path === savepointPath)
  const recorded = recordedSource(status, savepointPath)
  // a checkpoint of a job that runs on may be gone when the request arrives, however freshly it was seen: Flink lists the job as FAILED
  if (source === undefined)
    return recorded === 'Checkpoints' ? [] : [['P01', `a version begins from ${savepointPath ?? 'nothing'} after one has run`]]
  // that it was taken in this very attempt is judged where it is written down
  return recorded !== null || isTaken(before, status, savepointPath) || source.progress >= best({ storage: stored })
      // what is put back whole agrees with itself: nothing tells that it is old
      || before.ghost.tampered?.extent === 'Whole' ? []
    : [['P01', `a version begins from ${savepointPath ?? ''}, which is neither of this attempt nor the best that there is`]]
}

/** How the path was seen that the attempt has on record; null: it has another one. */
const recordedSource = ({ operation }: FlinkApplicationStatus, path: string | null): PathSeen | null =>
  operation?.source?._tag === 'Path' && operation.source.path === path ? operation.source.seen : null

const isTaken = ({ pods }: World, { operation }: FlinkApplicationStatus, path: string | null): boolean =>
  pods.some(({ process }) =>
    process?.operations.some(({ triggerId, state }) =>
      triggerId === operation?.stop?.triggerId && state._tag === 'Completed' && state.location === path
    ) ?? false
  )
