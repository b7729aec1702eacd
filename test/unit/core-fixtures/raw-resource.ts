import { isRight } from 'fp-ts/lib/Either.js'
import type { Action } from '../../../packages/core/src/action/action.ts'
import { decodeFlinkDeployment, encodeStatus } from '../../../packages/core/src/codec/flink-deployment.ts'
import { formatInstant } from '../../../packages/core/src/codec/instant.ts'
import { absent, known } from '../../../packages/core/src/fact/fact.ts'
import type { FlinkDeploymentFacts } from '../../../packages/core/src/fact/flink-deployment-facts.ts'
import { flinkDeploymentKind as kind } from '../../../packages/core/src/flink-deployment/flink-deployment-kind.ts'
import { factOf } from '../../../packages/core/src/query/fact-of.ts'
import type { FlinkDeploymentStatus } from '../../../packages/core/src/resource/flink-deployment-status.ts'
import type { Json, JsonObject } from '../../../packages/core/src/resource/json.ts'
import { environment } from './environment.ts'
import { finalizer, name, namespace, specJson, t0, uid } from './flink-deployment-resource.ts'
import { runningCluster } from './cluster-facts.ts'

/** A FlinkDeployment as the API server has it: JSON, whoever wrote it. */
export interface RawResource {
  readonly metadata: JsonObject
  readonly spec: Json
  readonly status: Json
}

export const rawResource = (status: FlinkDeploymentStatus, spec: Json = specJson()): RawResource => ({
  metadata: { name, namespace, uid, generation: 1, resourceVersion: '1', creationTimestamp: '2023-11-14T22:00:00Z', finalizers: [finalizer], labels: {}, annotations: {} },
  spec, status: encodeStatus(status, null),
})

/** The same with another value at a dotted path. */
export const withValue = (json: Json, path: string, value: Json): Json => {
  const [key = '', ...rest] = path.split('.')
  const object = (json ?? {}) as JsonObject
  return { ...object, [key]: rest.length === 0 ? value : withValue(object[key] ?? {}, rest.join('.'), value) }
}

export const valueAt = (json: Json, path: string): Json => path.split('.').reduce<Json>((inner, key) => (inner as JsonObject | null)?.[key] ?? null, json)

export const deleted = (raw: RawResource, at: number): RawResource => ({ ...raw, metadata: { ...raw.metadata, deletionTimestamp: formatInstant(at) } })

/** One whole round of a resource as it is on the API server: decode, look, decide, and write the status over what was read. */
export const rawRound = (raw: RawResource, world: FlinkDeploymentFacts, now = t0): { readonly actions: readonly Action[]; readonly raw: RawResource } => {
  const decoded = decodeFlinkDeployment({ apiVersion: 'flink.apache.org/v1beta1', kind: 'FlinkDeployment', ...raw })
  if (!isRight(decoded)) throw new Error(JSON.stringify(decoded.left))
  const env = environment(now)
  const { right: resource } = decoded
  const desired = kind.validate(resource, env)
  let facts: FlinkDeploymentFacts = {}
  for (let looks = 0; ; looks += 1) {
    const actions = kind.reconcile(desired, kind.observe(desired, resource, facts, env), env)
    const asked = actions.flatMap(action => (action._tag === 'Look' ? action.queries.map(factOf) : []))
    if (asked.length > 0) {
      if (looks === 4) throw new Error('a fifth look')
      facts = { ...facts, ...Object.fromEntries(asked.map(field => [field, world[field as keyof FlinkDeploymentFacts] ?? absent(now)])) }
      continue
    }
    const status = actions.findLast(action => action._tag === 'PersistStatus')?.status
    return { actions, raw: status === undefined ? raw : { ...raw, status: encodeStatus(status, raw.status) } }
  }
}

/** What becomes of the running cluster by what is done to it. */
const afterwards = (world: FlinkDeploymentFacts, action: Action): FlinkDeploymentFacts => {
  const without = <A extends { readonly uid: string }>(list: readonly A[] | undefined, gone: string | undefined): readonly A[] => (list ?? []).filter(it => it.uid !== gone)
  const configMaps = world.configMaps?._tag === 'Known' ? world.configMaps.value : []
  const services = world.services?._tag === 'Known' ? world.services.value : []
  switch (action._tag) {
    case 'PatchObject':
      return { ...world, jobManagerPods: known([], t0), ...(world.deployment?._tag === 'Known' ? { deployment: known({ ...world.deployment.value, wantedReplicas: 0, availableReplicas: 0 }, t0) } : {}) }
    case 'DeleteObject':
      return action.target.kind === 'Deployment' ? { ...world, deployment: absent(t0) }
        : { ...world, configMaps: known(without(configMaps, action.target.uid), t0), services: known(without(services, action.target.uid), t0) }
    case 'DeleteHaMetadata':
      return { ...world, configMaps: known(configMaps.filter(it => !action.configMaps.some(gone => gone.uid === it.uid)), t0) }
    default:
      return world
  }
}

/** Rounds of a resource over a cluster that runs at first, each when it is due: what was done, how long it took, and what is left. */
export const rawCourse = (first: RawResource, limit = 3_600_000, from = t0, running: FlinkDeploymentFacts = runningCluster()): { readonly raw: RawResource; readonly done: readonly Action[]; readonly took: number; readonly left: FlinkDeploymentFacts } => {
  let [raw, world, now] = [first, running, from]
  const done: Action[] = []
  while (now <= from + limit && !done.some(({ _tag }) => _tag === 'RemoveFinalizer')) {
    const round = rawRound(raw, world, now)
    raw = round.raw
    for (const action of round.actions) world = afterwards(world, action)
    done.push(...round.actions)
    now += Math.max(1_000, round.actions.findLast(action => action._tag === 'Requeue')?.after ?? 0)
  }
  return { raw, done, took: now - from, left: world }
}
