import type { JsonObject } from '@flink-operator/core'
import { objectAt } from './json-path.ts'

/** Where kubectl keeps the whole object once more. */
const lastApplied = 'kubectl.kubernetes.io/last-applied-configuration'

/** The object without `managedFields` and kubectl's copy: often more than half of it, and nothing that a decision reads. */
export const withoutBookkeeping = (object: JsonObject): JsonObject => {
  const { managedFields: _, ...metadata } = objectAt(object, 'metadata') ?? {}
  const { [lastApplied]: __, ...annotations } = objectAt(metadata, 'annotations') ?? {}
  return {
    ...object,
    metadata: Object.keys(annotations).length === 0 ? withoutAnnotations(metadata) : { ...metadata, annotations },
  }
}

const withoutAnnotations = ({ annotations: _, ...metadata }: JsonObject): JsonObject => metadata

/** One flat text: a tenth of the objects that it is parsed to. Parse it once a round. */
export const compactJson = (object: JsonObject): string => JSON.stringify(withoutBookkeeping(object))
