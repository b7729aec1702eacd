import type { Env } from '@flink-operator/core'
import { byIdentity } from './by-identity.ts'
import type { AnyResource } from '../kind/any-kind.ts'
import type { SimulatedKind } from '../kind/simulated-kind.ts'

/**
 * Remembers the result of `validate`, which is the same for the same resource at any time: computed once for each content that it
 * reads. `validate` reads the spec, the metadata, and those status fields that the kind names. `isHonest` recomputes samples and
 * compares. The worlds hold no secrets.
 */
export interface DesiredMemo {
  readonly of: (resource: AnyResource, env: Env) => unknown
  /** Did every sample since the last call agree with `validate`? */
  readonly isHonest: () => boolean
}

const sampleEvery = 997
const nothing = {}

export const desiredMemo = (
  { rules, validateReads }: Pick<SimulatedKind, 'rules'> & Required<Pick<SimulatedKind, 'validateReads'>>,
): DesiredMemo => {
  const byResource = byIdentity<object, unknown>()
  const byContent = new Map<string, { readonly meta: unknown }>()
  const texts = byIdentity<object, string>()
  let calls = 0
  let honest = true

  const textOf = (part: object): string => {
    const known = texts.get(part)
    if (known !== undefined) return known
    const text = JSON.stringify(part)
    texts.set(part, text)
    return text
  }

  const of = (resource: AnyResource, env: Env): unknown => {
    const known = byResource.get(resource)
    if (known !== undefined) return known
    const { meta } = resource
    const spec = resource.spec as object
    const key = [
      meta.namespace,
      meta.name,
      textOf(spec),
      textOf(meta.annotations),
      textOf(resource.unread ?? nothing),
      meta.generation,
      meta.deletionTimestamp === null,
      meta.finalizers.join(),
      ...validateReads(resource),
    ].join('\n')
    let made = byContent.get(key)
    calls += 1
    if (made === undefined) {
      made = rules.validate(resource, env, []) as { readonly meta: unknown }
      byContent.set(key, made)
    } else if (calls % sampleEvery === 0 && JSON.stringify(rules.validate(resource, env, [])) !== JSON.stringify({ ...made, meta }))
      honest = false
    const desired = { ...made, meta }
    byResource.set(resource, desired)
    return desired
  }
  return {
    of,
    isHonest: () => {
      const wasHonest = honest
      honest = true
      return wasHonest
    },
  }
}
