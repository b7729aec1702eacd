import type { Blocked, NeedsFacts } from '../../round/waiting-situation.ts'
import type { JobHost } from '../job-host.ts'
import { rowIds } from '../job-row.ts'
import type { DeployedJob, JobSituation, JobTypes, LifecycleSituation, RecordedJob } from '../job-situation.ts'
import { scalingGivenUp } from '../scale/scale-in-place.ts'
import { snapshotStep } from '../snapshot/next-snapshot-step.ts'
import { failedJob } from './restart-failed.ts'
import { upgradeJob } from './upgrade-job.ts'

/**
 * An edit that can't be done in place. What does not depend on an upgrade that is not possible now goes on beside it: what was started is
 * brought back where it is lost, for without it the edit may never be possible (V02); and the savepoint that a person asks for may be what
 * helps (control-flow.md, section 4.4/2a; B33).
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
  // asked together, so that the snapshot costs no look of its own
  if (upgraded._tag === 'NeedsFacts')
    return step?._tag === 'Look' ? { ...upgraded, queries: [...upgraded.queries, ...step.queries] } : upgraded
  const recovered = upgraded.holdsUpAll === true ? null : recoveredBeside(host, round, deployed, upgraded)
  if (recovered !== null) return recovered
  if (step === null) return upgraded
  const reason = `${step.reason}, while the upgrade waits: ${upgraded.reason}`
  return { _tag: 'Snapshot', row: `${rowIds.snapshot[host.ids]} ${step.row} ${upgraded.row}`, step: { ...step, reason }, reason }
}

/**
 * An edit waits, and what was started is lost, has failed or is unhealthy. It is brought back as it is recorded: the edit may wait for just
 * that (control-flow.md, sections 4.4/2a and 4.10; V02). Each way keeps the state of the job, or asks a person. They are asked in the order
 * of their rows. Null: there is nothing to bring back.
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
    // it waits as well: of the two, people are told the one that says what they can do
    if (isWaiting(situation))
      return situation._tag === 'NeedsFacts' || (waiting.problem === null && situation.problem !== null) ? situation : null
    return { ...situation, reason: `${situation.reason}, while the edit waits: ${waiting.reason}` }
  }
  return null
}

const isWaiting = (situation: { readonly _tag: string }): situation is Blocked | NeedsFacts =>
  situation._tag === 'Blocked' || situation._tag === 'NeedsFacts'
