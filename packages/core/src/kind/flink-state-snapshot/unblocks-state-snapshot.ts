import { cluster, operator, person, type UnblockedBy } from '../../contract/round/unblocked-by.ts'
import type { Situation } from './state-snapshot-situation.ts'

const nextRound = operator('the operator continues in its next round')

/** What ends the wait in each situation that does not say it itself. */
const bySituation: { readonly [Tag in Exclude<Situation, { readonly unblockedBy: UnblockedBy }>['_tag']]: UnblockedBy } = {
  NeedsFacts: cluster('Kubernetes and Flink answer the queries of the operator'),
  NotYetOurs: nextRound,
  Unreadable: person(
    'run the version of the operator that wrote the status, or repair it (kubectl edit --subresource=status), or delete the resource',
  ),
  ExistsAlready: nextRound,
  RetryLater: operator('the operator retries at the time of the next attempt'),
  JobEnded: nextRound,
  Impossible: person('supply what the reason says is missing'),
  TriggerDue: nextRound,
  SendAgain: nextRound,
  UnderWay: cluster('Flink completes the snapshot or reports that it failed'),
  Releasable: nextRound,
  DisposalDue: nextRound,
}

/** What has to happen for a snapshot in this situation to continue, and who can make it happen. */
export const unblockedBy = (situation: Situation): UnblockedBy =>
  'unblockedBy' in situation ? situation.unblockedBy : bySituation[situation._tag]
