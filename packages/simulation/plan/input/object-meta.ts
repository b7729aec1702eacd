import type { JsonObject } from '@flink-operator/core/resource'

const text = { type: 'string' }
const texts = { type: 'object', additionalProperties: text }
const number = { type: 'integer' }

/** What the API server accepts as `metadata` of any object (ObjectMeta of meta/v1), as a structural schema. */
export const objectMetaSchema: JsonObject = {
  type: 'object',
  properties: {
    name: text,
    generateName: text,
    namespace: text,
    labels: texts,
    annotations: texts,
    finalizers: { type: 'array', items: text },
    ownerReferences: {
      type: 'array',
      items: {
        type: 'object',
        required: ['apiVersion', 'kind', 'name', 'uid'],
        properties: {
          apiVersion: text,
          kind: text,
          name: text,
          uid: text,
          controller: { type: 'boolean' },
          blockOwnerDeletion: { type: 'boolean' },
        },
      },
    },
    creationTimestamp: { ...text, nullable: true },
    deletionTimestamp: text,
    deletionGracePeriodSeconds: number,
    generation: number,
    resourceVersion: text,
    selfLink: text,
    uid: text,
    managedFields: { type: 'array', items: { type: 'object', 'x-kubernetes-preserve-unknown-fields': true } },
  },
}

/** Is it a valid object name (an RFC 1123 subdomain)? */
export const isObjectName = (name: string): boolean =>
  name.length <= 253 && /^[a-z0-9]([-a-z0-9]*[a-z0-9])?(\.[a-z0-9]([-a-z0-9]*[a-z0-9])?)*$/.test(name)

/** Is it a valid label value? */
export const isLabelValue = (value: string): boolean => value.length <= 63 && /^([A-Za-z0-9]([-A-Za-z0-9_.]*[A-Za-z0-9])?)?$/.test(value)

/** Is it a valid key of a label or annotation, like `example.org/name`? */
export const isQualifiedName = (key: string): boolean =>
  /^([a-z0-9]([-a-z0-9.]{0,251}[a-z0-9])?\/)?[A-Za-z0-9]([-A-Za-z0-9_.]{0,61}[A-Za-z0-9])?$/.test(key)
