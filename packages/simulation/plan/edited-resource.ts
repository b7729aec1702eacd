import * as E from 'fp-ts/lib/Either.js'
import { formatInstant, parseJson } from '@flink-operator/core/codec'
import { type KindName, kindOf } from '@flink-operator/kinds'
import { decodeErrorText } from '@flink-operator/core/redaction'
import { type Json, type JsonObject, identityOf, type EpochMillis, markIn } from '@flink-operator/core/resource'
import type { PlannedResource } from './world/plan-world.ts'

const objectAt = (object: JsonObject | null, field: string): JsonObject => {
  const value = object?.[field]
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? value as JsonObject : {}
}

const generationOf = (metadata: JsonObject): number => (typeof metadata['generation'] === 'number' ? metadata['generation'] : 1)

/** The uid of a resource that is not on a server. */
export const madeUpUid = '00000000-0000-0000-0000-000000000000'

/**
 * The resource as it would be on the server once the document is stored: its spec, labels and annotations, with the other metadata and the
 * status of the deployed one. A first deployment has made-up metadata. `namespace`: used where neither names one.
 */
export const editedResource = (
  kind: KindName,
  wanted: JsonObject,
  deployed: JsonObject | null,
  namespace: string,
  now: EpochMillis,
): JsonObject => {
  const identity = identityOf(kindOf(kind).type)
  const own = objectAt(wanted, 'metadata')
  const spec = objectAt(wanted, 'spec')
  if (deployed === null) {
    const metadata = {
      ...own,
      namespace,
      uid: madeUpUid,
      generation: 1,
      resourceVersion: '1',
      creationTimestamp: formatInstant(now),
    }
    return { ...identity, metadata, spec }
  }
  const metadata = objectAt(deployed, 'metadata')
  const isChanged = JSON.stringify(objectAt(deployed, 'spec')) !== JSON.stringify(spec)
  return {
    ...deployed,
    ...identity,
    spec,
    metadata: {
      ...metadata,
      generation: generationOf(metadata) + (isChanged ? 1 : 0),
      labels: objectAt(own, 'labels'),
      annotations: { ...markIn(objectAt(metadata, 'annotations')), ...objectAt(own, 'annotations') },
    },
  }
}

/**
 * Decodes the edited resource. An unreadable edit can't be planned; for an unreadable status the plan shows what the operator would
 * do.
 */
export const decodeEdited = (kind: KindName, json: unknown): E.Either<string, PlannedResource> => {
  const decoded = kindOf(kind).decode(json)
  if (E.isLeft(decoded)) return E.left(decodeErrorText(decoded.left, json))
  const unread = decoded.right.unread?.find(({ path }) => path.startsWith('spec'))
  return unread === undefined ? decoded : E.left(decodeErrorText(unread, json))
}

/** `metadata.name` of a document. */
export const nameIn = (document: JsonObject): string => {
  const { name } = objectAt(document, 'metadata')
  return typeof name === 'string' ? name : ''
}

const recordIn = (deployed: JsonObject): unknown => {
  const status = objectAt(deployed, 'status')
  return objectAt(status, 'reconciliationStatus')['lastReconciledSpec'] ?? status['lastReconciledSpec']
}

/** Does its status record the deployed spec? */
export const hasRecord = (deployed: JsonObject): boolean => typeof recordIn(deployed) === 'string'

/** The document of the running resource: with the spec that its status records, otherwise unchanged. */
export const runningDocument = (deployed: JsonObject): JsonObject => {
  const recorded = recordIn(deployed)
  const json: Json | null = typeof recorded === 'string' ? E.getOrElse((): Json | null => null)(parseJson(recorded)) : null
  const isRecord = typeof json === 'object' && json !== null && !Array.isArray(json)
  return { ...deployed, spec: isRecord ? objectAt(json as JsonObject, 'spec') : objectAt(deployed, 'spec') }
}
