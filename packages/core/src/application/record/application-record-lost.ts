import { isTerminal } from '../../resource/job-state.ts'
import { isDefinite } from '../../resource/last-state.ts'
import { clusterQueries } from '../../cluster/seen/cluster-queries.ts'
import { unanswered } from '../../query/unanswered.ts'
import type { ConfiguredSpec } from '../../cluster/configured-spec.ts'
import { earlierClusterTraces, earlierClusterQueries } from './earlier-cluster-traces.ts'
import { lastStateOf } from '../../job/record/last-state-of.ts'
import { ownJob } from '../../job/seen/observe-job.ts'
import type { Round } from '../application-round.ts'
import type { ApplicationJob, Situation } from '../application-situation.ts'
import { recordLost } from '../../job/unrecorded-table.ts'
import type { UnrecordedHost } from '../../job/job-host.ts'
import { needsFacts } from '../../round/waiting-situation.ts'
import { unknownAttempt, unknownCluster } from './unknown-cluster.ts'

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
  return found === null ? null : recordLost('C38', `the job is recorded as suspended, and job ${alive} is alive: ${found}`, toldNonce)
}

/** The resource's own job, where it is alive, or the first by its id: Flink lists them in no order (P12). */
const aliveJob = ({ jobs }: Round['observed']['facts'], own: string | undefined): string | undefined => {
  const alive = jobs?._tag === 'Known' ? jobs.value.filter(({ state }) => !isTerminal(state)).map(({ jobId }) => jobId) : []
  return own !== undefined && alive.includes(own) ? own : [...alive].sort()[0]
}

/** Nothing of a cluster is there, seen live. */
const isNothingThere = (round: Round): boolean => {
  const { facts } = round.observed
  return facts.deployment?._tag === 'Absent' && facts.deployment.source === 'live' && facts.jobManagerPods?._tag === 'Known'
    && facts.configMaps?._tag === 'Known' && earlierClusterTraces(round).length === 0
}

/** What speaks of an earlier life, for the person who has to decide. */
const seen = (round: Round): string => {
  const { jobStatus: { jobId, savepointInfo: { lastSavepoint }, upgradeSavepointPath } } = round.observed.status
  const found = [
    ...earlierClusterTraces(round),
    ...(jobId === null ? [] : [`the status names job ${jobId}`]),
    ...(upgradeSavepointPath === null ? [] : [`and path ${upgradeSavepointPath}`]),
    ...(lastSavepoint?.location == null ? [] : [`and savepoint ${lastSavepoint.location}`]),
  ]
  return found.length === 0 ? ', and so is the word that the job was never started' : `, but ${found.join(', ')}`
}

/** What tells of a job with a cluster of its own, of which nothing is recorded. */
export const unrecorded: UnrecordedHost<ApplicationJob> = {
  rowsBefore: {},
  queries: ({ desired, observed: { facts } }) => unanswered(facts, earlierClusterQueries(desired)),
  isUnseen: ({ observed: { facts: { deployment, jobManagerPods, configMaps } } }) =>
    [deployment, jobManagerPods, configMaps].some(fact => fact?._tag === 'Unknown'),
  isNothingThere,
  unseen: ({ observed: { facts } }) => {
    const blind = [facts.deployment, facts.jobManagerPods, facts.configMaps].find(fact => fact?._tag === 'Unknown')
    return blind?._tag === 'Unknown' ? blind.message : null
  },
  earlier: earlierClusterTraces,
  found: seen,
}
