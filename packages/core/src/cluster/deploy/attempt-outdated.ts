import { act, pollMillis, type Problem } from '../../contract/round/decision.ts'
import { withRecord, withStatus } from '../../contract/round/status-change.ts'
import type { DeployHooks, DeployDecision, DeployRound } from './deploy-hooks.ts'

/**
 * True if the spec was edited or suspended, or the resource is being deleted, before anything of the attempt was sent. There is nothing to
 * finish then.
 */
export const isOutdated = (
  { desired: { attempt } }: Pick<DeployRound, 'desired'>,
  { isEditHeld }: Pick<DeployHooks, 'isEditHeld'>,
): boolean => attempt === null || (attempt.differs && !isEditHeld)

/** Ends an attempt without result. The next attempt starts from the same state. */
export const again = (
  { observed }: Pick<DeployRound, 'observed'>,
  { stateBefore }: Pick<DeployHooks, 'stateBefore'>,
  reason: string,
  problem: Problem | null = null,
): DeployDecision =>
  act(withRecord(withStatus(observed.status, { operation: null }), { lastState: stateBefore }), reason, {
    problem,
    after: problem === null ? 0 : pollMillis,
  })
