import * as E from 'fp-ts/lib/Either.js'
import { pipe } from 'fp-ts/lib/function.js'
import type { Asked } from '../../../contract/query/ask.ts'
import { restoreByHand } from '../../../job/report/unblocks-job.ts'
import { startOf } from '../../../job/record/last-state-of.ts'
import { type RestoreAnswer, type RestoreFrom, restoreSource } from '../../../job/upgrade/restore-source.ts'
import type { LastState } from '../../../contract/resource/last-state.ts'
import type { SubmitOperation } from '../../../contract/resource/operation.ts'
import type { Round } from '../session-job-round.ts'
import type { ConfiguredSessionJob } from '../work.ts'

/** The state from which a stopped job restarts. A session job has no HA metadata to restore from. */
export const restoreFrom = (
  { desired: { deployed }, observed: { status } }: Pick<Round, 'desired' | 'observed'>,
  target: ConfiguredSessionJob,
  lastState: LastState,
): Asked<RestoreFrom<SubmitOperation['source']>> =>
  pipe(
    restoreSource({
      requested: target.job.upgradeMode,
      lastState,
      haMetadata: E.right('NotAvailable'),
      checkpoint: 'Unknown',
      startedFrom: startOf(status, deployed),
      readsHaMetadata: false,
      leftIn: 'Kubernetes',
    }),
    E.map(restoreBy),
  )

const restoreBy = (answer: RestoreAnswer): RestoreFrom<SubmitOperation['source']> => {
  switch (answer._tag) {
    case 'Empty':
    case 'Path':
      return { _tag: 'From', source: answer }
    case 'LastState':
      return { _tag: 'Wait', reason: 'HA metadata belongs to the cluster', unblockedBy: restoreByHand }
    case 'Wait':
    case 'Blocked':
      return answer
  }
}
