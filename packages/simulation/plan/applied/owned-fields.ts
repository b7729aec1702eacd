import { isJsonObject } from '@flink-operator/core/codec'
import type { Json, JsonObject } from '@flink-operator/core/resource'

/** Who applied a resource by server-side apply, and the fields that it owns, in the form of `fieldsV1`. */
export interface Applier {
  readonly manager: string
  readonly fields: JsonObject
}

const entriesOf = (deployed: JsonObject): readonly JsonObject[] => {
  const { metadata } = deployed
  const entries = isJsonObject(metadata) ? metadata['managedFields'] : null
  return Array.isArray(entries) ? entries.flatMap((entry: Json) => (isJsonObject(entry) ? [entry] : [])) : []
}

const fieldsOf = ({ fieldsV1 }: JsonObject): JsonObject => (isJsonObject(fieldsV1) ? fieldsV1 : {})

const isOfResource = ({ subresource }: JsonObject): boolean => subresource === undefined || subresource === null || subresource === ''

/** Kubectl, or else the latest manager that applied a spec (a GitOps controller); null: nobody used server-side apply. */
export const applierOf = (deployed: JsonObject): Applier | null => {
  const appliers = entriesOf(deployed).flatMap(entry => {
    const { manager, operation, time } = entry
    const fields = fieldsOf(entry)
    return operation === 'Apply' && typeof manager === 'string' && isOfResource(entry) && isJsonObject(fields['f:spec'])
      ? [{ manager, fields, time: typeof time === 'string' ? time : '' }] : []
  })
  const found = appliers.find(({ manager }) => manager === 'kubectl') ?? appliers.toSorted((a, b) => (a.time < b.time ? 1 : -1))[0]
  return found === undefined ? null : { manager: found.manager, fields: found.fields }
}

/** Fields that other managers own beside the applier. */
const othersOf = (deployed: JsonObject, { manager }: Applier): readonly JsonObject[] =>
  entriesOf(deployed).filter(entry => isOfResource(entry) && !(entry['operation'] === 'Apply' && entry['manager'] === manager)).map(
    fieldsOf,
  )

const inner = (fields: JsonObject, key: string): JsonObject | null => {
  const value = fields[key]
  return isJsonObject(value) ? value : null
}

/**
 * The part of an object that a manager owns alone. An item of a list counts as a part of the whole list: the schema that says how lists are
 * merged is only known to the API server.
 */
const ownedAlone = (object: JsonObject, fields: JsonObject, others: readonly JsonObject[]): JsonObject =>
  Object.fromEntries(
    Object.entries(object).flatMap(([name, value]): readonly (readonly [string, Json])[] => {
      const own = inner(fields, `f:${name}`)
      if (own === null) return []
      const theirs = others.flatMap(other => [inner(other, `f:${name}`)].filter(it => it !== null))
      const isLeaf = !isJsonObject(value) || !Object.keys(own).some(key => key.startsWith('f:'))
      if (isLeaf) return theirs.length > 0 ? [] : [[name, value]]
      const part = ownedAlone(value, own, theirs)
      return Object.keys(part).length === 0 ? [] : [[name, part]]
    }),
  )

/** The document that the applier applied, as far as it is still the only owner: what a new document lacks of it is removed. */
export const appliedBefore = (deployed: JsonObject, applier: Applier): JsonObject =>
  ownedAlone(deployed, applier.fields, othersOf(deployed, applier))
