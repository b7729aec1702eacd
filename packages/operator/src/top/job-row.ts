import type { Env, EpochMillis, JsonObject, RestEndpoint } from '@flink-operator/core'
import { flinkDeploymentKind, type KindName } from '@flink-operator/core/kinds'
import type { JobLoad } from '@flink-operator/flink-rest-adapter'
import * as E from 'fp-ts/lib/Either.js'
import { requestedResources } from '../metrics/resource-view.ts'
import { statesOf } from '../states.ts'

/** The kinds whose jobs `top` asks Flink for: a FlinkBlueGreenDeployment's are those of its FlinkDeployments. */
export const topKinds = ['FlinkDeployment', 'FlinkSessionJob'] as const satisfies readonly KindName[]

/** One job, or one session cluster, before anybody asked Flink. */
export interface JobPlace {
  readonly kind: (typeof topKinds)[number]
  readonly namespace: string
  readonly name: string
  readonly lifecycleState: string | null
  readonly jobState: string | null
  readonly jobId: string | null
  /** Where its cluster answers; null: nothing is deployed, or nobody knows. */
  readonly endpoint: RestEndpoint | null
  /** What Kubernetes is asked for; null: a session job has none of its own. */
  readonly requested: { readonly cpu: number; readonly memory: number } | null
}

export interface JobRow extends JobPlace {
  /** Null: it was not asked, or did not answer. */
  readonly load: JobLoad | null
  /** Milliseconds since the last checkpoint or savepoint was triggered; null: there is none that is known. */
  readonly checkpointAge: number | null
  /** Why Flink did not tell; null: it did, or there was nothing to ask. */
  readonly error: string | null
}

type Json = Readonly<Record<string, unknown>>
const objectAt = (value: unknown, field: string): Json => {
  const inner = typeof value === 'object' && value !== null ? (value as Json)[field] : null
  return typeof inner === 'object' && inner !== null ? inner as Json : {}
}
const textAt = (value: Json, field: string): string | null => {
  const text = value[field]
  return typeof text === 'string' && text !== '' ? text : null
}

/** Where the REST API of a FlinkDeployment answers, as the operator knows it. */
export const endpointOf = (json: JsonObject, env: Env): RestEndpoint | null => {
  const decoded = flinkDeploymentKind.decode(json)
  if (E.isLeft(decoded)) return null
  const { deployed } = flinkDeploymentKind.validate(decoded.right, env)
  return deployed._tag === 'Never' ? null : deployed.endpoint
}

/** Every job with its place, session clusters among them; `FlinkDeployment`s tell where the clusters of session jobs answer. */
export const jobPlaces = (
  all: Readonly<Record<(typeof topKinds)[number], readonly JsonObject[]>>,
  clusters: readonly JsonObject[],
  env: Env,
): readonly JobPlace[] => {
  const nameOf = (json: JsonObject): readonly [namespace: string, name: string] => {
    const metadata = objectAt(json, 'metadata')
    return [textAt(metadata, 'namespace') ?? '', textAt(metadata, 'name') ?? '']
  }
  const endpoints = new Map(clusters.map(json => [nameOf(json).join('/'), endpointOf(json, env)]))
  return topKinds.flatMap(kind =>
    all[kind].map((json): JobPlace => {
      const [namespace, name] = nameOf(json)
      const status = json['status'] ?? null
      const { lifecycleState, jobState } = statesOf(status)
      const cluster = kind === 'FlinkDeployment' ? name : textAt(objectAt(json, 'spec'), 'deploymentName') ?? ''
      return {
        kind,
        namespace,
        name,
        lifecycleState,
        jobState,
        jobId: textAt(objectAt(status, 'jobStatus'), 'jobId'),
        endpoint: endpoints.get(`${namespace}/${cluster}`) ?? null,
        requested: kind === 'FlinkDeployment' ? requestedResources(json, status) : null,
      }
    })
  )
}

const ended: ReadonlySet<string> = new Set(['FINISHED', 'CANCELED', 'FAILED', 'SUSPENDED'])

/** Is there anybody to ask? One that has ended, or was never started, has nothing to show. */
export const isToAsk = ({ endpoint, jobId, jobState }: JobPlace): boolean =>
  endpoint !== null && jobId !== null && jobState !== null && !ended.has(jobState)

export const jobRow = (place: JobPlace, answer: E.Either<string, JobLoad> | null, now: EpochMillis): JobRow => {
  const load = answer !== null && E.isRight(answer) ? answer.right : null
  return {
    ...place,
    load,
    checkpointAge: load?.checkpoint == null ? null : Math.max(0, now - load.checkpoint.triggeredAt),
    error: answer !== null && E.isLeft(answer) ? answer.left : null,
  }
}
