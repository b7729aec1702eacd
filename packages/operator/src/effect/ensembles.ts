import { defaultZooKeeperOptions, type ZooKeeper, zooKeeper } from '@flink-operator/zookeeper-adapter'
import type { Reach } from './reach.ts'

/** The ensembles of ZooKeeper, asked as whoever the environment says. */
export const ensemblesAs = (digest: Reach['zooKeeperDigest']): ZooKeeper =>
  zooKeeper({ ...defaultZooKeeperOptions, digestFor: () => digest })
