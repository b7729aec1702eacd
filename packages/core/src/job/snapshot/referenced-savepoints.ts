import type { JobRound, SubmittedJob } from '../job-round.ts'
import type { JobLifecycleStatus } from '../../resource/job-lifecycle-status.ts'
import type { DeploySource } from '../../resource/operation.ts'
import type { JobSpec } from '../../resource/flink-deployment-spec.ts'

const pathOf = (source: DeploySource | null): string | null => (source?._tag === 'Path' ? source.path : null)
/** Of an attempt, before anything of it ran. */
const leftWith = (source: DeploySource): string | null =>
  source._tag === 'Empty' && source.left?._tag === 'Path' ? source.left.path : pathOf(source)

/**
 * Every savepoint that the job may still be started from (P04, B03, D-32): the upgrade savepoint, the last one, the initial ones of all
 * known specs (wanted, deployed, stable), the one that a redeploy under way was asked to start from, and the source of the deployment that
 * is under way or was the last. The marker of last-state is no path and does no harm here.
 */
export const referencedSavepoints = (
  status: JobLifecycleStatus,
  jobs: readonly (Pick<JobSpec, 'initialSavepointPath'> | null)[],
): readonly string[] => {
  const { jobStatus, operation, operatorRecord } = status
  return [
    jobStatus.upgradeSavepointPath,
    jobStatus.savepointInfo.lastSavepoint?.location ?? null,
    ...jobs.map(job => job?.initialSavepointPath ?? null),
    operation?.kind === 'Deploy' || operation?.kind === 'Submit' ? leftWith(operation.source) : null,
    operation?.kind === 'Suspend' ? (operation.redeploy?.path ?? null) : null,
    pathOf(operatorRecord.deployedSource),
  ].flatMap(path => (path === null ? [] : [path]))
}

/**
 * Every savepoint that a pending or later restore may need (P04, D-32): none of them is pruned. Stable specs count also while rollback is
 * off.
 */
export const neededSavepoints = (
  { desired: { wanted, stable }, observed: { status } }: Pick<JobRound, 'desired' | 'observed'>,
  { reconciled, running, stable: recordedStable }: SubmittedJob,
): readonly string[] =>
  referencedSavepoints(status, [wanted?.job ?? null, reconciled.job, running.job, recordedStable?.job ?? null, stable?.job ?? null])
