import { lookAndDecide, resourceOf } from './drive-process.ts'
import { type CheckerState, isDoing } from './checker-state.ts'
import type { Operator } from './operator.ts'
import { waitOf } from './quiet-memo.ts'
import { noLookFaults } from '../world/look-faults.ts'

/**
 * Does what an error tells to do lead out? Null: all that it names does, and it names something; else what is wrong with it. `owner`: the
 * FlinkSessionJob whose error it is; null: a FlinkDeployment's.
 */
export type LeadsOut = (state: CheckerState, error: string, owner: string | null) => string | null

/**
 * Why not all resources have arrived (P06); null: they have. Asked only where the operator decides nothing but to wait about one of them:
 * so it does about the others, too.
 */
export const whyNotArrived = (operator: Operator, state: CheckerState, leadsOut: LeadsOut): string | null => {
  if (isDoing(state) || state.rival !== null) return 'a round is under way'
  if (!doAllWait(operator, state)) return 'a round has something to do'
  for (const kind of operator.kinds) {
    const why = kind.whyNotArrived(state.world, (error, owner) => leadsOut(state, error, owner ?? null))
    if (why !== null) return why
  }
  return null
}

/** One alone was asked already. */
const doAllWait = (operator: Operator, { world, processes }: CheckerState): boolean => {
  const waiting = processes.filter(({ kind }) => kind.arrivesWaiting)
  return waiting.length < 2 || waiting.every(process => {
    const resource = resourceOf(process, world)
    const decision = resource === null ? null : lookAndDecide(operator, process.kind, world, resource, noLookFaults, process.failures)
    return resource === null || (decision !== null && waitOf(decision) !== null)
  })
}
