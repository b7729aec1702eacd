/** JSON ↔ types. The only folder of core that knows io-ts. */
export { describeDecodeError } from './decode-error.ts'
export { decodeFlinkDeployment, encodeStatus } from './flink-deployment.ts'
export { initialFlinkDeploymentStatus } from './flink-deployment-status-fields.ts'
export { initialOperatorRecord } from './operator-record-fields.ts'
export { decodeFlinkSessionJob, encodeSessionJobStatus } from './flink-session-job-codec.ts'
export { initialFlinkSessionJobStatus } from './flink-session-job-status-fields.ts'
export { formatInstant, parseInstant } from './instant.ts'
export { isRecord, type LeaderElectionRecord, type StoredRecord } from './leader-record/leader-election-record.ts'
export { type EpochMicros, formatMicroTime, parseMicroTime } from './leader-record/micro-time.ts'
export { formatRecord, leaderAnnotation, parseRecord } from './leader-record/record-text.ts'
export { isJsonObject } from './is-json-object.ts'
export { lifecycleStates } from './status-parts.ts'
export { exactFromRead, exactJsonText, parseExactJson, readFromExact } from './exact-json.ts'
export { exactJsonOf, kubernetesYaml, type NoJson } from './exact-yaml.ts'
export { yamlText } from './yaml-text.ts'
export { parseJson, stringifyJson } from './lossless-json.ts'
export {
  decodeRecordedSessionJob,
  decodeRecordedSpec,
  encodeRecordedSpec,
  type RecordedSpec,
  sessionClusterName,
  sessionClusterNameIn,
} from './recorded-spec.ts'
export { decodeFlinkStateSnapshot, encodeStateSnapshotStatus } from './flink-state-snapshot-codec.ts'
export { crdNameOf, crdOf, type DefinedKind, openApiSchemaOf, type ResourceDefinition } from './crd.ts'
export { pruned, schemaErrors } from './structural-schema.ts'
