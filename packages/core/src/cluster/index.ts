/** What rounds know of a Flink cluster in Kubernetes, for code that plays one. */
export { isOfLastDeploy } from './observe/job-manager-start.ts'
export { manifestInput, runningInput } from './deploy/attempt-parts.ts'
export { clusterConfigMapName, jobConfigMapName, haConfigMap } from './high-availability/ha-config-maps.ts'
export { isStateKept } from './high-availability/ha-config-maps.ts'
export { allClusterObjects } from './observe/cluster-queries.ts'
