import type { ConfiguredCluster } from '../cluster/configured-spec.ts'
import { jobConfigMapName } from '../cluster/high-availability/ha-config-map.ts'
import { executionPlanKeys, isStateKept } from '../cluster/high-availability/ha-config-maps.ts'
import { isStateSeen, viewAt } from '../cluster/high-availability/ha-sight.ts'
import type { ConfigMapView } from '../fact/object-view.ts'
import type { ResourceMeta } from '../resource/resource-meta.ts'
import type { Obstacle } from '../round/obstacle.ts'
import { haSightOf } from './session-ha-seen.ts'
import type { SessionRound } from './session-cluster-round.ts'
import { isStateful, isUnderSubmit, keptJobs, mayHaveRun, sessionJobsOf } from './session-jobs.ts'

/**
 * FlinkSessionJobs with state whose plan high availability keeps, and whose checkpoints it keeps no more: their own ConfigMap was deleted,
 * or what it points to can't be used. A JobManager would run them again at once, from what they were submitted with (P01; H23, H31). One
 * that is still being submitted goes on from there anyway; one that is being deleted is ended as soon as a JobManager is there to end it,
 * which is what leaves a plan alone behind, too: Flink takes away the checkpoints' pointers first.
 */
export const keptWithoutState = (round: SessionRound, after: ConfiguredCluster): readonly Obstacle[] => {
  const { desired: { meta }, observed: { facts } } = round
  const { highAvailability, sessionUpgradeBlockOnStatefulJobs } = after.options
  const { configMaps } = facts
  if (!sessionUpgradeBlockOnStatefulJobs) return []
  if (highAvailability === 'zookeeper') return inZooKeeper(round, after)
  if (highAvailability !== 'kubernetes' || configMaps?._tag !== 'Known') return []
  const kept = keptJobs(facts, meta.name) ?? []
  return jobsToStay(round).flatMap(
    ({ meta: job, status: { jobStatus: { jobId } } }): readonly Obstacle[] =>
      jobId === null || !kept.includes(jobId) || isStateKept(configMaps.value, meta.name, jobId) ? []
        : configMaps.value.filter(it => executionPlanKeys(it, [jobId]).length > 0).map(it => ({
          kind: 'ConfigMap',
          name: it.name,
          isGoing: it.deleting,
          what:
            `holds the plan of job ${jobId} of FlinkSessionJob ${job.name}, of which no checkpoint is kept: a JobManager would run it again from what it was submitted with`,
          remedy: `${putBack(meta, jobId)}, or ${takeOut(meta, it, jobId)}; or, if what it has may be lost, ${letBeLost}`,
        })),
  )
}

const jobsToStay = ({ observed: { facts } }: Pick<SessionRound, 'observed'>) =>
  sessionJobsOf(facts).filter(it => isStateful(it) && mayHaveRun(it) && !isUnderSubmit(it) && it.meta.deletionTimestamp === null)

/** The same at the cluster's node: a plan without a pointer, and without a counter that says that there was none yet. */
const inZooKeeper = (round: SessionRound, after: ConfiguredCluster): readonly Obstacle[] => {
  const { observed: { facts } } = round
  const sight = haSightOf(round, after)
  const seen = viewAt(sight.place, facts)
  if (seen === null) return []
  return jobsToStay(round).flatMap(
    ({ meta: job, status: { jobStatus: { jobId } } }): readonly Obstacle[] =>
      jobId === null || isStateSeen(sight, jobId) ? []
        : seen.view.plans.filter(plan => plan.jobId === jobId).map(({ path }) => ({
          kind: 'ZooKeeper node',
          name: `${seen.place.path}${path}`,
          isGoing: false,
          what:
            `holds the plan of job ${jobId} of FlinkSessionJob ${job.name}, of which no checkpoint is kept: a JobManager would run it again from what it was submitted with`,
          remedy:
            `put back ${seen.place.path}/jobs/${jobId} in ZooKeeper ${seen.place.quorum}, if there is a copy of it, or delete ${seen.place.path}${path} there and say what the job goes on from: its spec.job.initialSavepointPath and a new spec.job.savepointRedeployNonce; or, if what it has may be lost, ${letBeLost}`,
        })),
  )
}

type Name = Pick<ResourceMeta, 'namespace' | 'name'>

const putBack = ({ name }: Name, jobId: string): string => `put back ConfigMap ${jobConfigMapName(name, jobId)}, if there is a copy of it`

const takeOut = ({ namespace }: Name, configMap: ConfigMapView, jobId: string): string => {
  const data = Object.fromEntries(executionPlanKeys(configMap, [jobId]).map(key => [key, null]))
  return `take the plan out (kubectl patch configmap ${configMap.name} -n ${namespace} --type merge -p '${
    JSON.stringify({ data })
  }') and say what the job goes on from: its spec.job.initialSavepointPath and a new spec.job.savepointRedeployNonce`
}

const letBeLost = 'set kubernetes.operator.session.upgrade.block-on-stateful-jobs: false'
