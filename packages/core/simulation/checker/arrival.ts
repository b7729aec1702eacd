import { lookAndDecide, resourceOf } from './drive-process.ts'
import { type CheckerState, isDoing, type Process } from './checker-state.ts'
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
  // most states have not, whatever their errors lead to: that costs nothing to see
  const before = isAlone(state) ? null : whyNot(operator, state, () => null)
  if (before !== null) return before
  if (!doAllWait(operator, state)) return 'a round has something to do'
  return whyNot(operator, state, leadsOut)
}

const whyNot = ({ kinds }: Operator, state: CheckerState, leadsOut: LeadsOut): string | null => {
  for (const kind of kinds) {
    const why = kind.whyNotArrived(state.world, (error, owner) => leadsOut(state, error, owner ?? null))
    if (why !== null) return why
  }
  return null
}

const waitingIn = ({ processes }: CheckerState): readonly Process[] => processes.filter(({ kind }) => kind.arrivesWaiting)

/** It was asked already. */
const isAlone = (state: CheckerState): boolean => waitingIn(state).length < 2

const doAllWait = (operator: Operator, state: CheckerState): boolean => {
  const { world } = state
  return isAlone(state) || waitingIn(state).every(process => {
    const resource = resourceOf(process, world)
    const decision = resource === null ? null : lookAndDecide(operator, process.kind, world, resource, noLookFaults, process.failures)
    return resource === null || (decision !== null && waitOf(decision) !== null)
  })
}
