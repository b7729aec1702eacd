import type { WorldAction } from '../../action/action.ts'
import type { JsonObject } from '../../resource/json.ts'
import type { ObjectView } from './seen/effect-target.ts'
import type { ApplicationRound } from './flink-application-round.ts'
import { endpointOf } from './seen/clusters.ts'
import { isBeside } from './seen/live.ts'
import type { JobStop, JobSubmit } from './status/application-operation.ts'

/** One effect each; what it is about was written down before. */

export const stopRequest = (round: ApplicationRound, { how, hash, jobId, triggerId }: JobStop): readonly WorldAction[] => {
  const endpoint = endpointOf(round, hash)
  return how === 'Cancel' ? [{ _tag: 'CancelJob', endpoint, jobId, why: 'it is to end without a savepoint' }]
    : isBeside(round) && round.observed.phase !== 'Deleting'
    ? [{ _tag: 'TriggerSavepoint', endpoint, jobId, triggerId, targetDirectory: null, formatType: 'CANONICAL' }]
    : [{ _tag: 'StopWithSavepoint', endpoint, jobId, triggerId, targetDirectory: null, formatType: 'CANONICAL', drain: false }]
}

export const cancelRequest = (round: ApplicationRound, hash: string, jobId: string, why: string): readonly WorldAction[] => [
  { _tag: 'CancelJob', endpoint: endpointOf(round, hash), jobId, why },
]

/** The arguments are one text, which Flink takes apart as it does for Lyft's operator (section 4, call 12). */
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

/** As it was seen: what changed since is somebody's. */
export const deleteRequest = (round: ApplicationRound, object: ObjectView, why: string): readonly WorldAction[] => [{
  _tag: 'DeleteObject',
  target: ref(round, object),
  resourceVersion: null,
  propagation: object.kind === 'Deployment' ? 'Foreground' : 'Background',
  why,
}]
