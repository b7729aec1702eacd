import { upgradeProblem } from '../../../job/told/upgrade-problem.ts'
import type { JobOverview } from '../../../fact/flink-rest.ts'
import { lastStateOf } from '../../../job/record/last-state-of.ts'
import { isAnswered, isNewResource } from '../../../job/record/lost-record.ts'
import { broughtBack, heldByHa, toBeSeen } from '../seen/job-absence.ts'
import { readyCluster, type Round } from '../session-job-round.ts'
import type { SessionJob, Situation } from '../session-job-situation.ts'
import type { UnrecordedHost } from '../../../job/job-host.ts'
import { recordLost, toldState } from '../../../job/unrecorded-table.ts'
import { isTerminal } from '../../../resource/job-state.ts'
import { isStateless } from '../../../resource/upgrade-mode.ts'
import { isJobIdOf } from '../../../resource/mint-id.ts'
import { aliveOwn } from '../recovery/stray-job.ts'
import { blocked, needsFacts } from '../../../round/waiting-situation.ts'

/** A JobManager that was elected again lists nothing until it has recovered its jobs (P14). Null: nothing tells that it has this one. */
const heldWithoutRecord = (round: Round): Situation | null => {
  const cluster = readyCluster(round)
  if (cluster === null) return null
  const held = heldByHa(round, cluster, null)
  switch (held._tag) {
    case 'Look':
      return needsFacts('Q13', held.queries, 'does HA metadata bring a job of the resource back?')
    case 'Unseen':
      return blocked('Q13', toBeSeen, null)
    case 'Held':
      return blocked(
        'Q13',
        broughtBack,
        upgradeProblem(
          'RestoreFailed',
          `status.reconciliationStatus.lastReconciledSpec is missing, and HA metadata of the session cluster holds a job of this resource, which its JobManager does not list: it may bring it back, and nothing is started beside it. Put the status back; or wait for the job, which is then told of. Where it has ended, delete ${
            held.entries.map(({ where }) => where).join(' and ')
          }`,
        ),
      )
    case 'OutOfSight':
    case 'NotHeld':
      return null
  }
}

/** A job of the resource is alive, of which nothing is recorded (row Q13). A nonce that is set from then on is an answer. */
const jobWithoutRecord = (
  { desired: { spec: { job }, deployed }, observed: { status } }: Round,
  { jobId }: Pick<JobOverview, 'jobId'>,
): Situation => {
  const state = lastStateOf(status, deployed)
  const found = `status.reconciliationStatus.lastReconciledSpec is missing, and job ${jobId} of this resource is alive`
  return {
    _tag: 'RecordLost',
    row: 'Q13',
    found,
    toldNonce: state._tag === 'Unknown' && state.why === 'Contradicted' ? state.toldNonce : (job?.savepointRedeployNonce ?? null),
    reason: 'nothing is recorded as submitted, and a job of the resource is alive',
    problem: upgradeProblem('RestoreFailed', `${found}. ${stopItFirst(jobId)}`),
  }
}

/** What a person can do where the record is older than what runs. */
export const stopItFirst = (jobId: string): string =>
  `Nothing is started beside it. Put the status back; or stop that job with a savepoint (flink stop ${jobId}), and then set spec.job.initialSavepointPath to it, with a new spec.job.savepointRedeployNonce`

/** A job of the resource that Flink lists at its end: it was submitted, whatever is recorded (A18). Null: none is listed. */
const endedOwn = ({ desired: { meta }, observed: { facts: { jobs } } }: Round): JobOverview | null =>
  jobs?._tag === 'Known' ? jobs.value.find(({ jobId, state }) => isJobIdOf(meta.uid, jobId) && isTerminal(state)) ?? null : null

const endedBefore = (jobId: string): string =>
  `nothing is recorded as submitted, and Flink lists job ${jobId} of this resource, which has ended`

/** What tells of a job in a shared cluster, of which nothing is recorded. */
export const unrecorded: UnrecordedHost<SessionJob> = {
  rowsBefore: {
    'created-suspended': [
      {
        row: 'Q13',
        when: 'nothing is recorded as submitted, and a job of the resource is alive',
        situation: round => {
          const [alive] = aliveOwn(round)
          return alive === undefined ? null : jobWithoutRecord(round, alive)
        },
      },
      {
        row: 'Q19',
        when: 'nothing is recorded as submitted, and Flink lists a job of the resource that has ended (A18)',
        situation: (round, { wanted: { job } }) => {
          const { observed: { status }, desired: { deployed } } = round
          const ended = status.operation === null ? endedOwn(round) : null
          // a person who says stateless wants no state of it
          const isStatelessStart = job.state === 'running' && isStateless(job.upgradeMode)
          if (ended === null || isStatelessStart || isAnswered(lastStateOf(status, deployed), job)) return null
          const told = toldState(round)
          return recordLost('Q19', told?.reason ?? endedBefore(ended.jobId), told === null ? job.savepointRedeployNonce : told.toldNonce)
        },
      },
    ],
    'record-lost-and-answered': [
      {
        row: 'Q13',
        when: 'nothing is recorded as submitted, and HA metadata of the cluster holds a job of the resource: it may come back (P02)',
        situation: (round, { wanted }) => (wanted.job.state === 'running' && !isNewResource(round) ? heldWithoutRecord(round) : null),
      },
    ],
  },
  queries: () => [],
  isUnseen: () => false,
  isNothingThere: () => true,
  unseen: () => null,
  // ids of its jobs are made of its uid: nothing of another resource of that name is its own
  earlier: () => [],
  found: () => '',
}
