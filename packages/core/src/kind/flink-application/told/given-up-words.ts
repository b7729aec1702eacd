import type { ApplicationRound } from '../flink-application-round.ts'
import type { FlinkApplicationStatus } from '../status/flink-application-status.ts'

/** Why the last update was given up, whatever else is done since; where the spec is still that one, with what helps. */
export const givenUpWords = (
  { desired: { hash } }: Pick<ApplicationRound, 'desired'>,
  { failedDeployHash, operatorRecord: { givenUp } }: FlinkApplicationStatus,
): string => {
  const reason = givenUp?.reason ?? 'the update failed'
  return hash === failedDeployHash ? `The spec is not tried again: change it, or restartNonce. ${reason}` : reason
}
