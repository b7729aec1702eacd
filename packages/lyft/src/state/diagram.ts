import type { DeploymentMode } from '../spec/modes.ts'
import { type Phase, phases } from './state-row.ts'
import { generalRows } from './general-rows.ts'
import { rowsOf } from './table.ts'

/** One arrow of the state diagram, with the rows that make this transition. */
export interface Arrow {
  readonly from: Phase
  /** Null: the resource is deleted. */
  readonly to: Phase | null
  readonly rows: readonly string[]
}

/** General rows are not drawn: they lead to Deleting from every state, or do not change the state. */
const isGeneral = (row: string): boolean => generalRows.some(({ id }) => id === row)

/** The transitions of a mode to another state, in the order of the table. */
export const arrowsOf = (mode: DeploymentMode): readonly Arrow[] =>
  phases.flatMap(from => {
    const moves = rowsOf(from, mode).filter(({ id, next }) => next !== 'Same' && next !== from && !isGeneral(id))
    const targets = [...new Set(moves.map(({ next }) => next))]
    return targets.map(target => ({
      from,
      to: target === 'Gone' || target === 'Same' ? null : target,
      rows: moves.filter(({ next }) => next === target).map(({ id }) => id),
    }))
  })

/** New, and every state that an arrow leads to. */
const reached = (arrows: readonly Arrow[]): readonly Phase[] =>
  phases.filter(phase => phase === 'New' || arrows.some(({ to }) => to === phase))

/** The Mermaid state diagram of a mode, which the generated documentation includes. */
export const stateDiagram = (mode: DeploymentMode): string => {
  const arrows = arrowsOf(mode)
  const states = reached(arrows)
  return [
    'stateDiagram-v2',
    '  [*] --> New',
    ...arrows
      .filter(({ from }) => states.includes(from) || from === 'Deleting')
      .map(({ from, to, rows }) => `  ${from} --> ${to ?? '[*]'}: ${rows.join(' ')}`),
  ].join('\n')
}
