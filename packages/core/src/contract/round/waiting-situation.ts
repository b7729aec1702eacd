import type { EmitEvent } from '../action/emit-event.ts'
import { event, type Problem } from './decision.ts'
import { cutMessage } from '../resource/json.ts'
import type { Query } from '../query/query.ts'
import type { UnblockedBy } from './unblocked-by.ts'

/** Event: Kubernetes or Flink denies the operator a request that a resource needs. `words`: the server's text without secrets. */
export const missingRightEvent = (words: string): EmitEvent => {
  const message = cutMessage(`The operator may not do what this resource needs: ${words}`)
  return event('Warning', 'Operator', 'MissingRight', message, message, 'Once')
}

/** Event: the REST Service of a resource's cluster routes to pods other than its JobManager. `words` name the Service and the cause. */
export const foreignServiceEvent = (words: string): EmitEvent => {
  const message = cutMessage(words)
  return event('Warning', 'Operator', 'ForeignService', message, message, 'Once')
}

/** The decision needs more facts. */
export interface NeedsFacts {
  readonly _tag: 'NeedsFacts'
  readonly row: string
  readonly queries: readonly Query[]
  readonly reason: string
}

/** The operator has something to do but can't, either now or without a user. `problem`: what it reports to the user. */
export interface Blocked {
  readonly _tag: 'Blocked'
  readonly row: string
  readonly waitingFor: string
  /** Who ends the wait, and by what. */
  readonly unblockedBy: UnblockedBy
  readonly problem: Problem | null
  readonly reason: string
  /** The operator begins nothing else meanwhile: the awaited event is about to happen and would collide with it. */
  readonly holdsUpAll?: true
}

export const needsFacts = (row: string, queries: readonly Query[], reason: string): NeedsFacts => ({
  _tag: 'NeedsFacts',
  row,
  queries,
  reason,
})

export const blocked = (row: string, waitingFor: string, unblockedBy: UnblockedBy, problem: Problem | null = null): Blocked => ({
  _tag: 'Blocked',
  row,
  waitingFor,
  unblockedBy,
  problem,
  reason: problem?.message ?? waitingFor,
})
