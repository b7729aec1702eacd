import { defaultZooKeeperOptions, type ZooKeeper, zooKeeper } from '@flink-operator/zookeeper-adapter'
import type { Reach } from './reach.ts'

/** The ZooKeeper client, which logs in with the credentials of the environment. */
export const ensemblesAs = (digest: Reach['zooKeeperDigest']): ZooKeeper =>
  zooKeeper({ ...defaultZooKeeperOptions, digestFor: () => digest })
