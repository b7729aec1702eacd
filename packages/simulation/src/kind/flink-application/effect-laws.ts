import type { RunJar } from '@flink-operator/core/action'
import { type FlinkApplicationSpec, deleteModeOf, type FlinkApplicationStatus } from '@flink-operator/lyft'
import type { LastState } from '@flink-operator/core/resource'
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
 * Judges what an effect of a FlinkApplication does to its clusters, whatever it was decided from. The world itself judges that two jobs
 * never run where one is wanted (P02), and that a start restores the best existing state (P01).
 *
 * | property | never |
 * |---|---|
 * | P01 | a JobManager is deleted while its job is alive |
 * | P01 | the resource is removed while Flink lists a running job of it, unless the job is to stay |
 * | P01 | of two versions the new one starts from empty state, or from another state than this very attempt took |
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
  return jobs.length === 0 ? [] : [['P01', `a JobManager is deleted while job ${jobs[0]!.jobId.slice(0, 6)} runs in it`]]
}

const leaving = (before: World, name: string): Found => {
  const application = resourcesOf(before, 'FlinkApplication').find(({ meta }) => meta.name === name)
  if (application === undefined || deleteModeOf(application.spec as FlinkApplicationSpec) === 'None') return []
  // a cluster whose owner references were removed stays, and its job runs on
  const isGoing = (uid: string): boolean => before.deployments.find(it => it.uid === uid)?.ownerUids.length !== 0
  const pods = before.pods.filter(({ process, deleting, deploymentUid }) => !deleting && restAnswers(process) && isGoing(deploymentUid))
  const jobs = pods.flatMap(({ process }) => process?.jobs ?? [])
  return jobs.some(isAlive) ? [['P01', 'the resource is removed, and its running job with it']] : []
}

/** The states of the versions that ran before. */
const storedOf = ({ otherJobs }: World): readonly StoredState[] => otherJobs.flatMap(({ storage }) => storage)

const starting = (before: World, name: string, { savepointPath, jobId }: RunJar): Found => {
  const status = statusOf(before, name)
  const stored = storedOf(before)
  if (status === null || stored.length === 0 || before.ghost.asked?.stateless === true) return []
  // a repeated submit is judged once
  if (before.pods.some(({ process }) => process?.jobs.some(job => job.jobId === jobId) ?? false)) return []
  const source = stored.find(({ path }) => path === savepointPath)
  const recorded = recordedSource(status, savepointPath)
  // A checkpoint of a job that keeps running may be gone when the request arrives, however recently it was observed: Flink lists the job
  // as FAILED.
  if (source === undefined)
    return recorded === 'Checkpoints' ? [] : [['P01', `a version starts from ${savepointPath ?? 'nothing'} after one has run`]]
  // the law of its recording checks that it was taken in this very attempt
  return (recorded !== null && before.ghost.tampered === null) || isTaken(before, status, savepointPath)
      || source.progress >= best({ storage: stored })
      // a resource that was created again with a backup's status is consistent: nothing shows that it is old
      || before.ghost.tampered?.extent === 'Whole' ? []
    : [['P01', `a version begins from ${savepointPath ?? ''}, which is neither of this attempt nor the best existing state`]]
}

/** How the recorded path of the attempt was observed; null: the attempt has another path. */
const recordedSource = ({ operation }: FlinkApplicationStatus, path: string | null): PathSeen | null =>
  operation?.source?._tag === 'Path' && operation.source.path === path ? operation.source.seen : null

const isTaken = ({ pods }: World, { operation }: FlinkApplicationStatus, path: string | null): boolean =>
  pods.some(({ process }) =>
    process?.operations.some(({ triggerId, state }) =>
      triggerId === operation?.stop?.triggerId && state._tag === 'Completed' && state.location === path
    ) ?? false
  )
