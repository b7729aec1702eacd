import type { EmitEvent } from '../../action/emit-event.ts'
import type { UpgradeMode } from '../../resource/flink-deployment-spec.ts'
import type { JobLifecycleStatus } from '../../resource/job-lifecycle-status.ts'
import { mintJobIdIn } from '../../resource/mint-id.ts'
import type { OperationPurpose, SubmitOperation } from '../../resource/operation.ts'
import { type Act, act } from '../../round/decision.ts'
import { withJob, withRecord } from '../../round/status-change.ts'
import type { ConfiguredJob, JobRound } from '../job-round.ts'
import { newOperation, withOperation } from '../record/new-operation.ts'
import { recordBeforeDeploy } from '../record/record-updates.ts'
import { describeSource, stateBefore } from '../record/restore-source-of.ts'

interface Start {
  readonly purpose: OperationPurpose
  readonly target: ConfiguredJob
  /** The upgrade mode that was used, for the record. */
  readonly mode: UpgradeMode
  readonly source: SubmitOperation['source']
  readonly announce: readonly EmitEvent[]
  /** Is the target's spec to be recorded as the one that is submitted? Not where what is recorded is submitted again. */
  readonly record: boolean
}

/**
 * Begins to submit a job: target spec, source and job id are written down in one write, with the generation that they are of (E-11); the
 * first effect comes in a later round, from that record alone (P03). Each attempt has a job id of its own, whatever it is started from:
 * directories of checkpoints never collide (E-56).
 */
export const beginSubmit = <Status extends JobLifecycleStatus>(
  round: JobRound<Status>,
  { purpose, target, mode, source, announce, record }: Start,
): Act<Status> => {
  const { desired, observed, env } = round
  const base = newOperation(round, purpose, env.options.resourceCleanupTimeout)
  const operation: SubmitOperation = {
    kind: 'Submit',
    ...base,
    jobId: mintJobIdIn(desired.meta.uid, base.attempt, env.now),
    incarnation: null,
    source,
    step: 'Upload',
    sentAt: null,
  }
  const minted = withOperation(observed.status, operation)
  const named = source._tag === 'Path' ? withJob(minted, { upgradeSavepointPath: source.path }) : minted
  const before = withRecord(named, { lastState: stateBefore(operation) })
  const update = {
    desired,
    spec: target.spec,
    job: target.job,
    mode,
    now: env.now,
    ...(purpose === 'SavepointRedeploy' ? { isRedeploy: true as const } : {}),
  }
  return act(
    record ? recordBeforeDeploy(before, update, purpose === 'FirstDeployment') : before,
    `${source.reason}: submit from ${describeSource(source)}`,
    { events: announce },
  )
}
