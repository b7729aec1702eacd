import * as E from 'fp-ts/lib/Either.js'
import type { DeploymentMode } from '../spec/modes.ts'
import type { Phase } from './phase.ts'
import type { StateRow } from './state-row.ts'
import { type RowOf, stateRows } from './table.ts'

/** No such row in that state: nothing is done. */
export interface NoSuchMove {
  readonly _tag: 'NoSuchMove'
  readonly phase: Phase
  readonly mode: DeploymentMode
  readonly row: string
}

/** A move that the table has: from where, by which row, to where. */
export interface Move {
  readonly row: StateRow
  readonly from: Phase
  /** Null: the resource goes. */
  readonly to: Phase | null
}

/**
 * The move that a row of a state makes; the table alone says where it leads. A row of another state does not compile; one of another mode
 * is an error.
 */
export const moveBy = <P extends Phase>(from: P, mode: DeploymentMode, row: RowOf<P>): E.Either<NoSuchMove, Move> =>
  moveNamed(from, mode, row)

/** The same for a name that comes from elsewhere, a recording say. */
export const moveNamed = (from: Phase, mode: DeploymentMode, name: string): E.Either<NoSuchMove, Move> => {
  const row = stateRows.find(each => each.row === name && each.from.includes(from) && each.modes.includes(mode))
  return row === undefined ? E.left({ _tag: 'NoSuchMove', phase: from, mode, row: name })
    : E.right({ row, from, to: row.next === 'Gone' ? null : row.next === 'Same' ? from : row.next })
}
