import { continueDeploy as continueDeployOf } from '../../../../cluster/deploy/continue-deploy.ts'
import { again } from '../../../../cluster/deploy/deploy-hooks.ts'
import { contradictedState } from '../../../../contract/resource/last-state.ts'
import {
  type DeployOperation,
  lastStateMarker,
  type OperationPurpose,
  type RestoreSource,
} from '../../../../contract/resource/operation.ts'
import { act } from '../../../../contract/round/decision.ts'
import type { JobDecision, Round, Situation } from '../application-round.ts'
import { withRecord, withStatus, withJob } from '../../../../contract/round/status-change.ts'
import { stateBefore, describeSource } from '../../../../job/record/last-state-of.ts'
import { deployHooks } from './application-deploy-hooks.ts'
import type { Deployed } from '../../../../cluster/deployed-spec.ts'
import { onceSeen } from '../../../../contract/query/ask.ts'
import { needsFacts } from '../../../../contract/round/waiting-situation.ts'
import { haQueries } from '../observe/application-ha-seen.ts'
import { haMetadataFor } from '../upgrade/available-upgrade-mode.ts'
import { stateKeptIn } from '../../../../contract/resource/upgrade-mode.ts'
import type { EmitEvent } from '../../../../contract/action/emit-event.ts'
import type { UpgradeMode } from '../../../../contract/resource/flink-deployment-spec.ts'
import { mintId } from '../../../../contract/resource/mint-id.ts'
import type { ConfiguredSpec } from '../../../../spec/configured-spec.ts'
import { newOperation, withOperation } from '../../../../job/record/new-operation.ts'
import { recordBeforeDeploy } from '../record/status-updates.ts'

/** Continues a deploy in progress: the steps of every cluster, with the checks that protect the state of the job. */
export const continueDeploy = (round: Round, operation: DeployOperation): JobDecision =>
  // a resource that is being deleted waits as long as its create requests may take effect
  operation.jobId === null && round.desired.meta.deletionTimestamp === null ? withoutJobId(round, operation)
    : continueDeployOf(round, operation, deployHooks(round, operation))

/**
 * Another party removed the job id from the attempt, which cannot complete without it. If nothing was sent yet, a new attempt replaces it.
 * Otherwise its job may have run: its last state is unknown, and a user has to decide (P25, P08).
 */
const withoutJobId = (round: Round, operation: DeployOperation): JobDecision => {
  const reason = 'status.operation.jobId is missing from an attempt in progress'
  return operation.step === 'TearDown' && operation.abandonedAt === null
    ? again(round, { stateBefore: stateBefore(operation) }, reason)
    : act(withRecord(withStatus(round.observed.status, { operation: null }), { lastState: contradictedState(reason) }), reason)
}

/**
 * The previous operator did not finish its submit (L3). The operator submits the job again from the same source, or leaves it to the user
 * if that source is unknown.
 */
export const submitAgain = (round: Round, { reconciled }: Deployed, row: string): Situation | null => {
  const { status, facts } = round.observed
  const { upgradeMode } = reconciled.job
  return onceSeen(
    facts,
    haQueries(round),
    queries => needsFacts(row, queries, 'does HA metadata of the job exist?'),
    (): Situation | null => {
      const haMetadata = haMetadataFor(round)
      return haMetadata === 'Unknown' || haMetadata === 'Unreadable'
          || (stateKeptIn[upgradeMode] === 'HaMetadata' && haMetadata !== 'Available') ? null
        : {
          _tag: 'StuckSubmit',
          row,
          mode: upgradeMode,
          reason:
            `the previous operator did not finish its submit, and JobManager ${status.jobManagerDeploymentStatus} never started: the job is submitted again`,
        }
    },
  )
}

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
