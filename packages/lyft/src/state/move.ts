import * as E from 'fp-ts/lib/Either.js'
import type { DeploymentMode } from '../spec/modes.ts'
import type { Phase, StateRow } from './state-row.ts'
import { type RowOf, stateRows } from './table.ts'

/** The state has no such row, so the operator does nothing. */
export interface NoSuchMove {
  readonly _tag: 'NoSuchMove'
  readonly phase: Phase
  readonly mode: DeploymentMode
  readonly row: string
}

/** A transition of the table: the state it starts from, its row, and the state it leads to. */
export interface Move {
  readonly row: StateRow
  readonly from: Phase
  /** Null: Kubernetes deletes the resource. */
  readonly to: Phase | null
}

/**
 * The transition that a row makes; only the table decides where it leads. A row of another state does not compile. A row of another mode is
 * an error.
 */
export const moveBy = <P extends Phase>(from: P, mode: DeploymentMode, row: RowOf<P>): E.Either<NoSuchMove, Move> =>
  moveNamed(from, mode, row)

/** As `moveBy`, for a row name that is only known at run time, for example from a recording. */
export const moveNamed = (from: Phase, mode: DeploymentMode, name: string): E.Either<NoSuchMove, Move> => {
  const row = stateRows.find(each => each.id === name && each.from.includes(from) && each.modes.includes(mode))
  return row === undefined ? E.left({ _tag: 'NoSuchMove', phase: from, mode, row: name })
    : E.right({ row, from, to: row.next === 'Gone' ? null : row.next === 'Same' ? from : row.next })
}
