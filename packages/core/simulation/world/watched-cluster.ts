import { isSame } from '../kubernetes/resource-writes.ts'
import { watchedCluster } from './answer-query.ts'
import type { World } from './world.ts'

/**
 * What watches may still tell after a step, where they may be behind: the cluster as it was before, unless the operator changed it itself.
 * What it wrote counts until its watches have caught up with it.
 */
export const withOlderCluster = (before: World, after: World, isOurs: boolean): World => {
  if (after.fidelity.laggingWatches !== true || isUntouched(before, after)) return after
  const older = watchedCluster(before)
  return isSame(older, watchedCluster(after)) ? after : { ...after, olderCluster: isOurs ? null : older }
}

const isUntouched = (a: World, b: World): boolean =>
  a.deployments === b.deployments && a.pods === b.pods && a.configMaps === b.configMaps && a.services === b.services
  && a.ingress === b.ingress
