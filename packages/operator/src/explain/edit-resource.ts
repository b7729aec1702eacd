import { type AdapterError, identityOf, type Json, type JsonObject } from '@flink-operator/core'
import { shownChanges } from '@flink-operator/core/redaction'
import { kindOf } from '@flink-operator/core/kinds'
import * as E from 'fp-ts/lib/Either.js'
import { environment, ExitCode, type Outcome, usage } from '../exit-code.ts'
import { type ConnectedResource, print, type ResourceFlags } from './connected-resource.ts'
import { jobSpecPlace, nestedAt, objectBelow } from './job-spec-place.ts'

/** One edit of a spec: what is changed, and what a person is told. Patch and paths are below `jobSpecPlace`. */
export interface Edit {
  /** Merge patch. */
  readonly patch: JsonObject
  readonly changes: readonly { readonly path: string; readonly from: Json; readonly to: Json }[]
  /** What comes of it. */
  readonly then: string
}

/** What stands at `jobSpecPlace`. */
export const jobSpecOf = ({ kind, json }: ConnectedResource): JsonObject =>
  objectBelow((json['spec'] ?? {}) as JsonObject, jobSpecPlace(kind))

/** `job` of that. Null: a session cluster, or nobody says yet what is to run. */
export const jobOf = (resource: ConnectedResource): JsonObject | null => {
  const { job } = jobSpecOf(resource)
  return typeof job === 'object' && job !== null && !Array.isArray(job) ? job as JsonObject : null
}

/** Another value than the one that is there; of a number that JavaScript can hold, the next one. */
export const nextNonce = (nonce: Json | undefined, now: number): number =>
  typeof nonce === 'number' && Number.isSafeInteger(nonce + 1) ? nonce + 1 : nonce === undefined || nonce === null ? 1 : now

const refused = ({ namespace, name, where }: ConnectedResource, { _tag, message }: AdapterError): Outcome =>
  E.left(_tag === 'Invalid' ? usage(`${namespace}/${name} was not changed: ${message}`) : environment(`${where}: ${message}`))

/** Sends the edit as the person who asked for it: only to the resource that was read, fields of others stay as they are. */
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
  // all values, but for secrets: the person who edits the resource may read it
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

/** There is nothing to change. */
export const unchanged = ({ namespace, name }: ConnectedResource, flags: ResourceFlags, then: string): Outcome => {
  print(flags, { resource: `${namespace}/${name}`, changes: [], then }, () => `${namespace}/${name}: ${then}`)
  return E.right(ExitCode.Ok)
}

/** It has no job that could be edited, and where there may be some. */
export const noJob = ({ kind, namespace, name }: ConnectedResource): Outcome =>
  E.left(usage(
    kind === 'FlinkDeployment'
      ? `${namespace}/${name} is a session cluster: it has no spec.job. Its jobs are FlinkSessionJobs, named as flinksessionjob/NAME`
      : `${namespace}/${name} has no ${['spec', ...jobSpecPlace(kind), 'job'].join('.')}`,
  ))
