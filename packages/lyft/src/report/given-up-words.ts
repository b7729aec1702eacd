import type { ApplicationRound } from '../flink-application-round.ts'
import type { FlinkApplicationStatus } from '../status/flink-application-status.ts'

/** Why the last update was given up, whatever the operator has done since. If the spec still is that one, also what the user can do. */
export const givenUpWords = (
  { desired: { hash } }: Pick<ApplicationRound, 'desired'>,
  { failedDeployHash, operatorRecord: { givenUp } }: FlinkApplicationStatus,
): string => {
  const reason = givenUp?.reason ?? 'the update failed'
  return hash === failedDeployHash ? `The operator does not try this spec again: change it, or restartNonce. ${reason}` : reason
}
