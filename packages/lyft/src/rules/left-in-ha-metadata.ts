import { stateOfRunningJob } from '@flink-operator/core/resource'
import { moved, type Rule, warning } from '../outcome.ts'
import { leftInHaMetadata, leftInHaMetadataWords } from '../observe/last-checkpoint.ts'
import { failed, withLastState } from '../status-transitions.ts'

/**
 * The old job has no JobManager, and did not end: whichever JobManager of its hash starts next runs it again (docs/adr/0043). The update
 * fails before anything else is started.
 */
export const failsBesideHaMetadata: Rule = {
  holds: round => leftInHaMetadata(round) !== null,
  does: round => {
    const left = leftInHaMetadata(round)
    const reason = left === null ? '' : leftInHaMetadataWords(left)
    return moved(withLastState(failed(round, reason), stateOfRunningJob), { events: [warning('DeployFailed', reason)] })
  },
}
