import { attemptAnnotation } from '../../../../contract/resource/annotations.ts'
import { haConfigMap } from '../../../../cluster/high-availability/ha-config-maps.ts'
import type { Query } from '../../../../contract/query/query.ts'
import { clusterQueries } from '../../../../cluster/observe/cluster-queries.ts'
import type { FlinkDeploymentDesired, Round, ApplicationJob, Situation } from '../application-round.ts'
import type { OtherObject } from '../../../../cluster/observe/own-facts.ts'
import { isTerminal } from '../../../../contract/resource/job-status.ts'
import { isDefinite } from '../../../../contract/resource/last-state.ts'
import { onceSeen } from '../../../../contract/query/ask.ts'
import type { ConfiguredSpec } from '../../../../spec/configured-spec.ts'
import { lastStateOf } from '../../../../job/record/last-state-of.ts'
import { ownJob } from '../../../../job/observe/observe-job.ts'
import { recordLost } from '../../../../job/unrecorded-table.ts'
import type { UnrecordedHost } from '../../../../job/job-host.ts'
import { needsFacts } from '../../../../contract/round/waiting-situation.ts'
import { unknownAttempt, unknownCluster } from './unknown-cluster.ts'

/**
 * The queries that show whether a cluster of that name existed before. Services are left out: they are deleted with the Deployment and add
 * nothing.
 */
export const earlierClusterQueries = (desired: Pick<FlinkDeploymentDesired, 'meta' | 'mode'>): readonly Query[] => {
  const { deployment, pods, configMaps } = clusterQueries(desired)
  return [deployment, pods, configMaps]
}

/**
 * Objects that an operator or Flink created under the name of the resource, as text. They show that a resource of that name had a cluster,
 * whose job may have state. Empty: no such object was observed. A foreign object that only has the same name does not count (F09).
 */
export const earlierClusterTraces = (
  { desired: { meta }, observed: { facts, others } }: Pick<Round, 'desired' | 'observed'>,
): readonly string[] => {
  const left = others.filter(it => isOfAnOperator(it, meta.name))
  const isDeploymentSeen = facts.deployment?._tag === 'Known' || left.some(({ kind }) => kind === 'Deployment')
  return [
    ...(facts.deployment?._tag === 'Known' ? [`Deployment ${facts.deployment.value.name} exists`] : []),
    ...left.map(it => `${it.kind} ${it.name} exists, which ${madeBy(it)}`),
    ...(facts.jobManagerPods?._tag === 'Known' && !isDeploymentSeen
      ? facts.jobManagerPods.value.slice(0, 1).map(({ name }) => `JobManager pod ${name} exists`) : []),
    ...(facts.configMaps?._tag === 'Known' ? facts.configMaps.value : []).flatMap(configMap => {
      const it = haConfigMap(meta.name, configMap)
      const jobId = it?._tag === 'Job' ? it.jobId : it?.jobIds[0]
      return it === null ? []
        : [`HA metadata of ${jobId === undefined ? 'a cluster of that name' : `job ${jobId}`} exists: ConfigMap ${configMap.name}`]
    }).sort(),
  ]
}

/** An object whose owner has another name belongs to that owner: the object names of two clusters can collide. */
const isOfAnOperator = ({ annotations, owners = [] }: OtherObject, clusterId: string): boolean =>
  owners.every(({ name }) => name === clusterId)
  && (annotations[attemptAnnotation] !== undefined || owners.some(({ kind }) => kind === 'FlinkDeployment'))

const madeBy = ({ annotations, owners = [] }: OtherObject): string => {
  const mark = annotations[attemptAnnotation]
  const owner = owners.find(({ kind }) => kind === 'FlinkDeployment')
  return mark === undefined ? `belongs to FlinkDeployment ${owner?.name ?? ''} with uid ${owner?.uid ?? ''}`
    : `attempt ${mark} of this operator created`
}

