import { isStateKept } from '@flink-operator/core/cluster'
import type { ZooKeeperJobView } from '@flink-operator/core/fact'
import { isStateful, isUnderSubmit, keptJobs, mayHaveRun, sessionJobsOf } from '@flink-operator/core/kind/flink-deployment'
import { type Decision, isSeenAlive } from './decided-list.ts'
import { seenInZooKeeper } from './zookeeper-list-laws.ts'

/**
 * P01, on one list: the operator deletes no JobManager of a session cluster while a job with state is observed running, and creates
 * none that runs such a job again, if high availability keeps nothing to restore the job from. Exceptions: the options allow it, or
 * the cluster is deleted.
 */
export const stateOfSessionJobs = ({ resource: { meta, spec }, facts, actions, env }: Decision): readonly string[] => {
  const { flinkSessionJobs, configMaps } = facts
  if (
    spec.job !== null || meta.deletionTimestamp !== null || spec.flinkConfiguration[mayBeLost] === 'false' || configMaps?._tag !== 'Known'
  ) return []
  const takes = actions.some(action =>
    (action._tag === 'PatchObject' || action._tag === 'DeleteObject') && action.target.kind === 'Deployment'
  )
  const created = actions.flatMap(action =>
    action._tag === 'CreateObject' && action.manifest._tag === 'ClusterManifest' && action.manifest.part === 'JobManagerDeployment'
      ? [action.manifest.input.configuration] : []
  )
  const creates = created.length > 0
  if (created.some(it => isInZooKeeper(it) && isAllowed(it, env)) && seenInZooKeeper(facts).length === 0)
    return ['a JobManager is created although ZooKeeper was not queried']
  const inZooKeeper = seenInZooKeeper(facts).flatMap(it => it.value === null ? [] : [it.value])
  const kept = [...keptJobs(facts, meta.name) ?? [], ...inZooKeeper.flatMap(({ plans }) => plans.map(({ jobId }) => jobId))]
  if (creates && kept.length > 0 && flinkSessionJobs?._tag !== 'Known')
    return ['a JobManager is created over jobs whose owners were not observed']
  if (isInZooKeeper(spec.flinkConfiguration) && !isAllowed(spec.flinkConfiguration, env)) return []
  return sessionJobsOf(facts).filter(it => isStateful(it) && mayHaveRun(it) && !isUnderSubmit(it)).flatMap(it => {
    const jobId = it.status.jobStatus.jobId ?? ''
    if (isStateKept(configMaps.value, meta.name, jobId) || inZooKeeper.some(({ jobs }) => jobs.some(isKeptAs(jobId)))) return []
    return [
      ...(takes && isSeenAlive(facts, jobId)
        ? [`the JobManager of FlinkSessionJob ${it.meta.name} is deleted, and no HA metadata keeps its state`]
        : []),
      ...(creates && kept.includes(jobId) && it.meta.deletionTimestamp === null
        ? [`a JobManager is created that runs FlinkSessionJob ${it.meta.name} from what it was submitted with`]
        : []),
    ]
  })
}

const isInZooKeeper = (configuration: Readonly<Record<string, unknown>>): boolean => configuration['high-availability.type'] === 'zookeeper'

const isAllowed = (
  configuration: Readonly<Record<string, unknown>>,
  { options: { zookeeperAllowedQuorums } }: Decision['env'],
): boolean => {
  const quorum = String(configuration['high-availability.zookeeper.quorum'])
  return quorum.includes('.') && zookeeperAllowedQuorums.includes(quorum)
}

/** By a usable pointer; or by a counter if no pointer ever existed. */
const isKeptAs = (wanted: string) => ({ jobId, checkpoints, unusable, hadCheckpoints, counter }: ZooKeeperJobView): boolean =>
  jobId === wanted
  && (checkpoints.some(it => !unusable.includes(it))
    || (hadCheckpoints === false && checkpoints.length === 0 && typeof counter === 'number'))

const mayBeLost = 'kubernetes.operator.session.upgrade.block-on-stateful-jobs'
