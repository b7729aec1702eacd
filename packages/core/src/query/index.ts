/** Everything that can be looked at, as data, and the fact that answers it. */
export { factOf } from './fact-of.ts'
export { lookOrder } from './look-order.ts'
export type { ZooKeeperPlace } from './zookeeper-place.ts'
export type { ClusterObjectQuery, FlinkQuery, Freshness, KubernetesQuery, Query, RestEndpoint, ZooKeeperQuery } from './query.ts'
