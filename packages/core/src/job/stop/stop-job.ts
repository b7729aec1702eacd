import type { EmitEvent } from '../../contract/action/emit-event.ts'
import type { OperationPurpose } from '../../contract/resource/operation.ts'
import { jobEndsBy } from '../../contract/resource/suspend-mode.ts'
import type { Decision } from '../../contract/round/decision.ts'
import type { JobHost } from '../job-host.ts'
import type { DeployedJob, JobTypes, RoundOf } from '../job-situation.ts'
import type { UpgradeAnswer } from '../upgrade/upgrade-answer.ts'
import { beginStop } from './begin-stop.ts'
import { finishStop, stopOf } from './finish-stop.ts'
import { ended } from './stop-host.ts'

/** Begins to stop the job as `answer` says. If no job runs, it only records the job as suspended. */
export const stopJob = <Job extends JobTypes>(
  host: JobHost<Job>,
  round: RoundOf<Job>,
  deployed: DeployedJob<Job>,
  answer: Extract<UpgradeAnswer, { readonly _tag: 'Available' }>,
  purpose: OperationPurpose,
  announce: readonly EmitEvent[],
): Decision<Job['status']> => {
  const instead = host.stopping.instead(round, answer, purpose, announce)
  if (instead !== null) return instead
  if (jobEndsBy[answer.suspend] !== 'NothingRuns') return beginStop(host, round, deployed, answer, purpose, announce)
  const done = finishStop(host, round, ended(stopOf(round, purpose, answer), { _tag: 'Recorded' }))
  return done._tag === 'Look' ? done : { ...done, events: [...announce, ...done.events], reason: answer.reason }
}
