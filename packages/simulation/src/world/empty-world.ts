import type { EpochMillis } from '@flink-operator/core/resource'
import { emptyCluster } from './clusters.ts'
import { noResources } from './resources.ts'
import type { Fidelity, World } from './world.ts'

/** An empty world. `clusterId` matters only with several clusters. */
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
