import { restoreByHand } from '../../../job/report/unblocks-job.ts'
import { startOf } from '../../../job/record/last-state-of.ts'
import { type RestoreFrom, restoreSource } from '../../../job/upgrade/restore-source.ts'
import type { LastState } from '../../../contract/resource/last-state.ts'
import type { SubmitOperation } from '../../../contract/resource/operation.ts'
import type { Round } from '../session-job-round.ts'
import type { ConfiguredSessionJob } from '../work.ts'

/** The state from which a stopped job restarts. A session job has no HA metadata to restore from. */
export const restoreFrom = (
  { desired: { deployed }, observed: { status } }: Pick<Round, 'desired' | 'observed'>,
  target: ConfiguredSessionJob,
  lastState: LastState,
): RestoreFrom<SubmitOperation['source']> => {
  const answer = restoreSource({
    requested: target.job.upgradeMode,
    lastState,
    haMetadata: 'NotAvailable',
    checkpoint: 'Unknown',
    startedFrom: startOf(status, deployed),
    readsHaMetadata: false,
    leftIn: 'Kubernetes',
  })
  switch (answer._tag) {
    case 'Empty':
    case 'Path':
      return { _tag: 'From', source: answer }
    case 'LastState':
      return { _tag: 'Wait', reason: 'HA metadata belongs to the cluster', unblockedBy: restoreByHand }
    case 'LookFirst':
      return { _tag: 'Wait', reason: answer.reason, unblockedBy: restoreByHand }
    case 'Wait':
    case 'Blocked':
      return answer
  }
}
