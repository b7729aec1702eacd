import { clusterQueries } from '../../../../cluster/observe/cluster-queries.ts'
import { neverStarted } from '../../../../cluster/observe/job-manager-start.ts'
import { withStatus } from '../../../../contract/round/status-change.ts'
import { act } from '../../../../contract/round/decision.ts'
import type { StopHost } from '../../../../job/stop/stop-host.ts'
import { recordClusterGone, withoutTaskManagers } from '../record/status-updates.ts'
import type { ApplicationJob } from '../application-round.ts'
import { isEndedByFlinkAlone } from '../observe/ended-by-flink.ts'
import { looksBeforeStop, stopQueries, firstStep } from './begin-suspend.ts'
import { cancelled, late, tearingDown } from './continue-suspend.ts'
import { beginNeverStarted } from './never-started.ts'

/**
 * The stop callbacks of a job with its own cluster. A JobManager that never started is deleted, guarded by its resourceVersion. A job that
 * keeps running after its savepoint ends with its cluster, before the next cluster is deployed. If the resource is being deleted, its
 * cluster is deleted next.
 */
export const stopping: StopHost<ApplicationJob> = {
  instead: (round, answer, purpose, announce) => (answer.neverStarted ? beginNeverStarted(round, answer, purpose, announce) : null),
  isNeverStarted: round => isEndedByFlinkAlone(round.desired, round.env) && neverStarted(round),
  queries: (round, mode) => stopQueries(round, looksBeforeStop[mode]),
  firstStep,
  cancelling: status => status,
  incarnationQueries: ({ desired }) => {
    const { deployment, pods } = clusterQueries(desired)
    return [deployment, pods]
  },
  isIncarnationSeen: ({ observed: { facts } }) => facts.jobManagerPods?._tag === 'Known',
  late,
  cancelled,
  tearingDown,
  stillEnding: () => null,
  clusterGone: recordClusterGone,
  nothingRuns: (round, status) => withoutTaskManagers(status, round.desired),
  deleting: (
    _round,
    status,
    { kind: _kind, mode: _mode, restoreMode: _restore, step: _step, seenTerminalAt: _seen, redeploy: _redeploy, ...common },
  ) =>
    act(
      withStatus(status, { operation: { kind: 'TearDown', ...common, deleteHaMetadata: true } }),
      'the job is stopped: its cluster is deleted',
    ),
}
