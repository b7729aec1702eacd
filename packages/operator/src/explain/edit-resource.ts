import { type AdapterError, identityOf, type Json, type JsonObject } from '@flink-operator/core'
import { shownChanges } from '@flink-operator/core/redaction'
import { kindOf } from '@flink-operator/kinds'
import * as E from 'fp-ts/lib/Either.js'
import { environment, ExitCode, type Outcome, usage } from '../exit-code.ts'
import { type ConnectedResource, print, type ResourceFlags } from './connected-resource.ts'
import { jobSpecPlace, nestedAt, objectBelow } from './job-spec-place.ts'

/** One edit of a spec: the change, and the message for the user. Patch and paths are below `jobSpecPlace`. */
export interface Edit {
  /** Merge patch. */
  readonly patch: JsonObject
  readonly changes: readonly { readonly path: string; readonly from: Json; readonly to: Json }[]
  /** The result of the edit, for the user. */
  readonly then: string
}

/** The object at `jobSpecPlace`. */
export const jobSpecOf = ({ kind, json }: ConnectedResource): JsonObject =>
  objectBelow((json['spec'] ?? {}) as JsonObject, jobSpecPlace(kind))

/** Its `job`. Null: a session cluster, or no job is specified yet. */
export const jobOf = (resource: ConnectedResource): JsonObject | null => {
  const { job } = jobSpecOf(resource)
  return typeof job === 'object' && job !== null && !Array.isArray(job) ? job as JsonObject : null
}

/** A nonce that differs from the current one: the next number, if JavaScript can represent it. */
export const nextNonce = (nonce: Json | undefined, now: number): number =>
  typeof nonce === 'number' && Number.isSafeInteger(nonce + 1) ? nonce + 1 : nonce === undefined || nonce === null ? 1 : now

const refused = ({ namespace, name, where }: ConnectedResource, { _tag, message }: AdapterError): Outcome =>
  E.left(_tag === 'Invalid' ? usage(`${namespace}/${name} was not changed: ${message}`) : environment(`${where}: ${message}`))

/** Sends the edit with the user's credentials: only to the resource that was read, and without touching fields of others. */
export const editResource = async (resource: ConnectedResource, flags: ResourceFlags, { patch, changes, then }: Edit): Promise<Outcome> => {
  const { kind, http, namespace, name, uid } = resource
  const place = jobSpecPlace(kind)
  const { objectPath } = await import('@flink-operator/k8s-adapter')
  const answer = await http.send({
    method: 'PATCH',
    path: objectPath({ ...identityOf(kindOf(kind).type), namespace, name }),
    query: { fieldManager: 'kubectl-flink' },
    contentType: 'application/merge-patch+json',
    body: JSON.stringify({ metadata: { uid }, spec: nestedAt(place, patch) }),
  })()
  if (E.isLeft(answer)) return refused(resource, answer.left)
  // all values but secrets: a user who edits the resource may read it
  const safe = shownChanges(changes, [], true).map(change => ({ ...change, path: [...place, change.path].join('.') }))
  print(
    flags,
    { resource: `${namespace}/${name}`, changes: safe, then },
    () =>
      [
        `${namespace}/${name}: ${then}`,
        ...safe.map(({ path, from, to }) => `  spec.${path}: ${JSON.stringify(from)} -> ${JSON.stringify(to)}`),
      ].join('\n'),
  )
  return E.right(ExitCode.Ok)
}

/** Reports that nothing needs to change. */
export const unchanged = ({ namespace, name }: ConnectedResource, flags: ResourceFlags, then: string): Outcome => {
  print(flags, { resource: `${namespace}/${name}`, changes: [], then }, () => `${namespace}/${name}: ${then}`)
  return E.right(ExitCode.Ok)
}

/** The resource has no job that could be edited; names where its jobs may be. */
export const noJob = ({ kind, namespace, name }: ConnectedResource): Outcome =>
  E.left(usage(
    kind === 'FlinkDeployment'
      ? `${namespace}/${name} is a session cluster: it has no spec.job. Its jobs are FlinkSessionJobs, named as flinksessionjob/NAME`
      : `${namespace}/${name} has no ${['spec', ...jobSpecPlace(kind), 'job'].join('.')}`,
  ))
