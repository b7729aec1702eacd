import type { Query } from '@flink-operator/core/query'
import type { Rule } from './outcome.ts'
import type { StateRow } from './state/state-row.ts'

/** The situation of an application: facts are missing, a row of the table applies, or none does. */
export type Situation =
  | { readonly _tag: 'NeedsFacts'; readonly queries: readonly Query[]; readonly reason: string }
  | { readonly _tag: 'Row'; readonly row: StateRow; readonly rule: Rule; readonly reason: string }
  /** `status.phase` names no state (G1), or no row of the state holds: the operator does nothing. */
  | { readonly _tag: 'NoMove'; readonly reason: string }
