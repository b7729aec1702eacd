import type { RunJar } from '../../contract/action/run-jar.ts'
import type { FlinkConfiguration } from '../../flink/configuration/flink-defaults.ts'
import { isOperatorKey } from '../../flink/configuration/alias-table.ts'
import type { RestEndpoint } from '../../contract/query/query.ts'
import type { SubmitOperation, OperationPurpose } from '../../contract/resource/operation.ts'
import type { ConfiguredJob, JobRound } from '../job-round.ts'
import type { EmitEvent } from '../../contract/action/emit-event.ts'
import type { UpgradeMode } from '../../contract/resource/flink-deployment-spec.ts'
import type { JobLifecycleStatus } from '../../contract/resource/job-status.ts'
import { mintJobIdIn } from '../../contract/resource/mint-id.ts'
import { type Act, act } from '../../contract/round/decision.ts'
import { withJob, withRecord } from '../../contract/round/status-change.ts'
import { newOperation, withOperation } from '../record/new-operation.ts'
import { recordBeforeDeploy } from '../record/record-updates.ts'
import { describeSource, stateBefore } from '../record/last-state-of.ts'

/** The file name under which the jar of an attempt is uploaded and found again. */
export const jarNameOf = ({ id }: Pick<SubmitOperation, 'id'>): string => `${id}.jar`

/** True unless the request sets the key itself, or the key belongs to the operator. */
const isForJob = (key: string): boolean => !isOperatorKey(key) && key !== '$internal.pipeline.job-id' && !restorePaths.includes(key)

const restorePaths: readonly string[] = ['execution.savepoint.path', 'execution.state-recovery.path']

const configurationOf = ({ effective: { configuration } }: ConfiguredJob): FlinkConfiguration =>
  Object.fromEntries(Object.entries(configuration).filter(([key]) => isForJob(key)))

/** The request that runs the job (session-snapshot-bluegreen.md, section 2.5/5). */
export const runRequest = (
  endpoint: RestEndpoint,
  jarId: string,
  { job, source }: { readonly job: ConfiguredJob; readonly source: SubmitOperation['source'] },
  jobId: string,
): RunJar => ({
  _tag: 'RunJar',
  endpoint,
  jarId,
  jobId,
  entryClass: job.job.entryClass,
  args: job.job.args,
  parallelism: job.job.parallelism > 0 ? job.job.parallelism : null,
  savepointPath: source._tag === 'Path' ? source.path : null,
  allowNonRestoredState: job.job.allowNonRestoredState ?? false,
  configuration: configurationOf(job),
  flinkVersion: job.flinkVersion ?? 'v1_20',
})

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
