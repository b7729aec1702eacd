import { decidesOnlySample, whyNotScaled } from '../autoscaler/scaling-arrival.ts'
import { lookAndDecide, resourceOf } from './drive-process.ts'
import { type CheckerState, isDoing, type Process } from './checker-state.ts'
import type { Operator } from './operator.ts'
import { waitOf } from './quiet-memo.ts'
import { noLookFaults } from '../world/look-faults.ts'

/**
 * Checks that the remediation which an error names works. Null: every remediation that it names works, and it names at least one;
 * otherwise the text says what is wrong. `owner`: the FlinkSessionJob that has the error; null: a FlinkDeployment has it.
 */
export type LeadsOut = (state: CheckerState, error: string, owner: string | null) => string | null

/**
 * Why not all resources have arrived (P06), i.e. reached the state that their specs ask for; null: they have. Asked only where the
 * operator decided only to wait about one resource; so this function decides about the other resources, too.
 */
export const whyNotArrived = (operator: Operator, state: CheckerState, leadsOut: LeadsOut): string | null => {
  if (isDoing(state) || state.rival !== null) return 'a round is in progress'
  // Cheap check first: most states have not arrived, whatever the remediations of their errors lead to.
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
  return whyNotScaled(state.world)
}

const waitingIn = ({ processes }: CheckerState): readonly Process[] => processes.filter(({ kind }) => kind.arrivesWaiting)

/** True where fewer than two resources wait: the caller has decided about that one already. */
const isAlone = (state: CheckerState): boolean => waitingIn(state).length < 2

const doAllWait = (operator: Operator, state: CheckerState): boolean => {
  const { world } = state
  return isAlone(state) || waitingIn(state).every(process => {
    const resource = resourceOf(process, world)
    const decision = resource === null ? null : lookAndDecide(operator, process.kind, world, resource, noLookFaults, process.failures)
    return resource === null || (decision !== null && (waitOf(decision) !== null || decidesOnlySample(decision)))
  })
}