/**
 * Row suspended/job-alive: the status records the job as suspended, but a job is alive. Either it runs in a cluster of ours that the status
 * does not know,
 * or the status does not record its last state. So the status is older than the running job, and the state that it names may be older too.
 * Null: the status is right.
 */
export const suspendedBeside = (round: Round, { savepointRedeployNonce }: ConfiguredSpec['job']): Situation | null => {
  const { observed: { facts, status }, desired } = round
  const alive = aliveJob(facts, ownJob(status, facts)?.jobId)
  return alive === undefined ? null
    : onceSeen(
      facts,
      unknownAttempt(status, facts) === null ? [] : [clusterQueries(desired).deployment],
      queries => needsFacts('suspended/job-alive', queries, 'is it the cluster that the status records?'),
      () => byAlive(round, alive, savepointRedeployNonce),
    )
}

const byAlive = (
  { observed: { facts, status }, desired }: Round,
  alive: string,
  savepointRedeployNonce: ConfiguredSpec['job']['savepointRedeployNonce'],
): Situation | null => {
  const isItsOwn = alive === ownJob(status, facts)?.jobId && !isDefinite(lastStateOf(status, desired.deployed))
  const found = unknownCluster(status, facts) ?? (isItsOwn ? 'its last state is not recorded' : null)
  const { lastState } = status.operatorRecord
  const toldNonce = lastState._tag === 'Unknown' && lastState.why === 'Contradicted' ? lastState.toldNonce : savepointRedeployNonce
  return found === null ? null
    : recordLost('suspended/job-alive', `the status records the job as suspended, but job ${alive} is alive: ${found}`, toldNonce)
}

/** The id of the resource's own job if it is alive, else the first live job by id, because Flink lists jobs in no fixed order (P12). */
const aliveJob = ({ jobs }: Round['observed']['facts'], own: string | undefined): string | undefined => {
  const alive = jobs?._tag === 'Known' ? jobs.value.filter(({ state }) => !isTerminal(state)).map(({ jobId }) => jobId) : []
  return own !== undefined && alive.includes(own) ? own : [...alive].sort()[0]
}

/** Live queries show that no object of a cluster exists. */
const isNothingThere = (round: Round): boolean => {
  const { facts } = round.observed
  return facts.deployment?._tag === 'Absent' && facts.deployment.source === 'live' && facts.jobManagerPods?._tag === 'Known'
    && facts.configMaps?._tag === 'Known' && earlierClusterTraces(round).length === 0
}

/** The traces of an earlier job, as text for the user who has to decide. */
const seen = (round: Round): string => {
  const { jobStatus: { jobId, savepointInfo: { lastSavepoint }, upgradeSavepointPath } } = round.observed.status
  const found = [
    ...earlierClusterTraces(round),
    ...(jobId === null ? [] : [`the status names job ${jobId}`]),
    ...(upgradeSavepointPath === null ? [] : [`and path ${upgradeSavepointPath}`]),
    ...(lastSavepoint?.location == null ? [] : [`and savepoint ${lastSavepoint.location}`]),
  ]
  return found.length === 0 ? ', and so is the proof that the job was never started' : `, but ${found.join(', ')}`
}

/** How the operator finds traces of an unrecorded job that has its own cluster. */
export const unrecorded: UnrecordedHost<ApplicationJob> = {
  rowsBefore: {},
  queries: ({ desired }) => earlierClusterQueries(desired),
  isUnseen: ({ observed: { facts: { deployment, jobManagerPods, configMaps } } }) =>
    [deployment, jobManagerPods, configMaps].some(fact => fact?._tag === 'Unknown'),
  isNothingThere,
  unseen: ({ observed: { facts } }) => {
    const unobservable = [facts.deployment, facts.jobManagerPods, facts.configMaps].find(fact => fact?._tag === 'Unknown')
    return unobservable?._tag === 'Unknown' ? unobservable.message : null
  },
  earlier: earlierClusterTraces,
  found: seen,
}
