import { act, pollMillis, type Problem } from '../../round/decision.ts'
import { withRecord, withStatus } from '../../round/status-change.ts'
import type { DeployCourse, DeployDecision, DeployRound } from './deploy-course.ts'

/** The spec was edited, suspended or is being deleted before anything of the attempt was sent: there is nothing to finish. */
export const isOutdated = (
  { desired: { attempt } }: Pick<DeployRound, 'desired'>,
  { isEditHeld }: Pick<DeployCourse, 'isEditHeld'>,
): boolean => attempt === null || (attempt.differs && !isEditHeld)

/** The attempt comes to nothing: what it was to start from is what the next one starts from. */
export const again = (
  { observed }: Pick<DeployRound, 'observed'>,
  { stateBefore }: Pick<DeployCourse, 'stateBefore'>,
  reason: string,
  problem: Problem | null = null,
): DeployDecision =>
  act(withRecord(withStatus(observed.status, { operation: null }), { lastState: stateBefore }), reason, {
    problem,
    after: problem === null ? 0 : pollMillis,
  })
