import type { EpochMillis } from '../../src/resource/time.ts'
import { emptyCluster } from './clusters.ts'
import { noResources } from './resources.ts'
import type { Fidelity, World } from './world.ts'

/** A world in which nothing is yet. `clusterId` matters where it has more than one cluster. */
export const emptyWorld = (fidelity: Fidelity, now: EpochMillis, clusterId = 'app'): World => ({
  ...emptyCluster(clusterId),
  fidelity,
  now,
  serial: 10,
  writes: 10,
  stored: 10,
  resources: noResources,
  steadySince: null,
  beside: [],
  breaches: [],
})
