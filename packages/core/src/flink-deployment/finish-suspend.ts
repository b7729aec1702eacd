import { isTerminal } from '../resource/job-state.ts'
import type { SuspendOperation } from '../resource/operation.ts'
import { act, type Decision } from './decision.ts'
import type { Round } from './round.ts'
import { withJob, withReconciliation, withRecord, withStatus } from './status-change.ts'
import { withUpgradeSavepoint } from './snapshot-upgrade.ts'
import { recordBeforeDeploy, recordClusterGone, recordRollingBack, recordSuspended } from './status-updates.ts'

/** What was found to go on from. `Recorded`: the path in the status, read from the terminal job. */
export type SuspendedState =
  | { readonly _tag: 'Path'; readonly path: string }
  | { readonly _tag: 'Recorded' }
  | { readonly _tag: 'HaMetadata' }
  | { readonly _tag: 'None' }

/**
 * The job is stopped: what was seen and could not be seen again is written before any further effect (B68), together with the mode that was
 * used (B09) and the newest spec. Whether it is restored next depends on what is wanted by then (B31, D-02, D-03).
 */
export const finishSuspend = (round: Round, operation: SuspendOperation, state: SuspendedState): Decision =>
  state._tag === 'Path' ? withUpgradeSavepoint(round, operation, state.path, finished(round, operation, state)) : finished(round, operation, state)

const finished = (round: Round, operation: SuspendOperation, state: SuspendedState): Decision => {
  const { desired, observed, env } = round
  const ended = operation.step === 'TearDown' ? recordClusterGone(observed.status) : withJob(observed.status, { state: isTerminal(observed.status.jobStatus.state) ? observed.status.jobStatus.state : 'FINISHED' })
  const remembered = withRecord(
    state._tag === 'Path' ? withJob(ended, { upgradeSavepointPath: state.path }) : ended,
    {
      terminalSince: observed.status.operatorRecord.terminalSince ?? env.now,
      lastStateDefinite: state._tag === 'Path' || state._tag === 'Recorded' || state._tag === 'None',
      jobMissedSince: null, runningSince: null,
    },
  )
  if (operation.purpose === 'Deletion')
    return act(withStatus(remembered, { operation: { kind: 'TearDown', ...common(operation), deleteHaMetadata: true } }), 'the job is stopped: its cluster goes')
  const cleared = withStatus(remembered, { operation: null })
  if (operation.purpose === 'Rollback' && desired.diff.type === 'IGNORE') return act(recordRollingBack(cleared, desired, operation.restoreMode), `the job is stopped (${operation.mode}); the last stable spec is put back next`)
  if (desired.wanted === null) return act(cleared, 'the job is stopped')
  const { spec, job } = desired.wanted
  const update = { desired, spec, job, mode: operation.restoreMode, now: env.now }
  return job.state === 'suspended'
    ? act(recordSuspended(cleared, update), `the job is suspended (${operation.mode})`)
    : act(withReconciliation(recordBeforeDeploy(cleared, update, false), { state: 'UPGRADING' }), `the job is stopped (${operation.mode}); it is restored next`)
}

const common = ({ id, attempt, mintedAt, targetGeneration, purpose, jobId, incarnation, giveUpAt }: SuspendOperation) =>
  ({ id, attempt, mintedAt, targetGeneration, purpose, jobId, incarnation, giveUpAt })
