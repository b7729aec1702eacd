import type { EpochMillis } from '../../src/resource/time.ts'
import { noHaMetadata } from '../flink/ha-metadata.ts'
import { noResources } from './resources.ts'
import { type Fidelity, noGhost, type World } from './world.ts'

/** A world in which nothing is yet. */
export const emptyWorld = (fidelity: Fidelity, now: EpochMillis): World => ({
  fidelity,
  now,
  serial: 10,
  writes: 10,
  stored: 10,
  resources: noResources,
  olderResource: null,
  olderCluster: null,
  foreignStatus: null,
  rawStatus: null,
  steadySince: null,
  deployments: [],
  configMaps: [],
  services: [],
  ingress: null,
  pods: [],
  ha: noHaMetadata,
  zooKeeper: noHaMetadata,
  storage: [],
  jobResults: [],
  ended: [],
  late: [],
  ghost: noGhost,
  breaches: [],
})
