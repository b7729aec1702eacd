import { defaultProfile } from './profile.ts'
import { readState, type StoredData } from './state/stored-state.ts'
import type { VertexId } from './topology.ts'

/**
 * The stored parallelism decision for each vertex; for a vertex with a delayed scale-down its target. Null: no decision is stored. Does not
 * parse the window of samples, which is long.
 */
export const wantedParallelism = ({ parallelismOverrides, delayedScaleDown }: StoredData): Readonly<Record<VertexId, number>> | null => {
  const { state } = readState({
    ...(parallelismOverrides === undefined ? {} : { parallelismOverrides }),
    ...(delayedScaleDown === undefined ? {} : { delayedScaleDown }),
  }, defaultProfile)
  const decided = Object.entries(state.parallelismOverrides).map(([id, text]) => [id, Number(text)] as const)
  const waiting = Object.entries(state.delayedScaleDown).flatMap(([id, { recommended: [largest] }]) =>
    largest === undefined ? [] : [[id, largest.parallelism] as const]
  )
  const all = [...decided, ...waiting].filter(([, wanted]) => Number.isInteger(wanted) && wanted > 0)
  return all.length === 0 ? null : Object.fromEntries(all)
}
