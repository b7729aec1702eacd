import type { JsonObject } from '@flink-operator/core'
import { apiVersionOf, type ResourceType } from './resource-type.ts'

const rootOf = (
  { group, version }: Pick<ResourceType, 'group' | 'version'>,
): string => (group === '' ? `api/${version}` : `apis/${group}/${version}`)

/** `/openapi/v3`: one document for each group and version. */
export const openApiIndex = (types: readonly ResourceType[], revision: number): JsonObject => ({
  paths: Object.fromEntries(types.map(type => [rootOf(type), { serverRelativeURL: `/openapi/v3/${rootOf(type)}?hash=${revision}` }])),
})

const gvk = ({ group, version, kind }: ResourceType): JsonObject => ({ group, version, kind })

const queryParameter = (name: string, type = 'string'): JsonObject => ({ name, in: 'query', schema: { type, uniqueItems: true } })

/** The parameters that tell kubectl that the server validates fields itself. */
const parameters = [
  queryParameter('dryRun'),
  queryParameter('fieldManager'),
  queryParameter('fieldValidation'),
  queryParameter('force', 'boolean'),
]

const operation = (type: ResourceType, action: string): JsonObject => ({
  'x-kubernetes-action': action,
  'x-kubernetes-group-version-kind': gvk(type),
  operationId: `${action}${type.kind}`,
  parameters,
  responses: { 200: { description: 'OK' } },
})

const schemaName = ({ group, version, kind }: ResourceType): string =>
  `${group === '' ? 'io.k8s.api.core' : group.split('.').reverse().join('.')}.${version}.${kind}`

const metaSchema: JsonObject = { type: 'object', description: "Standard object's metadata." }

const schemaOf = (type: ResourceType): JsonObject => ({
  ...(type.schema ?? { type: 'object', 'x-kubernetes-preserve-unknown-fields': true }),
  properties: {
    apiVersion: { type: 'string', description: 'Version of the schema.' },
    kind: { type: 'string', description: 'Kind of the object.' },
    metadata: metaSchema,
    ...(type.schema?.['properties'] as JsonObject | undefined),
  },
  'x-kubernetes-group-version-kind': [gvk(type)],
})

const pathsOf = (type: ResourceType): readonly (readonly [string, JsonObject])[] => {
  const collection = `/${rootOf(type)}/${type.namespaced ? 'namespaces/{namespace}/' : ''}${type.plural}`
  return [
    [collection, { get: operation(type, 'list'), post: operation(type, 'post') }],
    [`${collection}/{name}`, {
      get: operation(type, 'get'),
      put: operation(type, 'put'),
      patch: operation(type, 'patch'),
      delete: operation(type, 'delete'),
    }],
  ]
}

/** `/openapi/v3/apis/<group>/<version>`; null: not served. */
export const openApiDocument = (types: readonly ResourceType[], groupVersion: string): JsonObject | null => {
  const served = types.filter(type => apiVersionOf(type) === groupVersion)
  return served.length === 0 ? null : {
    openapi: '3.0.0',
    info: { title: 'Kubernetes', version: 'v1.32.0+flink-sandbox' },
    paths: Object.fromEntries(served.flatMap(pathsOf)),
    components: { schemas: Object.fromEntries(served.map(type => [schemaName(type), schemaOf(type)])) },
  }
}
