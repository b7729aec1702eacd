import * as E from 'fp-ts/lib/Either.js'
import type { Json, JsonObject } from '@flink-operator/core/resource'
import { isJsonObject, parseJson } from '@flink-operator/core/codec'
import { mergePatch } from '@flink-operator/core/validation'
import { appliedBefore, applierOf } from './owned-fields.ts'
import { threeWayPatch } from './three-way-merge.ts'

/**
 * What tells which fields were applied before, and go if the document lacks them now. `Nothing`: no resource is deployed.
 * `LastApplied`: the annotation of `kubectl apply`. `ManagedFields`: those of `manager`, which used server-side apply. `Document`: the
 * deployed resource is a document itself, such as an earlier version of the file. `Unmarked`: nobody applied it; nothing is removed.
 */
export type AppliedBefore =
  | { readonly _tag: 'Nothing' | 'LastApplied' | 'Document' | 'Unmarked' }
  | { readonly _tag: 'ManagedFields'; readonly manager: string }

/** A document as the API server would store it. */
export interface Applied {
  /** The document, with what stays of the deployed resource: spec, labels and annotations are whole. */
  readonly document: JsonObject
  /** The JSON merge patch of the deployed resource. */
  readonly patch: JsonObject
  readonly before: AppliedBefore
}

const lastAppliedAnnotation = 'kubectl.kubernetes.io/last-applied-configuration'

const objectAt = (object: JsonObject, key: string): JsonObject => {
  const value = object[key]
  return isJsonObject(value) ? value : {}
}

/** What users set of a resource. Everything else is the server's, or an operator's. */
const partOf = (resource: JsonObject): JsonObject => {
  const { labels, annotations } = objectAt(resource, 'metadata')
  const metadata = {
    ...(isJsonObject(labels) ? { labels } : {}),
    // always there, since kubectl adds its own annotation: a document without annotations removes only those that it had
    annotations: isJsonObject(annotations) ? withoutLastApplied(annotations) : {},
  }
  return { metadata, spec: objectAt(resource, 'spec') }
}

const withoutLastApplied = ({ [lastAppliedAnnotation]: _, ...annotations }: JsonObject): JsonObject => annotations

const lastApplied = (deployed: JsonObject): JsonObject | null => {
  const text = objectAt(objectAt(deployed, 'metadata'), 'annotations')[lastAppliedAnnotation]
  const json: Json | null = typeof text === 'string' ? E.getOrElse((): Json | null => null)(parseJson(text)) : null
  return json !== null && isJsonObject(json) ? json : null
}

/** An API server gives each resource a uid; a file that somebody wrote has none. */
const isFromServer = (deployed: JsonObject): boolean => typeof objectAt(deployed, 'metadata')['uid'] === 'string'

const beforeOf = (deployed: JsonObject): readonly [AppliedBefore, JsonObject] => {
  const last = lastApplied(deployed)
  if (last !== null) return [{ _tag: 'LastApplied' }, last]
  const applier = applierOf(deployed)
  if (applier !== null) return [{ _tag: 'ManagedFields', manager: applier.manager }, appliedBefore(deployed, applier)]
  return isFromServer(deployed) ? [{ _tag: 'Unmarked' }, {}] : [{ _tag: 'Document' }, deployed]
}

/**
 * What applying a document makes of the deployed resource, as `kubectl apply` merges: fields of other writers stay, such as the
 * `replicas` of an autoscaler or a nonce that was set by a patch (N01). The API server's own answer to a dry run is better: it knows how
 * lists of the CRD are merged.
 */
export const appliedDocument = (deployed: JsonObject | null, wanted: JsonObject): Applied => {
  if (deployed === null) return { document: wanted, patch: {}, before: { _tag: 'Nothing' } }
  const [before, original] = beforeOf(deployed)
  const patch = threeWayPatch(partOf(original), partOf(wanted), partOf(deployed))
  const stored = mergePatch(partOf(deployed), patch) as JsonObject
  return { document: withPart(wanted, deployed, stored), patch, before }
}

const withPart = (wanted: JsonObject, deployed: JsonObject, stored: JsonObject): JsonObject => {
  const annotation = objectAt(objectAt(deployed, 'metadata'), 'annotations')[lastAppliedAnnotation]
  const { labels, annotations } = objectAt(stored, 'metadata')
  return {
    ...wanted,
    metadata: {
      ...objectAt(wanted, 'metadata'),
      labels: labels ?? {},
      annotations: { ...annotations as JsonObject, ...(annotation === undefined ? {} : { [lastAppliedAnnotation]: annotation }) },
    },
    spec: stored['spec'] ?? {},
  }
}
