import type { Performed } from '../../kubernetes/answer.ts'
import { ownerOf } from '../../flink/job-manager-process.ts'
import { fromEachJob } from '../../world/jobs.ts'
import { jobResourceOf } from '../../world/resources.ts'
import { breach, type JobAction, type World } from '../../world/world.ts'

/** P21: effects for one FlinkSessionJob change only its own jobs and jars, and nothing of the cluster. */
export const judgeOthersJobs = (name: string, before: World, action: JobAction, performed: Performed): Performed => {
  const what = touchedBy(name, before, action)
  return what === null ? performed : { ...performed, world: breach(performed.world, 'P21', `an effect of FlinkSessionJob ${name} ${what}`) }
}

const touchedBy = (name: string, world: World, action: JobAction): string | null => {
  switch (action._tag) {
    case 'StopWithSavepoint':
    case 'CancelJob':
    case 'TriggerSavepoint':
    case 'TriggerCheckpoint':
    case 'UpdateResourceRequirements': {
      const job = world.pods.flatMap(({ process }) => process?.jobs ?? []).find(({ jobId }) => jobId === action.jobId)
      return job === undefined || ownerOf(job) === name ? null : `reaches a job of ${ownerOf(job) ?? 'no resource'}`
    }
    case 'DeleteJar': {
      const jar = world.pods.flatMap(({ process }) => process?.jars ?? []).find(({ id }) => id === action.jarId)
      return jar === undefined || jar.owner === name ? null : `deletes a jar of ${jar.owner ?? 'no resource'}`
    }
    case 'DisposeSavepoint': {
      const other = ownersOf(world, action.path).find(owner => owner !== name)
      return other === undefined || ownersOf(world, action.path)[0] === name ? null : `disposes of a savepoint of ${other ?? 'no resource'}`
    }
    case 'CreateObject':
    case 'ApplyObject':
    case 'PatchObject':
    case 'DeleteHaMetadata':
    case 'PruneHaExecutionPlan':
    case 'DeleteZooKeeperHaMetadata':
    case 'PruneZooKeeperPlans':
      return 'changes the cluster'
    case 'DeleteObject':
      return action.target.kind === 'FlinkStateSnapshot' ? null : 'changes the cluster'
    default:
      return null
  }
}

/**
 * The owners of the jobs that may read a stored state, the oldest resource first. A copy of a resource may read what the original had
 * stored.
 */
const ownersOf = (world: World, path: string): readonly (string | null)[] =>
  fromEachJob(world)
    .filter(({ storage }) => storage.some(it => it.path === path))
    .toSorted((one, other) => createdIn(one) - createdIn(other))
    .map(({ owner }) => owner)

const createdIn = (world: World): number => jobResourceOf(world)?.meta.creationTimestamp ?? 0
