import type { Blocked, NeedsFacts } from '../../contract/round/waiting-situation.ts'
import type { JobHost } from '../job-host.ts'
import type { DeployedJob, JobSituation, JobTypes, LifecycleSituation, RecordedJob } from '../job-situation.ts'
import { scalingGivenUp } from '../scale/scale-in-place.ts'
import { snapshotStep } from '../snapshot/next-snapshot-step.ts'
import { failedJob } from './restart-failed.ts'
import { upgradeJob } from './upgrade-job.ts'

/**
 * Handles an edit that needs a restart. While the upgrade is not possible, work that does not depend on it continues. The operator recovers
 * a lost job, because otherwise the edit may never become possible (V02). It also takes a savepoint that the user requests, which may be
 * what unblocks the upgrade (control-flow.md, section 4.4/2a; B33).
 */
export const upgradeOrBeside = <Job extends JobTypes>(
  host: JobHost<Job>,
  round: Job['round'],
  it: RecordedJob<Job>,
): JobSituation<Job> => {
  const upgraded = beside(host, round, it.deployed, upgradeJob(host, round, it))
  const notScaled = scalingGivenUp(host.scaling, round)
  return notScaled === null ? upgraded : { ...upgraded, reason: `${notScaled}: ${upgraded.reason}` }
}

const beside = <Job extends JobTypes>(
  host: JobHost<Job>,
  round: Job['round'],
  deployed: DeployedJob<Job>,
  upgraded: LifecycleSituation<Job>,
): JobSituation<Job> => {
  if (upgraded._tag !== 'Blocked' && upgraded._tag !== 'NeedsFacts') return upgraded
  const step = snapshotStep(round, deployed)
  // queried together, so that the snapshot needs no look of its own
  if (upgraded._tag === 'NeedsFacts')
    return step?._tag === 'Look' ? { ...upgraded, queries: [...upgraded.queries, ...step.queries] } : upgraded
  const recovered = upgraded.holdsUpAll === true ? null : recoveredBeside(host, round, deployed, upgraded)
  if (recovered !== null) return recovered
  if (step === null) return upgraded
  const reason = `${step.reason}, while the upgrade waits: ${upgraded.reason}`
  return { _tag: 'Snapshot', row: `snapshot, ${step.row}, ${upgraded.row}`, step: { ...step, reason }, reason }
}

/**
 * Recovers a job that is lost, failed or unhealthy while an edit waits. The job is started again as recorded, because the edit may wait for
 * just that (control-flow.md, sections 4.4/2a and 4.10; V02). Each recovery keeps the job's state or asks the user. They are evaluated in
 * row order. Null: there is nothing to recover.
 */
export const recoveredBeside = <Job extends JobTypes>(
  host: JobHost<Job>,
  round: Job['round'],
  deployed: DeployedJob<Job>,
  waiting: Pick<Blocked, 'problem' | 'reason'>,
): JobSituation<Job> | null => {
  for (const recovery of [...host.recoveries.first, () => failedJob(host, round, deployed), host.lost, ...host.recoveries.last]) {
    const situation = recovery(round, deployed)
    if (situation === null) continue
    // the recovery waits too: report the one that tells the user what to do
    if (isWaiting(situation))
      return situation._tag === 'NeedsFacts' || (waiting.problem === null && situation.problem !== null) ? situation : null
    return { ...situation, reason: `${situation.reason}, while the edit waits: ${waiting.reason}` }
  }
  return null
}

const isWaiting = (situation: { readonly _tag: string }): situation is Blocked | NeedsFacts =>
  situation._tag === 'Blocked' || situation._tag === 'NeedsFacts'
