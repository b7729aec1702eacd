import type { JobAction, World, SessionJobResource } from '../../world/world.ts'
import { actionText as ofDeployment } from '../flink-deployment/action-text.ts'
import { isAlive } from '../../flink/job-manager-process.ts'
import { isOfJob, atJob, fromJob } from '../../world/jobs.ts'
import { flinkDeploymentOf, jobResourceOf, clusterOfJob, sessionJobsOf } from '../../world/resources.ts'
import { whyNotWhereItWasToGo } from '../job-arrival.ts'
import { flinkSessionJobKind, type FlinkSessionJobDesired, type FlinkSessionJobObserved } from '@flink-operator/core/kind/flink-session-job'
import { isOfEarlierAttempt } from '@flink-operator/core/resource'
import { hashSeen } from '../../checker/hash-state.ts'
import { heard } from '../../kubernetes/asked.ts'
import { atCluster, fromCluster } from '../../world/clusters.ts'
import { perform } from '../../world/perform.ts'
import type { SimulatedKind } from '../simulated-kind.ts'
import { judgeOthersJobs } from './others-jobs.ts'
import { observeOnce } from './observe-memo.ts'
import { breachesOfList, destructive } from './session-job-laws.ts'

/** One action in a few words. */
export const actionText = (action: JobAction): string => {
  switch (action._tag) {
    case 'UploadJar':
      return `UploadJar(${action.name.slice(0, 6)})`
    case 'RunJar':
      return `RunJar(job ${action.jobId.slice(-6)}, from ${action.savepointPath ?? 'nothing'})`
    case 'DeleteJar':
      return 'DeleteJar'
    default:
      return ofDeployment(action)
  }
}

/**
 * Why the FlinkSessionJob of the current job has not arrived (P06); null: it has, or it is deleted and nothing of it runs, or it waits
 * for a missing cluster and reports that.
 */
export const whyNotArrived = (world: World, leadsOut: (error: string) => string | null): string | null => {
  const resource = jobResourceOf(world)
  if (resource === null)
    return world.ghost.tampered !== null
        || !world.pods.some(({ process }) => process?.jobs.some(job => isOfJob(world, job) && isAlive(job)))
      ? null : `FlinkSessionJob ${world.owner ?? ''} is gone, its job is not`
  const waits = resource.meta.deletionTimestamp === null && !isClusterReady(world)
    && resource.status.conditions.some(({ type, status }) => type === 'ClusterReady' && status === 'False')
  if (waits) return null
  const why = whyNotWhereItWasToGo(world, resource, leadsOut)
  return why === null ? null : `FlinkSessionJob ${resource.meta.name}: ${why}`
}

const isClusterReady = (world: World): boolean => flinkDeploymentOf(world)?.status.jobManagerDeploymentStatus === 'READY'

const none: readonly SessionJobResource[] = []

/** The cluster that it runs in; the current one if it names none, or a deleted one. */
const clusterOf = (world: World, name: string): string => {
  const job = sessionJobsOf(world)?.find(({ meta }) => meta.name === name)
  return (job === undefined ? null : clusterOfJob(job)) ?? world.clusterId
}

/** The part of its status that `validate` reads. */
export const jobStatusRead = ({ operation, reconciliationStatus: record }: SessionJobResource['status']): readonly unknown[] => [
  record.lastReconciledSpec,
  record.lastStableSpec,
  operation?.kind === 'Unreadable' ? JSON.stringify(operation.error) : '',
]

/** How many live jobs have ids of earlier attempts than the recorded one: the operator compares ids by their attempts. */
const earlierRuns = ({ pods }: World, { meta, status: { jobStatus: { jobId: recorded } } }: SessionJobResource): number =>
  pods.reduce(
    (sum, { process }) =>
      sum
      + (process?.jobs ?? []).filter(job => job.jobId !== recorded && isAlive(job) && isOfEarlierAttempt(meta, job.jobId, recorded)).length,
    0,
  )

export const simulatedFlinkSessionJob: SimulatedKind = {
  name: 'FlinkSessionJob',
  kind: flinkSessionJobKind,
  rules: { ...flinkSessionJobKind, observe: observeOnce() },

  resources: world => sessionJobsOf(world) ?? none,
  older: (world, name) => fromJob(fromCluster(world, clusterOf(world, name)), name).olderResource,
  perform: (world, name, action, version, outcome) =>
    judgeOthersJobs(name, world, action, atCluster(world, clusterOf(world, name), it => perform(it, action, version, outcome, name))),
  // a spec that the operator finds valid is what the user asks for
  heard: (world, { meta, spec }: SessionJobResource, { observed }) =>
    (observed as FlinkSessionJobObserved).work.invalid === null
      ? atCluster(world, clusterOf(world, meta.name), it => ({ world: atJob(it, meta.name, here => heard(here, spec)) })).world : world,

  isWoken: true,
  writesAlone: false,
  restsFrom: null,
  mayArriveLate: true,

  validateReads: ({ status }: SessionJobResource) => jobStatusRead(status),
  hashSeen: (canonical, world, resource: SessionJobResource) => {
    const there = fromCluster(world, clusterOf(world, resource.meta.name))
    hashSeen(canonical, there, flinkDeploymentOf(there))
    const index = (sessionJobsOf(world) ?? none).indexOf(resource)
    canonical.word(index)
    canonical.word(earlierRuns(there, resource))
    if (index >= 0) return
    // read from an old cache
    canonical.rebase(resource.status.operatorRecord.attempts, [])
    canonical.value(resource)
  },
  attemptsOf: ({ status }: SessionJobResource) => status.operatorRecord.attempts,

  breachesOf: breachesOfList,
  destructive,
  judgesLooks: false,
  whyNotArrived: (world, leadsOut) => {
    // without FlinkSessionJobs the other jobs of a cluster belong to versions
    for (const { owner } of sessionJobsOf(world) === null ? [] : world.otherJobs) {
      const why = owner === null ? null : whyNotArrived(fromJob(world, owner), error => leadsOut(error, owner))
      if (why !== null) return why
    }
    return null
  },
  arrivesWaiting: true,

  actionText,
  situationOf: ({ desired, observed, env }) =>
    flinkSessionJobKind.explain(desired as FlinkSessionJobDesired, observed as FlinkSessionJobObserved, env),
}
