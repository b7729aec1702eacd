import type { JsonObject } from '../../contract/resource/json.ts'
import { entriesOf, objectAt, textAt } from '../json-field.ts'
import {
  dnsSubdomainAllowed,
  isDnsSubdomain,
  isLabelValue,
  isQualifiedName,
  labelValueAllowed,
  qualifiedAllowed,
  nothing,
  refuseAs,
  refuseIf,
  type Refusal,
} from './refusal.ts'

/** Limit for all keys and values of an object's annotations together. */
const mostAnnotations = 262_144

/** Checks keys and values of labels, and of a node selector. */
export const labelsAccepted = (path: string, labels: JsonObject): readonly Refusal[] =>
  entriesOf(labels).flatMap(([key, value]) => [
    ...refuseIf(!isQualifiedName(key), `${path} (key)`, key, qualifiedAllowed),
    ...refuseIf(typeof value !== 'string' || !isLabelValue(value), `${path}.${key}`, value, labelValueAllowed),
  ])

const annotationsAccepted = (path: string, annotations: JsonObject): readonly Refusal[] => {
  const size = entriesOf(annotations).reduce((sum, [key, value]) => sum + key.length + (typeof value === 'string' ? value.length : 0), 0)
  return [
    ...entriesOf(annotations).flatMap(([key, value]) => [
      ...refuseIf(!isQualifiedName(key.toLowerCase()), `${path} (key)`, key, qualifiedAllowed),
      ...refuseIf(typeof value !== 'string', `${path}.${key}`, value, 'a text'),
    ]),
    ...(size > mostAnnotations ? refuseAs(path, `${size} characters`, `at most ${mostAnnotations} characters of keys and values together`)
      : nothing),
  ]
}

/** Checks `metadata` of an object or of a pod template, which has no name. */
export const metadataAccepted = (path: string, metadata: JsonObject): readonly Refusal[] => {
  const name = textAt(metadata, 'name')
  return [
    ...refuseIf(name !== null && !isDnsSubdomain(name), `${path}.name`, name, dnsSubdomainAllowed),
    ...labelsAccepted(`${path}.labels`, objectAt(metadata, 'labels')),
    ...annotationsAccepted(`${path}.annotations`, objectAt(metadata, 'annotations')),
  ]
}
