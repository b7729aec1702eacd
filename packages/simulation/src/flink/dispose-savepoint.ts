import type { DisposeSavepoint } from '@flink-operator/core/action'
import { done, type Performed, refused } from '../kubernetes/answer.ts'
import { fromEachCluster } from '../world/clusters.ts'
import { jobResourceOf } from '../world/resources.ts'
import { atJob, fromEachJob } from '../world/jobs.ts'
import { breach, type World } from '../world/world.ts'
import { clusterConfiguration } from './cluster-configuration.ts'
import { discard } from './ghost-progress.ts'
import { reachable } from './rest-effects.ts'

/**
 * `POST /savepoint-disposal`: deletes the files. P04: the operator never disposes of files that a recorded, wanted, or already
 * rendered start reads.
 */
export const disposeSavepoint = (world: World, { endpoint, path }: DisposeSavepoint): Performed => {
  if (reachable(world, endpoint) === null) return refused(world, 'Unreachable', 'connection refused')
  const after = fromEachJob(world).reduce((now, { owner }) => atJob(now, owner, it => discard(it, path)), world)
  const needed = fromEachCluster(world).flatMap(fromEachJob).map(it => whatNeeds(it, path)).find(what => what !== null) ?? null
  return done(needed === null ? after : breach(after, 'P04', `savepoint ${path} was disposed of, but ${needed}`))
}

/** What reads the savepoint at its start; null: nothing. A resource that is being deleted starts nothing. */
const whatNeeds = (world: World, path: string): string | null => {
  const resource = jobResourceOf(world)
  const rendered = world.deployments.find(({ deleting, input }) => !deleting && clusterConfiguration(input).restorePath === path)
  if (resource === null || resource.meta.deletionTimestamp !== null) return null
  if (rendered !== undefined) return 'the existing JobManager starts from it whenever it starts without HA metadata'
  const { jobStatus, operation } = resource.status
  if (jobStatus.upgradeSavepointPath === path) return 'the status names it as the state that the job is restored from'
  if (operation?.kind === 'Deploy' && operation.source._tag === 'Path' && operation.source.path === path)
    return 'the deployment in progress starts from it'
  return resource.spec.job?.initialSavepointPath === path ? 'the spec names it' : null
}
