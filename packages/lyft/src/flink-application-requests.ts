import type { WorldAction } from '@flink-operator/core/action'
import type { JsonObject } from '@flink-operator/core/resource'
import type { ObjectView } from './observe/edit.ts'
import type { ApplicationRound } from './flink-application-round.ts'
import { endpointOf } from './observe/clusters.ts'
import { isBeside } from './observe/live.ts'
import type { JobStop, JobSubmit } from './status/application-operation.ts'

/** Each function makes one effect. The status recorded its intent before. */

export const stopRequest = (round: ApplicationRound, { how, hash, jobId, triggerId }: JobStop): readonly WorldAction[] => {
  const endpoint = endpointOf(round, hash)
  return how === 'Cancel' ? [{ _tag: 'CancelJob', endpoint, jobId, why: 'the spec asks for no savepoint' }]
    : isBeside(round) && round.observed.phase !== 'Deleting'
    ? [{ _tag: 'TriggerSavepoint', endpoint, jobId, triggerId, targetDirectory: null, formatType: 'CANONICAL' }]
    : [{ _tag: 'StopWithSavepoint', endpoint, jobId, triggerId, targetDirectory: null, formatType: 'CANONICAL', drain: false }]
}

export const cancelRequest = (round: ApplicationRound, hash: string, jobId: string, why: string): readonly WorldAction[] => [
  { _tag: 'CancelJob', endpoint: endpointOf(round, hash), jobId, why },
]

/** The arguments are one string, which Flink splits as it does for Lyft's operator (section 4, call 12). */
export const runRequest = (round: ApplicationRound, { hash, jobId, definition, source }: JobSubmit): readonly WorldAction[] => [{
  _tag: 'RunJar',
  endpoint: endpointOf(round, hash),
  jarId: definition.jarName,
  jobId,
  entryClass: definition.entryClass === '' ? null : definition.entryClass,
  args: [],
  ...(definition.programArgs === '' ? {} : { programArgs: definition.programArgs }),
  parallelism: definition.parallelism,
  savepointPath: source._tag === 'Path' ? source.path : null,
  allowNonRestoredState: definition.allowNonRestoredState,
  configuration: {},
  flinkVersion: null,
}]

const ref = ({ desired: { meta } }: ApplicationRound, { apiVersion, kind, name, uid }: ObjectView) => ({
  apiVersion,
  kind,
  namespace: meta.namespace,
  name,
  uid,
})

export const patchRequest = (round: ApplicationRound, object: ObjectView, patch: JsonObject, why: string): readonly WorldAction[] => [
  { _tag: 'PatchObject', target: ref(round, object), patch, why },
]

/** Deletes the observed object by its uid. */
export const deleteRequest = (round: ApplicationRound, object: ObjectView, why: string): readonly WorldAction[] => [{
  _tag: 'DeleteObject',
  target: ref(round, object),
  resourceVersion: null,
  propagation: object.kind === 'Deployment' ? 'Foreground' : 'Background',
  why,
}]
