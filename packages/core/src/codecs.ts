/** JSON ↔ types, of the vocabulary and of the kinds: what `@flink-operator/core/codec` exports. */
export { describeDecodeError } from './codec/decode-error.ts'
export { decodeFlinkDeployment, encodeStatus } from './codec/flink-deployment.ts'
export { initialFlinkDeploymentStatus } from './codec/flink-deployment-status-fields.ts'
export { initialOperatorRecord } from './codec/operator-record-fields.ts'
export { decodeFlinkSessionJob, encodeSessionJobStatus } from './kind/flink-session-job/flink-session-job-codec.ts'
export { initialFlinkSessionJobStatus } from './kind/flink-session-job/flink-session-job-status-fields.ts'
export { formatInstant, parseInstant } from './codec/instant.ts'
export { isRecord, type LeaderElectionRecord, type StoredRecord } from './codec/leader-record/leader-election-record.ts'
export { type EpochMicros, formatMicroTime, parseMicroTime } from './codec/leader-record/micro-time.ts'
export { formatRecord, leaderAnnotation, parseRecord } from './codec/leader-record/record-text.ts'
export { isJsonObject } from './codec/is-json-object.ts'
export { lifecycleStates } from './codec/status-parts.ts'
export { exactFromRead, exactJsonText, parseExactJson, readFromExact } from './codec/exact-json.ts'
export { exactJsonOf, kubernetesYaml, type NoJson } from './codec/exact-yaml.ts'
export { yamlText } from './codec/yaml-text.ts'
export { parseJson, stringifyJson } from './codec/lossless-json.ts'
export {
  decodeRecordedSessionJob,
  decodeRecordedSpec,
  encodeRecordedSpec,
  type RecordedSpec,
  sessionClusterName,
  sessionClusterNameIn,
} from './codec/recorded-spec.ts'
export { decodeFlinkStateSnapshot, encodeStateSnapshotStatus } from './kind/flink-state-snapshot/flink-state-snapshot-codec.ts'
export { crdNameOf, crdOf, type DefinedKind, openApiSchemaOf, type ResourceDefinition } from './codec/crd.ts'
export { pruned, schemaErrors } from './codec/structural-schema.ts'
