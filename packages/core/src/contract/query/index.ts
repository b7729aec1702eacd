/** All queries as data, the fact that answers each, and how rules ask for what they need. */
export { type Ask, type Asked, asked, inStages, missingFor, nothingMissing, orLook, together, togetherWith } from './ask.ts'
export { factOf } from './fact-of.ts'
export { lookOrder } from './query.ts'
export type { ZooKeeperPlace } from './zookeeper-place.ts'
export type { ClusterObjectQuery, FlinkQuery, Freshness, KubernetesQuery, Query, RestEndpoint, ZooKeeperQuery } from './query.ts'
export { factsOf } from './fact-of.ts'
export { unanswered } from './ask.ts'
export { zooKeeperFact } from './zookeeper-query.ts'
