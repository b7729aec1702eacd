import type { EmitEvent } from '../../contract/action/emit-event.ts'
import type { UpgradeMode } from '../../contract/resource/flink-deployment-spec.ts'
import type { JobLifecycleStatus } from '../../contract/resource/job-lifecycle-status.ts'
import { mintJobIdIn } from '../../contract/resource/mint-id.ts'
import type { OperationPurpose, SubmitOperation } from '../../contract/resource/operation.ts'
import { type Act, act } from '../../contract/round/decision.ts'
import { withJob, withRecord } from '../../contract/round/status-change.ts'
import type { ConfiguredJob, JobRound } from '../job-round.ts'
import { newOperation, withOperation } from '../record/new-operation.ts'
import { recordBeforeDeploy } from '../record/record-updates.ts'
import { describeSource, stateBefore } from '../record/restore-source-of.ts'

interface Start {
  readonly purpose: OperationPurpose
  readonly target: ConfiguredJob
  /** The upgrade mode to record. */
  readonly mode: UpgradeMode
  readonly source: SubmitOperation['source']
  readonly announce: readonly EmitEvent[]
  /** True if the target's spec is to be recorded as the submitted one. False for a new submit of the recorded spec. */
  readonly record: boolean
}

/**
 * Begins to submit a job. One write records target spec, source and job id, with the generation that they belong to (E-11). The first
 * effect follows in a later round, from that record alone (P03). Each attempt has its own job id, whatever it is started from, so that
 * checkpoint directories never collide (E-56).
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
    jobId: mintJobIdIn(desired.meta, base.attempt, env.now),
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
