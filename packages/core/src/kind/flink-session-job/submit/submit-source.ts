import { startOf } from '../../../job/record/last-state-of.ts'
import { type RestoreFrom, restoreSource } from '../../../job/upgrade/restore-source.ts'
import type { LastState } from '../../../resource/last-state.ts'
import type { SubmitOperation } from '../../../resource/operation.ts'
import type { Round } from '../session-job-round.ts'
import type { ConfiguredSessionJob } from '../work.ts'

/** Where a job that is stopped goes on from. A session job has no HA metadata of its own to go on from. */
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
      return { _tag: 'Wait', reason: 'HA metadata is of the cluster' }
    case 'LookFirst':
      return { _tag: 'Wait', reason: answer.reason }
    case 'Wait':
    case 'Blocked':
      return answer
  }
}
