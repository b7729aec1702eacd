import * as E from 'fp-ts/lib/Either.js'
import { absent, type DeploymentView, type Fact, known, unknown } from '@flink-operator/core'
import { type Cache, type CacheOptions, createCache } from './cache.ts'
import type { ListWatch } from './list-watch.ts'
import { deploymentView } from './view/deployment-view.ts'

export type DeploymentCache = Cache<DeploymentView, 'ownerUid'>

/** JobManager Deployments; found by name, or by the uid of an owner. */
export const createDeploymentCache = (options: Pick<CacheOptions<DeploymentView, 'ownerUid'>, 'onChange' | 'clock'> = {}): DeploymentCache =>
  createCache<DeploymentView, 'ownerUid'>({
    ...options,
    project: object => {
      const view = deploymentView(object)
      return E.isRight(view) ? view.right : null
    },
    indexes: { ownerUid: entry => entry.view.ownerUids },
  })

/** What JobManager Deployments are told apart by (cluster-manifests.md, section 1.3). */
export const jobManagerSelector = 'component=jobmanager'

/** The Deployment as the watch told it. Before the first full list it is Unknown, never Absent (B62). */
export const deploymentFromCache = (cache: DeploymentCache, watch: Pick<ListWatch, 'isSynced' | 'heardAt'>) => (namespace: string, name: string): Fact<DeploymentView> => {
  const asOf = watch.heardAt() ?? 0
  const entry = cache.get(namespace, name)
  if (!watch.isSynced()) return unknown('NotSynced', 'Deployments have not been listed yet', asOf, 'cache')
  return entry === undefined ? absent(asOf, 'cache') : known(entry.view, asOf, 'cache')
}
