import { isStateKept } from '../../../src/cluster/high-availability/ha-config-maps.ts'
import { isStateful, isUnderSubmit, keptJobs, mayHaveRun, sessionJobsOf } from '../../../src/session-cluster/session-jobs.ts'
import type { ZooKeeperJobView } from '../../../src/fact/zookeeper-ha-view.ts'
import { type Decision, isSeenAlive } from './decided-list.ts'
import { seenInZooKeeper } from './zookeeper-list-laws.ts'

/**
 * P01, on one list: of a session cluster no JobManager is taken away over a job with state that is seen running, and none is created that
 * runs such a job again, where high availability keeps nothing that brings it back from where it was. Unless the options say so, or the
 * cluster is deleted.
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
    return ['a JobManager is created where it was not seen what ZooKeeper keeps']
  const inZooKeeper = seenInZooKeeper(facts).flatMap(it => it.value === null ? [] : [it.value])
  const kept = [...keptJobs(facts, meta.name) ?? [], ...inZooKeeper.flatMap(({ plans }) => plans.map(({ jobId }) => jobId))]
  if (creates && kept.length > 0 && flinkSessionJobs?._tag !== 'Known')
    return ['a JobManager is created over jobs whose owners were not seen']
  if (isInZooKeeper(spec.flinkConfiguration) && !isAllowed(spec.flinkConfiguration, env)) return []
  return sessionJobsOf(facts).filter(it => isStateful(it) && mayHaveRun(it) && !isUnderSubmit(it)).flatMap(it => {
    const jobId = it.status.jobStatus.jobId ?? ''
    if (isStateKept(configMaps.value, meta.name, jobId) || inZooKeeper.some(({ jobs }) => jobs.some(isKeptAs(jobId)))) return []
    return [
      ...(takes && isSeenAlive(facts, jobId)
        ? [`the JobManager is taken away under FlinkSessionJob ${it.meta.name}, whose state nothing keeps`]
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

/** By a pointer that Flink can use; or by a counter, where there never was one. */
const isKeptAs = (wanted: string) => ({ jobId, checkpoints, unusable, hadCheckpoints, counter }: ZooKeeperJobView): boolean =>
  jobId === wanted
  && (checkpoints.some(it => !unusable.includes(it))
    || (hadCheckpoints === false && checkpoints.length === 0 && typeof counter === 'number'))

const mayBeLost = 'kubernetes.operator.session.upgrade.block-on-stateful-jobs'
