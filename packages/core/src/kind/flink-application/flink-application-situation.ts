import type { Query } from '../../query/query.ts'
import type { Rule } from './outcome.ts'
import type { StateRow } from './state/state-row.ts'

/** What an application calls for: a look, the row of the table that answered, or that none did. */
export type Situation =
  | { readonly _tag: 'NeedsFacts'; readonly queries: readonly Query[]; readonly reason: string }
  | { readonly _tag: 'Row'; readonly row: StateRow; readonly rule: Rule; readonly reason: string }
  /** The word of the status names no state (G1), or no row of the state holds: nothing is done. */
  | { readonly _tag: 'NoMove'; readonly reason: string }
