import type { DeployOperation } from '../../resource/operation.ts'
import { stateBefore } from './begin-deploy.ts'
import { act, pollMillis, type Problem } from '../../round/decision.ts'
import type { JobDecision, Round } from '../round.ts'
import { withRecord, withStatus } from '../../round/status-change.ts'

/** The spec was edited, suspended or is being deleted before anything of the attempt was sent: there is nothing to finish. */
export const isOutdated = ({ desired }: Pick<Round, 'desired'>): boolean => desired.attempt === null || desired.attempt.differs

/** The attempt comes to nothing: what it was to start from is what the next one starts from. */
export const again = (
  { observed }: Pick<Round, 'observed'>,
  operation: DeployOperation,
  reason: string,
  problem: Problem | null = null,
): JobDecision =>
  act(withRecord(withStatus(observed.status, { operation: null }), { lastState: stateBefore(operation) }), reason, {
    problem,
    after: problem === null ? 0 : pollMillis,
  })
