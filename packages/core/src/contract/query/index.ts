/** All queries as data, and the fact that answers each. */
export { factOf } from './fact-of.ts'
export { lookOrder } from './look-order.ts'
export type { ZooKeeperPlace } from './zookeeper-place.ts'
export type { ClusterObjectQuery, FlinkQuery, Freshness, KubernetesQuery, Query, RestEndpoint, ZooKeeperQuery } from './query.ts'
export { factsOf } from './fact-of.ts'
export { unanswered } from './unanswered.ts'
export { zooKeeperFact } from './zookeeper-query.ts'
