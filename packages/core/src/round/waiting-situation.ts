import type { Query } from '../query/query.ts'
import type { Problem } from './decision.ts'

/** Something has to be looked at before it can be said what is to be done. */
export interface NeedsFacts {
  readonly _tag: 'NeedsFacts'
  readonly row: string
  readonly queries: readonly Query[]
  readonly reason: string
}

/** Something is to be done but can't be, now or without a person. `problem`: what a person is told of. */
export interface Blocked {
  readonly _tag: 'Blocked'
  readonly row: string
  readonly waitingFor: string
  readonly problem: Problem | null
  readonly reason: string
  /** Nothing else is begun meanwhile: what is waited for is about to come by itself, and would meet it. */
  readonly holdsUpAll?: true
}

export const needsFacts = (row: string, queries: readonly Query[], reason: string): NeedsFacts => ({
  _tag: 'NeedsFacts',
  row,
  queries,
  reason,
})

export const blocked = (row: string, waitingFor: string, problem: Problem | null): Blocked => ({
  _tag: 'Blocked',
  row,
  waitingFor,
  problem,
  reason: problem?.message ?? waitingFor,
})
