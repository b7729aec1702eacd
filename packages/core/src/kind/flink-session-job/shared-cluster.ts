import type { JobHost } from '../../job/job-host.ts'
import { readableOperation } from '../../job/job-table.ts'
import { lastStateOf } from '../../job/record/last-state-of.ts'
import { recordAlreadyUpgraded, recordRunning, recordSuspended } from '../../job/record/record-updates.ts'
import type { UpgradeMode } from '../../resource/flink-deployment-spec.ts'
import { settling } from './shared-settling.ts'
import { stopping } from './stop/stop.ts'
import { startJob } from './submit/start-job.ts'
import { events } from './told/session-job-events.ts'
import type { ConfiguredSessionJob } from './work.ts'
import { upgradeProblem } from '../../job/told/upgrade-problem.ts'
import { isDefinite } from '../../resource/last-state.ts'
import { blocked, needsFacts } from '../../round/waiting-situation.ts'
import { storedStateQueries } from '../../job/autoscale/autoscaler-state-seen.ts'
import type { Query } from '../../query/query.ts'
import { noCluster } from './cluster/no-cluster.ts'
import { clusterQuery } from './session-job-queries.ts'
import { observationQueries } from './seen/session-job-observation-queries.ts'
import { stopItFirst, unrecorded } from './record/session-job-record-lost.ts'
import { lostJob } from './recovery/lost-job.ts'
import { isAlive, strayJob } from './recovery/stray-job.ts'
import type { Round } from './session-job-round.ts'
import type { Recorded, SessionJob, Situation } from './session-job-situation.ts'
import { isSubmittedBefore, perhapsSubmitted } from './submit/adopted-submit.ts'
import { restoreFrom } from './submit/submit-source.ts'
import { scaling } from './upgrade/session-job-scaling.ts'
import { stopsLaterThan, upgradeAnswer } from './upgrade/upgrade.ts'

/** Row Q10. */
export const submitting = (round: Pick<Round, 'observed'>): Situation | null => {
  const operation = readableOperation(round)
  return operation?.kind === 'Submit'
    ? { _tag: 'Submitting', row: 'Q10', operation, reason: `the job is being submitted (${operation.purpose})` } : null
}

/** Row Q26. */
const submittedBefore = (round: Round, { wanted }: Recorded): Situation | null => {
  switch (isSubmittedBefore(round)) {
    case 'No':
      return null
    case 'Yes':
      return { _tag: 'AlreadyUpgraded', row: 'Q26', reason: 'the job was submitted before this operator took over' }
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

const lookedAt = (round: Round): readonly Query[] => [...storedStateQueries(round), ...observationQueries(round)]

/** A job in a cluster that it shares. */
export const sharedCluster: JobHost<SessionJob> = {
  ids: 'sessionJob',
  rowsBefore: {
    'savepoint-pending': [
      {
        row: 'Q12',
        when: 'a job of this resource is alive, and the status does not tell that it runs',
        situation: (round, { deployed }) => strayJob(round, deployed),
      },
    ],
    resumed: [
      {
        row: 'Q29',
        when: 'the job is recorded as suspended, and it is alive',
        situation: (round, { deployed }) => {
          const { jobId } = round.observed.status.jobStatus
          return deployed.reconciled.job.state === 'suspended' && isAlive(round, jobId)
              && !isDefinite(lastStateOf(round.observed.status, deployed))
            ? blocked(
              'Q29',
              'a person: the record of the job is older than what runs',
              upgradeProblem(
                'RestoreFailed',
                `The job is recorded as suspended, and job ${jobId ?? ''} is alive. ${stopItFirst(jobId ?? '')}`,
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
          row: 'Q5',
          when: 'its FlinkDeployment was not looked at in this round',
          situation: ({ desired, observed: { cluster } }) => {
            const queries = cluster._tag === 'NotLookedAt' ? clusterQuery(desired) : []
            return queries.length > 0 ? needsFacts('Q5', queries, 'how is the session cluster?') : null
          },
        },
        {
          row: 'Q6',
          when: 'its session cluster is missing, not ready, or not seen: it is waited for (E-6, E-7, E-8, E-55)',
          situation: round => {
            const cluster = noCluster(round)
            return cluster === null ? null : { _tag: 'WithoutCluster', row: 'Q6', cluster, reason: cluster.message }
          },
        },
      ],
    },
    seen: 'is the job',
    queries: lookedAt,
    // its JobManager tells how the job is, whatever can't be read
    blindQueries: lookedAt,
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
  unseenStart: () => [],
  haMetadataQueries: () => [],
  cancelBeforeRedeploy: () => null,
  stopsLater: stopsLaterThan,
  notAvailable: (_round, { reason }) => ({ unseen: [], waitingFor: reason }),
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
