import { upgradeProblem } from '../../job/told/upgrade-problem.ts'
import { isTerminal } from '../../resource/job-state.ts'
import { unknownStateError } from '../../job/upgrade/upgrade-answer.ts'
import type { Nonce } from '../../resource/flink-deployment-spec.ts'
import { isDefinite, type LastState } from '../../resource/last-state.ts'
import { clusterQueries } from '../../cluster/seen/cluster-queries.ts'
import { unanswered } from '../../query/unanswered.ts'
import type { ConfiguredSpec } from '../../cluster/configured-spec.ts'
import { earlierLife, earlierLifeQueries } from './earlier-life.ts'
import { lastStateOf } from '../../job/record/last-state-of.ts'
import { isAnswered, isBlank, newFor } from '../../job/record/lost-record.ts'
import { ownJob } from '../../job/seen/observe-job.ts'
import type { Round } from '../round.ts'
import type { Situation } from '../situation.ts'
import { needsFacts } from '../../round/waiting-situation.ts'
import { unknownAttempt, unknownCluster } from './unknown-cluster.ts'

/**
 * Nothing is recorded as deployed. That is a first deployment only where it is recorded that nothing ever was; else the record was lost:
 * the status wiped, reset, or left behind by a backup (F02). Then nothing is touched, and a person is asked.
 *
 * | row | last state | the spec | situation |
 * |---|---|---|---|
 * | C9 | never started | suspended | recorded |
 * | C10 | never started | to run | first deployment |
 * | C35 | not known, which was told | to run, with another savepointRedeployNonce since then | first deployment from initialSavepointPath |
 * | C34 | not known | to run, stateless | first deployment, empty |
 * | C37 | nothing recorded | first generation, created a moment ago, nothing of a cluster there | as C9 and C10: the operator before had only put its finalizer on |
 * | C36 | not known | – | told |
 */
export const withoutRecord = (round: Round, wanted: ConfiguredSpec): Situation => {
  const { job } = wanted
  const { observed: { status }, desired } = round
  const state = lastStateOf(status, desired.deployed)
  const isToRun = job.state === 'running'
  if (status.operation === null && state._tag === 'NeverStarted')
    return isToRun ? { _tag: 'FirstDeployment', row: 'C10', asked: 'Spec', wanted, reason: 'the resource was never deployed' }
      : { _tag: 'SuspendedToRecord', row: 'C9', wanted, reason: 'the resource was created suspended' }
  if (isToRun && isAnswered(state, job))
    return {
      _tag: 'FirstDeployment',
      row: 'C35',
      asked: 'Redeploy',
      wanted,
      reason: 'what was deployed is not recorded, and a person says what the job goes on from',
    }
  return isToRun && job.upgradeMode === 'stateless'
    ? {
      _tag: 'FirstDeployment',
      row: 'C34',
      asked: 'Stateless',
      wanted,
      reason: 'what was deployed is not recorded, and the job is stateless',
    } : lost(round, state, wanted)
}

const told = (row: 'C36' | 'C38', found: string, toldNonce: Nonce | null): Situation => ({
  _tag: 'RecordLost',
  row,
  found,
  toldNonce,
  reason: found,
  problem: upgradeProblem('RestoreFailed', unknownStateError(found)),
})

/**
 * Row C38: the record says that the job is suspended, and a job is alive: in a cluster of ours that the status does not know of, or without
 * any word of what it was left with. The record is older than what runs, and so may be the state that it names. Null: it is as the record
 * says.
 */
export const suspendedBeside = (round: Round, { savepointRedeployNonce }: ConfiguredSpec['job']): Situation | null => {
  const { observed: { facts, status }, desired } = round
  const alive = aliveJob(facts, ownJob(status, facts)?.jobId)
  if (alive === undefined) return null
  const missing = unknownAttempt(status, facts) === null ? [] : unanswered(facts, [clusterQueries(desired).deployment])
  if (missing.length > 0) return needsFacts('C38', missing, 'is it the cluster that the status tells of?')
  const isItsOwn = alive === ownJob(status, facts)?.jobId && !isDefinite(lastStateOf(status, desired.deployed))
  const found = unknownCluster(status, facts) ?? (isItsOwn ? 'it is not recorded what it was left with' : null)
  const { lastState } = status.operatorRecord
  const toldNonce = lastState._tag === 'Unknown' && lastState.why === 'Contradicted' ? lastState.toldNonce : savepointRedeployNonce
  return found === null ? null : told('C38', `the job is recorded as suspended, and job ${alive} is alive: ${found}`, toldNonce)
}

/** The resource's own job, where it is alive, or the first by its id: Flink lists them in no order (P12). */
const aliveJob = ({ jobs }: Round['observed']['facts'], own: string | undefined): string | undefined => {
  const alive = jobs?._tag === 'Known' ? jobs.value.filter(({ state }) => !isTerminal(state)).map(({ jobId }) => jobId) : []
  return own !== undefined && alive.includes(own) ? own : [...alive].sort()[0]
}

const lost = (round: Round, state: LastState, wanted: ConfiguredSpec): Situation => {
  const { job } = wanted
  const { savepointRedeployNonce } = job
  const { observed: { facts }, desired } = round
  const wasTold = state._tag === 'Unknown' && state.why === 'Contradicted'
  const missing = wasTold ? [] : unanswered(facts, earlierLifeQueries(desired))
  if (missing.length > 0) return needsFacts('C36', missing, 'what is there of a cluster that the status does not tell of?')
  if (isNew(round))
    return job.state === 'running'
      ? { _tag: 'FirstDeployment', row: 'C37', asked: 'Spec', wanted, reason: 'the resource is new, and nothing of it was ever there' }
      : { _tag: 'SuspendedToRecord', row: 'C37', wanted, reason: 'the resource was created suspended' }
  const found = wasTold ? state.reason : `status.reconciliationStatus.lastReconciledSpec is missing${seen(round)}`
  return told('C36', found, wasTold ? state.toldNonce : savepointRedeployNonce)
}

const isNew = (round: Round): boolean => {
  const { desired: { meta }, observed: { facts, status }, env } = round
  return meta.generation === 1 && env.now - meta.creationTimestamp <= newFor && status.operation === null && isBlank(status)
    && facts.deployment?._tag === 'Absent' && facts.deployment.source === 'live' && facts.jobManagerPods?._tag === 'Known'
    && facts.configMaps?._tag === 'Known' && earlierLife(round).length === 0
}

/** What speaks of an earlier life, for the person who has to decide. */
const seen = (round: Round): string => {
  const { jobStatus: { jobId, savepointInfo: { lastSavepoint }, upgradeSavepointPath } } = round.observed.status
  const found = [
    ...earlierLife(round),
    ...(jobId === null ? [] : [`the status names job ${jobId}`]),
    ...(upgradeSavepointPath === null ? [] : [`and path ${upgradeSavepointPath}`]),
    ...(lastSavepoint?.location == null ? [] : [`and savepoint ${lastSavepoint.location}`]),
  ]
  return found.length === 0 ? ', and so is the word that the job was never started' : `, but ${found.join(', ')}`
}
