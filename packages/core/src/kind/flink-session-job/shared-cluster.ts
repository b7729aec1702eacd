import * as E from 'fp-ts/lib/Either.js'
import { restoreByHand, runsAgain, upgradeProblem } from '../../job/report/job-problem.ts'
import type { JobHost } from '../../job/job-host.ts'
import { readableOperation } from '../../job/job-table.ts'
import { lastStateOf } from '../../job/record/last-state-of.ts'
import { recordAlreadyUpgraded, recordRunning, recordSuspended } from '../../job/record/record-updates.ts'
import type { UpgradeMode } from '../../contract/resource/flink-deployment-spec.ts'
import { isTerminal } from '../../contract/resource/job-status.ts'
import { ownJob } from '../../job/observe/observe-job.ts'
import { settling } from './shared-settling.ts'
import { stopping } from './stop/stop.ts'
import { startJob, restoreFrom } from './submit/submit-place.ts'
import { events } from './summarize-session-job.ts'
import type { ConfiguredSessionJob } from './work.ts'
import { isDefinite } from '../../contract/resource/last-state.ts'
import { blocked, needsFacts } from '../../contract/round/waiting-situation.ts'
import { storedStateQueries } from '../../job/autoscale/state-write.ts'
import { asked, type Asked, nothingMissing, together } from '../../contract/query/ask.ts'
import { noCluster } from './cluster/cluster-goes.ts'
import { clusterQuery, type Round } from './session-job-round.ts'
import { allSeen } from './observe/observe-session-job.ts'
import { stopItFirst, unrecorded } from './record/session-job-record-lost.ts'
import { lostJob } from './recovery/lost-job.ts'
import { isAlive, orphanJob } from './recovery/orphan-job.ts'
import type { Recorded, SessionJob, Situation } from './session-job-situation.ts'
import { isSubmittedBefore, perhapsSubmitted } from './submit/adopted-submit.ts'
import { scaling, stopsLaterThan, upgradeAnswer } from './upgrade/upgrade.ts'

/** Row `starting`: the job is being submitted. Null: no submit is in progress. */
export const submitting = (round: Pick<Round, 'observed'>): Situation | null => {
  const operation = readableOperation(round)
  return operation?.kind === 'Submit'
    ? { _tag: 'Submitting', row: 'starting', operation, reason: `the job is being submitted (${operation.purpose})` } : null
}

/** Row started-before: did an operator submit the job before this one took over? Null: no. */
const submittedBefore = (round: Round, { wanted }: Recorded): Situation | null => {
  switch (isSubmittedBefore(round)) {
    case 'No':
      return null
    case 'Yes':
      return { _tag: 'AlreadyUpgraded', row: 'started-before', reason: 'the job was submitted before this operator took over' }
    case 'Perhaps':
      return perhapsSubmitted(round, wanted)
  }
}

const updateOf = ({ desired, env }: Round, { spec, job }: ConfiguredSessionJob, mode: UpgradeMode) => ({
  desired,
  spec,
  job,
  mode,
  now: env.now,
})

const seenOf = (round: Round): Asked<unknown> => together(asked(storedStateQueries(round)), () => allSeen(round))(round.observed.facts)

/** The callbacks of the job lifecycle for a FlinkSessionJob: the job runs in a session cluster, which it shares with other jobs. */
export const sharedCluster: JobHost<SessionJob> = {
  rowsBefore: {
    'snapshot-nonce': [
      {
        id: 'unrecorded-job',
        when: 'a job of this resource is alive, but the status does not record that it runs',
        holds: (round, { deployed }) => orphanJob(round, deployed),
      },
    ],
    resumed: [
      {
        id: 'suspended/recorded-job-alive',
        when: 'the status records the job as suspended, but the job is alive',
        holds: (round, { deployed }) => {
          const { jobId } = round.observed.status.jobStatus
          return deployed.reconciled.job.state === 'suspended' && isAlive(round, jobId)
              && !isDefinite(lastStateOf(round.observed.status, deployed))
            ? blocked(
              'suspended/recorded-job-alive',
              'a user: the status is older than the running job',
              restoreByHand,
              upgradeProblem(
                'RestoreFailed',
                `The status records the job as suspended, but job ${jobId ?? ''} is alive. ${stopItFirst(jobId ?? '')}`,
              ),
            ) : null
        },
      },
    ],
  },
  first: {
    rowsBefore: {
      unreadable: [
        {
          id: 'cluster-unread',
          when: 'this round has not read its FlinkDeployment yet',
          holds: ({ desired, observed: { cluster } }) => {
            const queries = cluster._tag === 'NotLookedAt' ? clusterQuery(desired) : []
            return queries.length > 0 ? needsFacts('cluster-unread', queries, 'what is the state of the session cluster?') : null
          },
        },
        {
          id: 'without-cluster',
          when: 'its session cluster is missing, not ready or unobservable: the job waits for it (E-6, E-7, E-8, E-55)',
          holds: round => {
            const cluster = noCluster(round)
            return cluster === null ? null : { _tag: 'WithoutCluster', row: 'without-cluster', cluster, reason: cluster.message }
          },
        },
      ],
    },
    seen: 'is the job',
    allSeen: seenOf,
    // the JobManager still reports the state of the job when parts of the resource cannot be read
    unreadableSeen: seenOf,
  },
  unrecorded,
  wanted: ({ desired }) => desired.wanted,
  recorded: ({ desired: { deployed, wanted, stable } }) =>
    deployed._tag === 'Deployed' && wanted !== null ? { deployed, wanted, stable } : null,
  starting: submitting,
  startedBefore: submittedBefore,
  restoreFrom,
  scaling,
  upgradeAnswer,
  isOfDeployedAttempt: ({ observed: { status, facts } }) => {
    const job = ownJob(status, facts)
    return job !== undefined && !isTerminal(job.state)
  },
  startSeen: () => nothingMissing,
  haMetadataQueries: () => [],
  cancelBeforeRedeploy: () => null,
  stopsLater: stopsLaterThan,
  notAvailable: (_round, { reason }) => E.right({ waitingFor: reason, unblockedBy: runsAgain }),
  rollbackObstacles: [],
  lost: lostJob,
  recoveries: { first: [], last: [] },
  start: startJob,
  stopping,
  settling,
  recordRunning: (round, wanted, mode) => recordRunning(round.observed.status, updateOf(round, wanted, mode)),
  recordSuspended: (round, wanted, mode) => recordSuspended(round.observed.status, updateOf(round, wanted, mode)),
  recordUpgraded: ({ observed, desired }) => recordAlreadyUpgraded(observed.status, desired),
  events,
}
