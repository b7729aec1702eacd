/** JSON ↔ types, of the vocabulary and of the kinds: what `@flink-operator/core/codec` exports. */
export { describeDecodeError } from './crd/decode-error.ts'
export { decodeFlinkDeployment, encodeStatus } from './crd/flink-deployment.ts'
export { initialFlinkDeploymentStatus } from './crd/flink-deployment-status-fields.ts'
export { initialOperatorRecord } from './crd/operator-record-fields.ts'
export { decodeFlinkSessionJob, encodeSessionJobStatus } from './kind/flink-session-job/flink-session-job-codec.ts'
export { initialFlinkSessionJobStatus } from './kind/flink-session-job/flink-session-job-codec.ts'
export { formatInstant, parseInstant } from './crd/instant.ts'
export { isRecord, type LeaderElectionRecord, type StoredRecord } from './crd/leader-record/leader-election-record.ts'
export { type EpochMicros, formatMicroTime, parseMicroTime } from './crd/leader-record/leader-election-record.ts'
export { formatRecord, leaderAnnotation, parseRecord } from './crd/leader-record/leader-election-record.ts'
export { isJsonObject } from './crd/is-json-object.ts'
export { lifecycleStates } from './crd/status-parts.ts'
export { exactFromRead, exactJsonText, parseExactJson, readFromExact } from './crd/exact-json.ts'
export { exactJsonOf, kubernetesYaml, type NoJson } from './crd/exact-yaml.ts'
export { yamlText } from './crd/exact-yaml.ts'
export { parseJson, stringifyJson } from './crd/lossless-json.ts'
export {
  decodeRecordedSessionJob,
  decodeRecordedSpec,
  encodeRecordedSpec,
  type RecordedSpec,
  sessionClusterName,
  sessionClusterNameIn,
} from './crd/recorded-spec.ts'
export { decodeFlinkStateSnapshot, encodeStateSnapshotStatus } from './kind/flink-state-snapshot/flink-state-snapshot-codec.ts'
export { crdNameOf, crdOf, type DefinedKind, openApiSchemaOf, type ResourceDefinition } from './crd/crd.ts'
export { pruned, schemaErrors } from './crd/structural-schema.ts'
