/** JSON ↔ types. The only folder of core that knows io-ts. */
export { describeDecodeError } from './decode-error.ts'
export { decodeFlinkDeployment, encodeStatus } from './flink-deployment.ts'
export { initialFlinkDeploymentStatus } from './flink-deployment-status-fields.ts'
export { initialOperatorRecord } from './operator-record-fields.ts'
export { formatInstant, parseInstant } from './instant.ts'
export { parseJson, stringifyJson } from './lossless-json.ts'
export { decodeRecordedSpec, encodeRecordedSpec, type RecordedSpec } from './recorded-spec.ts'
