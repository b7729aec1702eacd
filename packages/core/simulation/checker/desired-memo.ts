import type { Env } from '../../src/env.ts'
import { byIdentity } from './by-identity.ts'
import type { AnyKind } from './operator.ts'
import type { FlinkDeploymentResource } from '../world/world.ts'

/**
 * `validate` of the same resource gives the same, whatever the time: it is worked out once for each content that it reads. `validate` reads the spec,
 * the metadata, and of the status the records of what was deployed and the kind of operation. `isHonest` compares now and then.
 */
export interface DesiredMemo {
  readonly of: (resource: FlinkDeploymentResource, env: Env) => unknown
  /** Did every sample agree with `validate` itself? */
  readonly isHonest: () => boolean
}

const sampleEvery = 997

export const desiredMemo = (kind: AnyKind): DesiredMemo => {
  const byResource = byIdentity<object, unknown>()
  const byContent = new Map<string, { readonly meta: unknown }>()
  const specs = byIdentity<object, string>()
  let calls = 0
  let honest = true

  const specText = (spec: object): string => {
    const known = specs.get(spec)
    if (known !== undefined) return known
    const text = JSON.stringify(spec)
    specs.set(spec, text)
    return text
  }

  const of = (resource: FlinkDeploymentResource, env: Env): unknown => {
    const known = byResource.get(resource)
    if (known !== undefined) return known
    const { meta, spec, status } = resource
    const { operation, reconciliationStatus: record } = status
    const key = [
      specText(spec), meta.generation, meta.deletionTimestamp === null, meta.finalizers.join(), record.lastReconciledSpec, record.lastStableSpec, record.state,
      status.observedGeneration, operation?.kind, operation?.purpose, operation?.targetGeneration, operation?.kind === 'Unreadable' ? operation.error.path : '',
    ].join('\n')
    let made = byContent.get(key)
    calls += 1
    if (made === undefined) {
      made = kind.validate(resource, env) as { readonly meta: unknown }
      byContent.set(key, made)
    } else if (calls % sampleEvery === 0 && JSON.stringify(kind.validate(resource, env)) !== JSON.stringify({ ...made, meta })) honest = false
    const desired = { ...made, meta }
    byResource.set(resource, desired)
    return desired
  }
  return { of, isHonest: () => honest }
}
