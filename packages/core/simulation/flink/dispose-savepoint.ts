import type { DisposeSavepoint } from '../../src/action/dispose-savepoint.ts'
import { done, type Performed, refused } from '../kubernetes/answer.ts'
import { jobResourceOf } from '../world/resources.ts'
import { atJob, fromEachJob } from '../world/jobs.ts'
import { breach, type World } from '../world/world.ts'
import { clusterConfiguration } from './cluster-configuration.ts'
import { discard } from './ghost-progress.ts'
import { reachable } from './rest-effects.ts'

/** `POST /savepoint-disposal`: the files go. P04: never those that a start which is recorded, wanted, or already rendered reads. */
export const disposeSavepoint = (world: World, { endpoint, path }: DisposeSavepoint): Performed => {
  if (reachable(world, endpoint) === null) return refused(world, 'Unreachable', 'connection refused')
  const after = fromEachJob(world).reduce((now, { owner }) => atJob(now, owner, it => discard(it, path)), world)
  const needed = fromEachJob(world).map(it => whatNeeds(it, path)).find(what => what !== null) ?? null
  return done(needed === null ? after : breach(after, 'P04', `savepoint ${path} was disposed of, but ${needed}`))
}

/** Who reads it when it starts; null: nobody. A resource that is being deleted starts nothing any more. */
const whatNeeds = (world: World, path: string): string | null => {
  const resource = jobResourceOf(world)
  const rendered = world.deployments.find(({ deleting, input }) => !deleting && clusterConfiguration(input).restorePath === path)
  if (resource === null || resource.meta.deletionTimestamp !== null) return null
  if (rendered !== undefined) return 'the JobManager that is there starts from it whenever it starts without HA metadata'
  const { jobStatus, operation } = resource.status
  if (jobStatus.upgradeSavepointPath === path) return 'the status names it as what the job is restored from'
  if (operation?.kind === 'Deploy' && operation.source._tag === 'Path' && operation.source.path === path)
    return 'the deployment that is under way starts from it'
  return resource.spec.job?.initialSavepointPath === path ? 'the spec names it' : null
}
