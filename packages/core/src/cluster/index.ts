/** What rounds know of a Flink cluster in Kubernetes, for code that plays one. */
export { isOfLastDeploy } from './observe/unstarted.ts'
export { manifestInput, runningInput } from './deploy/manifest-input.ts'
export { clusterConfigMapName, jobConfigMapName, haConfigMap } from './high-availability/ha-config-map.ts'
export { isStateKept } from './high-availability/ha-config-maps.ts'
export { allClusterObjects } from './observe/cluster-queries.ts'
