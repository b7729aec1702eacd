export { type Sandbox, type SandboxOptions, startSandbox } from './sandbox.ts'
export { numberAt, textAt, withAt } from './object/fields.ts'
export { nameOf, namespaceOf } from './object/metadata.ts'
export type { FlinkCluster } from './flink/flink-cluster.ts'
