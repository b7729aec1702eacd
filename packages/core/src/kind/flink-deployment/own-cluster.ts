import { stuckSubmit } from '../../application/deploy/stuck-submit.ts'
import { beginDeploy } from '../../application/deploy/begin-application-deploy.ts'
import { settling } from '../../application/settling.ts'
import { recordAlreadyUpgraded, recordRunning, recordSuspended } from '../../application/record/status-updates.ts'
import { stopping } from '../../application/stop/stopping.ts'
import { events } from '../../application/told/application-events.ts'
import type { ConfiguredSpec } from '../../cluster/configured-spec.ts'
import type { UpgradeMode } from '../../resource/flink-deployment-spec.ts'
import { suspendedBeside, unrecorded } from '../../application/record/application-record-lost.ts'
import { lostJobManager } from '../../application/recovery/lost-job-manager.ts'
import { straySituation } from '../../application/recovery/stray-situation.ts'
import { unhealthyJob } from '../../application/recovery/unhealthy-job.ts'
import { restoreFrom } from '../../application/recovery/restore-point.ts'
import type { Round } from '../../application/application-round.ts'
import { scaling } from '../../application/scale/application-scaling.ts'
import { unseenStartAndState } from '../../application/seen/unseen-start.ts'
import type { ApplicationJob, Recorded } from '../../application/application-situation.ts'
import { cancelBeforeRedeploy } from '../../application/stop/end-first.ts'
import { submittedBefore } from '../../application/upgrade/upgraded-before.ts'
import { haMetadataQueries, notAvailable, rollbackObstacles, stopAnswer } from '../../application/upgrade/stop-answer.ts'
import { blindQueries } from '../../cluster/seen/blind-queries.ts'
import { storedStateQueries } from '../../job/autoscale/autoscaler-state-seen.ts'
import type { JobHost } from '../../job/job-host.ts'
import type { AskedRow } from '../../job/job-row.ts'
import { readableOperation } from '../../job/job-table.ts'
import { askedRedeploy } from '../../job/upgrade/asked-redeploy.ts'
import { recoveredBeside } from '../../job/upgrade/edit-waits.ts'
import { ingressSituation } from './deployment-ingress.ts'
import { observationQueries } from './deployment-observation-queries.ts'
import { isPastTtl } from './past-ttl.ts'

const pastTtl = (row: string, when: string, fits: (round: Round, it: Recorded) => boolean): AskedRow<ApplicationJob> => ({
  row,
  when,
  situation: (round, it) => (fits(round, it) ? { _tag: 'PastTtl', row, reason: when } : null),
})

/** Rows that only a job with a cluster of its own has, by the row of the lifecycle that they are asked before. */
const rowsBefore: JobHost<ApplicationJob>['rowsBefore'] = {
  'snapshot-nonce': [
    {
      row: 'C8',
      when: 'the cluster is being taken away',
      situation: round => {
        const operation = readableOperation(round)
        return operation?.kind === 'TearDown'
          ? { _tag: 'TearingDown', row: 'C8', operation, reason: `the cluster is being taken away (${operation.purpose})` } : null
      },
    },
  ],
  'savepoint-redeploy': [
    {
      row: 'Z',
      when: 'a redeploy is asked for, and the plan of the job that runs can be taken away by Flink alone',
      situation: (round, { deployed, wanted }) =>
        wanted.job.state === 'running' && askedRedeploy(round) !== null ? cancelBeforeRedeploy(round, deployed) : null,
    },
  ],
  'resumed-before-first-start': [
    { row: 'C12', when: 'a job that is not to run is alive', situation: (round, { deployed }) => straySituation(round, deployed) },
  ],
  'edited-while-suspended': [
    {
      row: 'C38',
      when: 'the job is recorded as suspended, and another one is alive',
      situation: (round, it) => (it.deployed.reconciled.job.state === 'suspended' ? suspendedBeside(round, it.wanted.job) : null),
    },
  ],
  suspended: [
    pastTtl(
      'C17',
      'the JobManager of the suspended job is not needed any more',
      (round, it) => it.deployed.reconciled.job.state === 'suspended' && isPastTtl(round, it.deployed),
    ),
  ],
  edit: [
    {
      row: 'I',
      when: 'the edit changes only the ingress',
      situation: (round, { deployed }) => {
        const due = ingressSituation(round)
        // an Ingress that can't be had now keeps nothing else down (V02)
        return due?._tag === 'IngressDue' && (due.step._tag === 'Wait' || due.step._tag === 'InTheWay')
          ? (recoveredBeside(ownCluster, round, deployed, { problem: null, reason: due.reason }) ?? due) : due
      },
    },
  ],
  rollback: [
    {
      row: 'C29',
      when: 'the operator before did not finish its submit, and nothing ever ran in it',
      situation: (round, { deployed }) => stuckSubmit(round, deployed),
    },
  ],
  snapshot: [
    { row: 'H', when: 'the job runs, and does not do what it is for', situation: (round, { deployed }) => unhealthyJob(round, deployed) },
  ],
  nothing: [
    pastTtl('C19', 'the JobManager of the ended job is not needed any more', (round, { deployed }) => isPastTtl(round, deployed)),
  ],
}

const updateOf = ({ desired, env }: Round, { spec, job }: ConfiguredSpec, mode: UpgradeMode) => ({ desired, spec, job, mode, now: env.now })

/** A job whose cluster is its own. */
export const ownCluster: JobHost<ApplicationJob> = {
  ids: 'application',
  rowsBefore,
  first: {
    rowsBefore: {},
    seen: 'are the JobManager and the job',
    queries: round => [...storedStateQueries(round), ...observationQueries(round)],
    blindQueries: ({ desired, observed: { facts } }) => blindQueries(desired, facts),
  },
  unrecorded,
  wanted: ({ desired }) => desired.wanted,
  recorded: ({ desired: { deployed, wanted, stable } }) =>
    deployed._tag === 'Deployed' && wanted !== null ? { deployed, wanted, stable } : null,
  starting: round => {
    const operation = readableOperation(round)
    return operation?.kind === 'Deploy'
      ? { _tag: 'Deploying', row: 'C7', operation, reason: `the cluster is being deployed (${operation.purpose})` } : null
  },
  startedBefore: submittedBefore,
  restoreFrom,
  scaling,
  upgradeAnswer: stopAnswer,
  unseenStart: unseenStartAndState,
  haMetadataQueries,
  cancelBeforeRedeploy,
  stopsLater: () => null,
  notAvailable,
  rollbackObstacles,
  lost: lostJobManager,
  recoveries: { first: [stuckSubmit], last: [unhealthyJob] },
  start: beginDeploy,
  stopping,
  settling,
  recordRunning: (round, wanted, mode) => recordRunning(round.observed.status, updateOf(round, wanted, mode)),
  recordSuspended: (round, wanted, mode) => recordSuspended(round.observed.status, updateOf(round, wanted, mode)),
  recordUpgraded: ({ observed, desired }) => recordAlreadyUpgraded(observed.status, desired),
  events,
}
