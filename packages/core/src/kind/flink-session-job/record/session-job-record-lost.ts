import * as E from 'fp-ts/lib/Either.js'
import { pipe } from 'fp-ts/lib/function.js'
import { orLook } from '../../../contract/query/ask.ts'
import { stateShown, upgradeProblem } from '../../../job/report/job-problem.ts'
import type { JobOverview } from '../../../contract/fact/flink-rest.ts'
import { lastStateOf } from '../../../job/record/last-state-of.ts'
import { isAnswered, isNewResource } from '../../../job/record/lost-record.ts'
import { broughtBack, haRecovers, type HeldByHa, heldByHa, toBeSeen } from '../observe/job-absence.ts'
import { readyCluster, type Round } from '../session-job-round.ts'
import type { SessionJob, Situation } from '../session-job-situation.ts'
import type { UnrecordedHost } from '../../../job/job-host.ts'
import { recordLost, reportedState } from '../../../job/unrecorded-table.ts'
import { isTerminal } from '../../../contract/resource/job-status.ts'
import { isStateless } from '../../../contract/resource/upgrade-mode.ts'
import { isJobIdOf } from '../../../contract/resource/mint-id.ts'
import { aliveOwn } from '../recovery/orphan-job.ts'
import { blocked, needsFacts } from '../../../contract/round/waiting-situation.ts'

/**
 * Row record-lost/job-alive for a job that only HA metadata holds: a newly elected JobManager lists no job until it has recovered them
 * (P14). Null: nothing
 * shows that it has a job of this resource.
 */
const heldWithoutRecord = (round: Round): Situation | null => {
  const cluster = readyCluster(round)
  if (cluster === null) return null
  return pipe(
    heldByHa(round, cluster, null),
    E.map(byHeld),
    orLook(queries => needsFacts('record-lost/held-by-ha', queries, 'does HA metadata hold a job of this resource?')),
  )
}

const byHeld = (held: HeldByHa): Situation | null => {
  switch (held._tag) {
    case 'Unseen':
      return blocked('record-lost/held-by-ha', toBeSeen, stateShown)
    case 'Held':
      return blocked(
        'record-lost/held-by-ha',
        broughtBack,
        haRecovers,
        upgradeProblem(
          'RestoreFailed',
          `status.reconciliationStatus.lastReconciledSpec is missing, and HA metadata of the session cluster holds a job of this resource, which its JobManager does not list: the JobManager may recover it, so the operator starts nothing beside it. Restore the status; or wait for the job, which is then reported. If it has ended, delete ${
            held.entries.map(({ where }) => where).join(' and ')
          }`,
        ),
      )
    case 'Unobservable':
    case 'NotHeld':
      return null
  }
}

/**
 * Row record-lost/job-alive: a job of the resource is alive, but the status records no job. A nonce that the user sets from then on is the
 * answer.
 */
const jobWithoutRecord = (
  { desired: { spec: { job }, deployed }, observed: { status } }: Round,
  { jobId }: Pick<JobOverview, 'jobId'>,
): Situation => {
  const state = lastStateOf(status, deployed)
  const found = `status.reconciliationStatus.lastReconciledSpec is missing, and job ${jobId} of this resource is alive`
  return {
    _tag: 'RecordLost',
    row: 'record-lost/job-alive',
    found,
    toldNonce: state._tag === 'Unknown' && state.why === 'Contradicted' ? state.toldNonce : (job?.savepointRedeployNonce ?? null),
    reason: 'the status records no submit, but a job of the resource is alive',
    problem: upgradeProblem('RestoreFailed', `${found}. ${stopItFirst(jobId)}`),
  }
}

/** What the user can do if the status is older than the running job. */
export const stopItFirst = (jobId: string): string =>
  `The operator starts nothing beside it. Restore the status; or stop that job with a savepoint (flink stop ${jobId}), and then set spec.job.initialSavepointPath to it, with a new spec.job.savepointRedeployNonce`

/** A job of the resource that Flink lists as ended: it was submitted, whatever the status records (A18). Null: Flink lists none. */
const endedOwn = ({ desired: { meta }, observed: { facts: { jobs } } }: Round): JobOverview | null =>
  jobs?._tag === 'Known' ? jobs.value.find(({ jobId, state }) => isJobIdOf(meta.uid, jobId) && isTerminal(state)) ?? null : null

const endedBefore = (jobId: string): string => `the status records no submit, but Flink lists job ${jobId} of this resource as ended`

/** How the operator finds traces of an unrecorded job in a session cluster. */
export const unrecorded: UnrecordedHost<SessionJob> = {
  rowsBefore: {
    'created-suspended': [
      {
        id: 'record-lost/job-alive',
        when: 'the status records no submit, but a job of the resource is alive',
        holds: round => {
          const [alive] = aliveOwn(round)
          return alive === undefined ? null : jobWithoutRecord(round, alive)
        },
      },
      {
        id: 'record-lost/job-listed-as-ended',
        when: 'the status records no submit, but Flink lists an ended job of the resource (A18)',
        holds: (round, { wanted: { job } }) => {
          const { observed: { status }, desired: { deployed } } = round
          const ended = status.operation === null ? endedOwn(round) : null
          // a user who asks for stateless wants none of its state
          const isStatelessStart = job.state === 'running' && isStateless(job.upgradeMode)
          if (ended === null || isStatelessStart || isAnswered(lastStateOf(status, deployed), job)) return null
          const reported = reportedState(round)
          return recordLost(
            'record-lost/job-listed-as-ended',
            reported?.reason ?? endedBefore(ended.jobId),
            reported === null ? job.savepointRedeployNonce : reported.toldNonce,
          )
        },
      },
    ],
    'record-lost-and-answered': [
      {
        id: 'record-lost/held-by-ha',
        when: 'the status records no submit, but HA metadata of the cluster holds a job of the resource: it may come back (P02)',
        holds: (round, { wanted }) => (wanted.job.state === 'running' && !isNewResource(round) ? heldWithoutRecord(round) : null),
      },
    ],
  },
  queries: () => [],
  isUnseen: () => false,
  isNothingThere: () => true,
  unseen: () => null,
  // job ids contain the uid of the resource, so no job of an earlier resource of that name counts as its own
  earlier: () => [],
  found: () => '',
}
