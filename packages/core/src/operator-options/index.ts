/** Options of the operator: one table, and what is read out of them. */
export { type ChangedKeys, changedKeys } from './changed-keys.ts'
export { configurationForNamespace } from './configuration-for-namespace.ts'
export { type IdleOption, idleOptions } from './idle-options.ts'
export { type FlinkTls, flinkTls, type TlsFile } from './flink-tls.ts'
export { type ClusterSpec, hasOwnJarHeaders, jarHeaders } from './jar-headers.ts'
export { type OperatorOptions, operatorOptions } from './operator-options.ts'
export { connectionRestriction } from '../validation/restricted-address.ts'
