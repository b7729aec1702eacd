import type { DeploymentMode } from '../spec/modes.ts'
import { type Phase, phases } from './phase.ts'
import { rowsOf } from './table.ts'

/** One arrow between two states, with the rows that make it. */
export interface Arrow {
  readonly from: Phase
  /** Null: the resource is gone. */
  readonly to: Phase | null
  readonly rows: readonly string[]
}

/** Rows of every state are left out of the picture: they lead to Deleting from everywhere, or nowhere. */
const isGeneral = (row: string): boolean => row.startsWith('G')

/** The arrows of a mode that lead to another state, in the order of the table. */
export const arrowsOf = (mode: DeploymentMode): readonly Arrow[] =>
  phases.flatMap(from => {
    const moves = rowsOf(from, mode).filter(({ row, next }) => next !== 'Same' && next !== from && !isGeneral(row))
    const targets = [...new Set(moves.map(({ next }) => next))]
    return targets.map(target => ({
      from,
      to: target === 'Gone' || target === 'Same' ? null : target,
      rows: moves.filter(({ next }) => next === target).map(({ row }) => row),
    }))
  })

/** The states that a first arrow leads to, from New on. */
const reached = (arrows: readonly Arrow[]): readonly Phase[] =>
  phases.filter(phase => phase === 'New' || arrows.some(({ to }) => to === phase))

/** A state diagram of a mode, as Mermaid draws it; the documents have it from here. */
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
