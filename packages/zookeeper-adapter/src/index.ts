export { defaultZooKeeperOptions, type ZooKeeper, zooKeeper, type ZooKeeperOptions } from './connection/sessions.ts'
export { deleteHaMetadata } from './effect/delete-ha-metadata.ts'
export { prunePlans } from './effect/prune-plans.ts'
export { readHaMetadata } from './read/ha-metadata.ts'
