import type { JobRound, SubmittedJob } from '../job-round.ts'
import type { JobLifecycleStatus } from '../../contract/resource/job-lifecycle-status.ts'
import type { DeploySource } from '../../contract/resource/operation.ts'
import type { JobSpec } from '../../contract/resource/flink-deployment-spec.ts'

const pathOf = (source: DeploySource | null): string | null => (source?._tag === 'Path' ? source.path : null)
/** The path from which the operation in progress starts. A stateless start keeps the last state of the job in `left` until a job ran. */
const leftWith = (source: DeploySource): string | null =>
  source._tag === 'Empty' && source.left?._tag === 'Path' ? source.left.path : pathOf(source)

/**
 * Every savepoint from which the job may still start (P04, B03, D-32): the upgrade savepoint, the last savepoint, the initial savepoints
 * of the given specs, the savepoint of a redeploy in progress, the source of the deployment in progress and of the last one, and the state
 * from which a stopped job continues. The last-state marker is no path and does no harm here. The savepoint history is left out, because no
 * job starts from it: otherwise two resources with the same entry would keep it for each other.
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
    operatorRecord.lastState._tag === 'Path' ? operatorRecord.lastState.path : null,
  ].flatMap(path => (path === null ? [] : [path]))
}

/**
 * Every savepoint that a pending or later restore may need (P04, D-32): the operator prunes none of them. The initial savepoints of stable
 * specs count even while rollback is disabled.
 */
export const neededSavepoints = (
  { desired: { wanted, stable }, observed: { status } }: Pick<JobRound, 'desired' | 'observed'>,
  { reconciled, running, stable: recordedStable }: SubmittedJob,
): readonly string[] =>
  referencedSavepoints(status, [wanted?.job ?? null, reconciled.job, running.job, recordedStable?.job ?? null, stable?.job ?? null])
