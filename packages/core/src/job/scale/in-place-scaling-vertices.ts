import type { VertexBounds } from '../../contract/fact/flink-rest.ts'
import type { InPlaceScaling, NativeScaling } from './in-place-scaling-answer.ts'

type Bounds = VertexBounds[string]

const to = (upper: number, { lower }: Bounds): Bounds => ({ lower: Math.min(upper, lower), upper })

/** The desired bounds of a vertex, or the reason why only an upgrade can set them. */
const wantedBounds = (
  { wantedOverrides, deployedOverrides, parallelism }: NativeScaling,
  vertex: string,
  bounds: Bounds,
): Bounds | string => {
  const override = wantedOverrides?.[vertex]
  if (override !== undefined) return to(override, bounds)
  if (deployedOverrides?.[vertex] !== undefined)
    return `the override of vertex ${vertex} was removed: only a restart restores the vertex's own parallelism`
  if (parallelism === null || bounds.upper === parallelism.to) return bounds
  // with a job parallelism of 1, a vertex that has 1 for its own reasons (a single writer, a global order) looks the same
  if (parallelism.from <= 1) return "with a job parallelism of 1 the operator can't know which vertices follow it"
  return bounds.upper === parallelism.from ? to(parallelism.to, bounds) : `vertex ${vertex} has a parallelism of its own`
}

/**
 * Rows 7 and 8 of control-flow.md, section 4.5. An override sets the upper bound and never raises the lower one (B101). A removed override
 * needs an upgrade. Other vertices keep their bounds. A new job parallelism applies to the vertices that follow it, if all others have an
 * override.
 */
export const verticesToScale = (inputs: NativeScaling, seen: VertexBounds): InPlaceScaling => {
  const wanted = Object.entries(seen).map(([vertex, bounds]) => ({ vertex, bounds, wanted: wantedBounds(inputs, vertex, bounds) }))
  const refused = wanted.map(it => it.wanted).find(it => typeof it === 'string')
  if (refused !== undefined) return { _tag: 'NotPossible', row: 'in-place/vertex-refused', reason: refused }
  const changed = wanted.flatMap(
    it => (typeof it.wanted === 'string' || (it.wanted.upper === it.bounds.upper && it.wanted.lower === it.bounds.lower) ? []
      : [`${it.vertex} ${String(it.bounds.upper)} -> ${String(it.wanted.upper)}`]),
  )
  return changed.length === 0
    ? { _tag: 'Done', row: 'in-place/vertices', reason: 'the job has the desired parallelism, or is being rescaled to it' }
    : {
      _tag: 'ScaleVertices',
      row: 'in-place/vertices',
      reason: `the running job is rescaled: ${changed.join(', ')}`,
      bounds: Object.fromEntries(wanted.map(it => [it.vertex, typeof it.wanted === 'string' ? it.bounds : it.wanted])),
    }
}
