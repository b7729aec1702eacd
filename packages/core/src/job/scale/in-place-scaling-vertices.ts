import type { VertexBounds } from '../../fact/flink-rest.ts'
import type { InPlaceScaling, NativeScaling } from './in-place-scaling-answer.ts'

type Bounds = VertexBounds[string]

const to = (upper: number, { lower }: Bounds): Bounds => ({ lower: Math.min(upper, lower), upper })

/** The bounds that a vertex is to have, or why only an upgrade can give them to it. */
const wantedBounds = (
  { wantedOverrides, deployedOverrides, parallelism }: NativeScaling,
  vertex: string,
  bounds: Bounds,
): Bounds | string => {
  const override = wantedOverrides?.[vertex]
  if (override !== undefined) return to(override, bounds)
  if (deployedOverrides?.[vertex] !== undefined)
    return `the override of vertex ${vertex} was taken away: only a restart gives it its own parallelism again`
  if (parallelism === null || bounds.upper === parallelism.to) return bounds
  // with a job parallelism of 1, one that is meant for the vertex alone (a single writer, a global order) looks the same
  if (parallelism.from <= 1) return "with a job parallelism of 1 it can't be told which vertices follow it"
  return bounds.upper === parallelism.from ? to(parallelism.to, bounds) : `vertex ${vertex} has a parallelism of its own`
}

/**
 * Rows 7 and 8 of control-flow.md, section 4.5: an override sets the upper bound and never raises the lower one (B101); one that was taken
 * away needs an upgrade; other vertices keep theirs. A new job parallelism goes to the vertices that follow it, where all others have an
 * override.
 */
export const verticesToScale = (inputs: NativeScaling, seen: VertexBounds): InPlaceScaling => {
  const wanted = Object.entries(seen).map(([vertex, bounds]) => ({ vertex, bounds, wanted: wantedBounds(inputs, vertex, bounds) }))
  const refused = wanted.map(it => it.wanted).find(it => typeof it === 'string')
  if (refused !== undefined) return { _tag: 'NotPossible', row: '4.5/7', reason: refused }
  const changed = wanted.flatMap(
    it => (typeof it.wanted === 'string' || (it.wanted.upper === it.bounds.upper && it.wanted.lower === it.bounds.lower) ? []
      : [`${it.vertex} ${String(it.bounds.upper)} -> ${String(it.wanted.upper)}`]),
  )
  return changed.length === 0
    ? { _tag: 'Done', row: '4.5/8', reason: 'the job is scaled as it is to be, or on its way there' }
    : {
      _tag: 'ScaleVertices',
      row: '4.5/8',
      reason: `the running job takes it: ${changed.join(', ')}`,
      bounds: Object.fromEntries(wanted.map(it => [it.vertex, typeof it.wanted === 'string' ? it.bounds : it.wanted])),
    }
}
