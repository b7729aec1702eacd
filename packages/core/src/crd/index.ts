/** CRDs of the kinds, and the tables of fields from which a kind's codec, schema and documentation derive. */
export {
  ageColumn,
  column,
  crdNameOf,
  crdOf,
  type CrdForm,
  crdYaml,
  type DefinedKind,
  openApiSchemaOf,
  readyColumns,
  type ResourceDefinition,
  whyColumn,
} from './crd.ts'
export { listOf } from './collection-type.ts'
export { describeDecodeError } from './decode-error.ts'
export { decodeResource, type ResourceCodec } from './decode-resource.ts'
export { defaultsOf, type Table, type ValueType, opaque } from './field.ts'
export { isJsonObject } from './is-json-object.ts'
export { lastState } from './operation-fields.ts'
export { objectOf } from './object-type.ts'
export { incarnation } from './operation-fields.ts'
export { boolean, double, int32, jsonObject, text, integer, oneOf, instant, oneOfOpen } from './scalar-type.ts'
export { atLeastOne, checked, type SchemaChecks } from './schema-checks.ts'
export { condition } from './status-parts.ts'
export type { ShownField, ShownType } from './field.ts'
export { flinkDeploymentStatus } from './flink-deployment-status-fields.ts'
