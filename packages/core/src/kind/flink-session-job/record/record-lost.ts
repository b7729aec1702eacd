import { upgradeProblem } from '../../../job/told/upgrade-problem.ts'
import type { JobOverview } from '../../../fact/flink-rest.ts'
import { lastStateOf } from '../../../job/record/last-state-of.ts'
import { isAnswered, isBlank, newFor } from '../../../job/record/lost-record.ts'
import { unknownStateError } from '../../../job/upgrade/upgrade-answer.ts'
import type { LastState } from '../../../resource/last-state.ts'
import { broughtBack, heldByHa } from '../seen/job-absence.ts'
import { readyCluster, type Round } from '../round.ts'
import type { Situation } from '../situation.ts'
import { blocked, needsFacts } from '../../../round/waiting-situation.ts'
import type { ConfiguredSessionJob } from '../work.ts'

/**
 * Nothing is recorded as submitted. That is a first submit only where it is recorded that nothing ever was; else the record was lost: the
 * status wiped, reset, or left behind by a backup (F02). Then nothing is started, and a person is asked.
 *
 * | row | last state | the spec | situation |
 * |---|---|---|---|
 * | Q13 | any; a job of the resource is alive | – | told (classification.ts) |
 * | Q13 | not known; HA metadata of the cluster holds a job of the resource | to run | told; waited for: it may come back (P02) |
 * | Q14 | never started | suspended | recorded (E-9) |
 * | Q15 | never started | to run | first submit |
 * | Q16 | not known, which was told | to run, with another savepointRedeployNonce since then | first submit from initialSavepointPath |
 * | Q17 | not known | to run, stateless, not as Q18 | first submit, empty; what was left stays unknown until something ran |
 * | Q18 | nothing recorded | first generation, created a moment ago | as Q14 and Q15: the operator before had only put its finalizer on |
 * | Q19 | not known | – | told |
 */
export const withoutRecord = (round: Round, wanted: ConfiguredSessionJob): Situation => {
  const { job } = wanted
  const { observed: { status }, desired } = round
  const state = lastStateOf(status, desired.deployed)
  const isToRun = job.state === 'running'
  if (status.operation === null && state._tag === 'NeverStarted')
    return isToRun ? { _tag: 'FirstSubmit', row: 'Q15', asked: 'Spec', wanted, reason: 'the resource was never submitted' }
      : { _tag: 'SuspendedToRecord', row: 'Q14', wanted, reason: 'the resource was created suspended' }
  const isNewOne = isNew(round)
  const held = isToRun && !isNewOne ? heldWithoutRecord(round) : null
  if (held !== null) return held
  if (isToRun && isAnswered(state, job))
    return {
      _tag: 'FirstSubmit',
      row: 'Q16',
      asked: 'Redeploy',
      wanted,
      reason: 'what was submitted is not recorded, and a person says what the job goes on from',
    }
  if (isToRun && job.upgradeMode === 'stateless' && !isNewOne)
    return {
      _tag: 'FirstSubmit',
      row: 'Q17',
      asked: 'Stateless',
      wanted,
      reason: 'what was submitted is not recorded, and the job is stateless',
    }
  return isNewOne
    ? isToRun ? { _tag: 'FirstSubmit', row: 'Q18', asked: 'Spec', wanted, reason: 'the resource is new' }
      : { _tag: 'SuspendedToRecord', row: 'Q18', wanted, reason: 'the resource was created suspended' }
    : lost(state, wanted)
}

const isNew = ({ desired: { meta }, observed: { status }, env }: Round): boolean =>
  meta.generation === 1 && env.now - meta.creationTimestamp <= newFor && status.operation === null && isBlank(status)

/** A JobManager that was elected again lists nothing until it has recovered its jobs (P14). Null: nothing tells that it has this one. */
const heldWithoutRecord = (round: Round): Situation | null => {
  const cluster = readyCluster(round)
  if (cluster === null) return null
  const held = heldByHa(round, cluster, null)
  switch (held._tag) {
    case 'Look':
      return needsFacts('Q13', held.queries, 'does HA metadata bring a job of the resource back?')
    case 'Unseen':
      return blocked('Q13', 'to see the HA metadata of the cluster', null)
    case 'Held':
      return blocked(
        'Q13',
        broughtBack,
        upgradeProblem(
          'RestoreFailed',
          'status.reconciliationStatus.lastReconciledSpec is missing, and HA metadata of the session cluster holds a job of this resource, which its JobManager does not list: it may bring it back, and nothing is started beside it. Put the status back; or wait for the job, which is then told of. Where it has ended, delete its ConfigMap (<cluster>-<job id>-config-map), or in ZooKeeper its node (<cluster>/jobs/<job id>)',
        ),
      )
    case 'NotHeld':
      return null
  }
}

/** A job of the resource is alive, of which nothing is recorded (row Q13). A nonce that is set from then on is an answer. */
export const jobWithoutRecord = (
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

const lost = (state: LastState, { job: { savepointRedeployNonce } }: ConfiguredSessionJob): Situation => {
  const wasTold = state._tag === 'Unknown' && state.why === 'Contradicted'
  const found = wasTold ? state.reason : 'status.reconciliationStatus.lastReconciledSpec is missing'
  return {
    _tag: 'RecordLost',
    row: 'Q19',
    found,
    toldNonce: wasTold ? state.toldNonce : savepointRedeployNonce,
    reason: found,
    problem: upgradeProblem('RestoreFailed', unknownStateError(found)),
  }
}
