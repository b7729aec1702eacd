import { isSame } from '../kubernetes/resource-writes.ts'
import { watchedCluster } from './answer-query.ts'
import type { World } from './world.ts'

/**
 * The cluster that lagging watches may still show after a step: as it was before, unless our operator made the change. Its own writes
 * count until its watches have caught up.
 */
export const withOlderCluster = (before: World, after: World, isOurs: boolean): World => {
  if (after.fidelity.laggingWatches !== true || isUntouched(before, after)) return after
  const older = watchedCluster(before)
  return isSame(older, watchedCluster(after)) ? after : { ...after, olderCluster: isOurs ? null : older }
}

const isUntouched = (a: World, b: World): boolean =>
  a.deployments === b.deployments && a.pods === b.pods && a.configMaps === b.configMaps && a.services === b.services
  && a.ingress === b.ingress
