import type { EmitEvent } from '../../../../contract/action/emit-event.ts'
import type { UpgradeMode } from '../../../../contract/resource/flink-deployment-spec.ts'
import { mintId } from '../../../../contract/resource/mint-id.ts'
import {
  type DeployOperation,
  lastStateMarker,
  type OperationPurpose,
  type RestoreSource,
} from '../../../../contract/resource/operation.ts'
import type { ConfiguredSpec } from '../../../../spec/configured-spec.ts'
import { act } from '../../../../contract/round/decision.ts'
import { describeSource, stateBefore } from '../../../../job/record/restore-source-of.ts'
import { newOperation, withOperation } from '../../../../job/record/new-operation.ts'
import type { JobDecision, Round } from '../application-round.ts'
import { withJob, withRecord } from '../../../../contract/round/status-change.ts'
import { recordBeforeDeploy } from '../record/status-updates.ts'

interface Start {
  readonly purpose: OperationPurpose
  readonly target: ConfiguredSpec
  /** The upgrade mode that was used, for the record. */
  readonly mode: UpgradeMode
  readonly source: RestoreSource
  readonly announce: readonly EmitEvent[]
  /** Should the spec of the target be recorded as the deployed one? Not if the recorded spec is deployed again. */
  readonly record: boolean
  /** True if the job keeps its id, whatever state it starts from. */
  readonly keepsJob?: true
}

/**
 * Begins the deploy of a job cluster. This round only records the target spec, the restore source, the job id and the attempt; a later
 * round performs the first effect from that record alone (P03). The job keeps its id only if it restores from its own HA metadata (B12).
 */
export const beginDeploy = (round: Round, { purpose, target, mode, source, announce, record, keepsJob }: Start): JobDecision => {
  const { desired, observed, env } = round
  const base = newOperation(round, purpose, env.options.resourceCleanupTimeout)
  const fixedId = target.effective.configuration['$internal.pipeline.job-id']
  const jobId = (source._tag === 'LastState' || keepsJob === true) && base.jobId !== null ? base.jobId
    : (fixedId ?? mintId('job', desired.meta.uid, base.attempt, env.now))
  const operation: DeployOperation = { kind: 'Deploy', ...base, deployId: base.id, jobId, source, step: 'TearDown', abandonedAt: null }
  const minted = withOperation(observed.status, operation)
  const named = source._tag === 'Path' ? withJob(minted, { upgradeSavepointPath: source.path })
    : source._tag === 'LastState' && source.restorePath === lastStateMarker ? withJob(minted, { upgradeSavepointPath: lastStateMarker })
    : minted
  const update = {
    desired,
    spec: target.spec,
    job: target.job,
    mode,
    now: env.now,
    ...(purpose === 'SavepointRedeploy' ? { isRedeploy: true as const } : {}),
  }
  const isFirst = purpose === 'FirstDeployment'
  const before = withRecord(named, { lastState: stateBefore(operation) })
  return act(record ? recordBeforeDeploy(before, update, isFirst) : before, `${source.reason}: deploy from ${describeSource(source)}`, {
    events: announce,
    ...(isFirst ? { chains: 'Looking' } : source._tag === 'Empty' ? { chains: 'IfSeen' } : {}),
  })
}
