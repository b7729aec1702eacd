import type { Fact } from '../fact/fact.ts'
import type { Facts } from '../fact/facts.ts'
import type { ZooKeeperHaView } from '../fact/zookeeper-ha-view.ts'
import { factOf } from './fact-of.ts'
import type { ZooKeeperQuery } from './query.ts'
import type { ZooKeeperPlace } from './zookeeper-place.ts'

export const zooKeeperQuery = (place: ZooKeeperPlace): ZooKeeperQuery => ({
  _tag: 'ReadZooKeeperHaMetadata',
  place,
  slot: `${place.quorum}${place.path}`,
})

/** The observed data at this very place. Undefined: it was not queried. */
export const zooKeeperFact = (facts: object, place: ZooKeeperPlace): Fact<ZooKeeperHaView> | undefined =>
  (facts as Facts)[factOf(zooKeeperQuery(place))] as Fact<ZooKeeperHaView> | undefined
