/** Configuration of Flink: its forms, its values, and what is read out of it. */
export { builtInDefaults } from './built-in-defaults.ts'
export { flinkBytes, parseResourceMemoryString } from './parse-memory.ts'
export { flatten as flattenConfiguration } from './flatten.ts'
export { zooKeeperPlace } from './configured-zookeeper-place.ts'
export { readQuorum, type ZooKeeperQuorum, type ZooKeeperServer } from './zookeeper-quorum.ts'
export type { FlinkConfiguration, FlinkDefaults } from './flink-defaults.ts'
