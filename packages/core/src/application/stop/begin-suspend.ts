import type { Deployed } from '../../cluster/deployed-spec.ts'
import type { EmitEvent } from '../../action/emit-event.ts'
import type { UpgradeAnswer } from '../../job/upgrade/upgrade-answer.ts'
import type { Query } from '../../query/query.ts'
import { beginStop } from '../../job/stop/begin-stop.ts'
import { retentionQuery } from '../../job/stop/stop-request.ts'
import { isTerminal } from '../../resource/job-state.ts'
import type { OperationPurpose } from '../../resource/operation.ts'
import { allClusterObjects, clusterQueries } from '../../cluster/seen/cluster-queries.ts'
import { events } from '../told/events.ts'
import { ownJob } from '../../job/seen/observe-job.ts'
import type { JobDecision, Round } from '../round.ts'

type Available = Extract<UpgradeAnswer, { _tag: 'Available' }>

/** Begins to stop the running job (`job/stop/begin-stop.ts`): with its cluster, where only that ends it. */
export const beginSuspend = (
  round: Round,
  deployed: Deployed,
  answer: Available,
  purpose: OperationPurpose,
  announce: readonly EmitEvent[],
): JobDecision => {
  const { observed: { status, facts }, env } = round
  const { suspend } = answer
  const job = ownJob(status, facts)
  const isAlive = job !== undefined && !isTerminal(job.state) && !isTerminal(status.jobStatus.state)
  return beginStop(round, deployed, answer, purpose, {
    // a step that asks is begun only where the job was seen
    isSeen: true,
    queries: stopQueries(round, suspend),
    step: suspend === 'LAST_STATE' || (suspend === 'STATELESS' && !isAlive) ? 'TearDown' : 'Requested',
    tearDownPatience: env.options.resourceCleanupTimeout,
    events: [...announce, events.suspended],
  })
}

const stopQueries = (round: Round, suspend: Available['suspend']): readonly Query[] => {
  const { deployment, pods } = clusterQueries(round.desired)
  return suspend === 'LAST_STATE' ? allClusterObjects(round.desired)
    : [deployment, pods, ...(suspend === 'CANCEL' ? retentionQuery(round) : [])]
}
