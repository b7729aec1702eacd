import * as E from 'fp-ts/lib/Either.js'
import type * as T from 'fp-ts/lib/Task.js'
import type { AdapterError, JsonObject } from '@flink-operator/core'
import type { Http } from './http.ts'
import { objectAt, objectsAt, textAt } from './json-path.ts'
import { prunedPaths } from './pruned-paths.ts'
import { readObject } from './read/read-object.ts'
import { pluralOf } from './resource-path.ts'

/** The CRD to check, and the fields that it has to keep. */
export interface CrdQuestion {
  readonly group: string
  readonly version: string
  readonly kind: string
  /** A status with every field that must be kept, and no empty list. */
  readonly status: JsonObject
}

/** Whether the operator can work with the installed CRD. */
export type CrdCheck =
  | { readonly _tag: 'Usable' }
  | { readonly _tag: 'NotInstalled' }
  /** The API server has not accepted it (yet), or its name conflicts with another CRD. */
  | { readonly _tag: 'NotEstablished'; readonly message: string }
  | { readonly _tag: 'VersionNotServed'; readonly served: readonly string[] }
  | { readonly _tag: 'NoStatusSubresource' }
  /** Paths below `status`. */
  | { readonly _tag: 'PrunesStatus'; readonly paths: readonly string[] }
  /** The CRD could not be read: often Forbidden, which does not prevent the start. */
  | { readonly _tag: 'NotSeen'; readonly error: AdapterError }

/** Name of the CRD of a kind: `flinkdeployments.flink.apache.org`. */
export const crdName = ({ kind, group }: Pick<CrdQuestion, 'kind' | 'group'>): string => `${pluralOf(kind)}.${group}`

/** Reads and checks the CRD of a kind. */
export const checkCrd = (http: Http) => (question: CrdQuestion): T.Task<CrdCheck> => async () => {
  const crd = await readObject(http)({
    apiVersion: 'apiextensions.k8s.io/v1',
    kind: 'CustomResourceDefinition',
    namespace: null,
    name: crdName(question),
  })()
  if (E.isRight(crd)) return crdFitness(crd.right, question)
  return crd.left._tag === 'NotFound' ? { _tag: 'NotInstalled' } : { _tag: 'NotSeen', error: crd.left }
}

/** Checks a CRD that was already read. */
export const crdFitness = (crd: JsonObject, { version, status }: CrdQuestion): CrdCheck => {
  const served = objectsAt(crd, 'spec', 'versions').filter(candidate => candidate['served'] === true)
  const ours = served.find(candidate => textAt(candidate, 'name') === version)
  if (ours === undefined) return { _tag: 'VersionNotServed', served: served.flatMap(candidate => textAt(candidate, 'name') ?? []) }
  const refusal = objectsAt(crd, 'status', 'conditions').find(({ type, status: is }) =>
    (type === 'Established' || type === 'NamesAccepted') && is !== 'True'
  )
  if (refusal !== undefined) return { _tag: 'NotEstablished', message: textAt(refusal, 'message') ?? '' }
  if (objectAt(ours, 'subresources', 'status') === null) return { _tag: 'NoStatusSubresource' }
  const paths = prunedPaths(objectAt(ours, 'schema', 'openAPIV3Schema') ?? {}, { status }).map(path => path.replace(/^status\./, ''))
  return paths.length === 0 ? { _tag: 'Usable' } : { _tag: 'PrunesStatus', paths }
}
