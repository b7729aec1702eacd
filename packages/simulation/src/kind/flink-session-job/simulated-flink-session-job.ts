import { flinkSessionJobKind, type FlinkSessionJobDesired, type FlinkSessionJobObserved } from '@flink-operator/core/kind/flink-session-job'
import { isOfEarlierAttempt } from '@flink-operator/core/resource'
import { hashSeen } from '../../checker/hash-state.ts'
import { isAlive } from '../../flink/job-manager-process.ts'
import { heard } from '../../kubernetes/asked.ts'
import { atCluster, fromCluster } from '../../world/clusters.ts'
import { atJob, fromJob } from '../../world/jobs.ts'
import { perform } from '../../world/perform.ts'
import { clusterOfJob, flinkDeploymentOf, sessionJobsOf } from '../../world/resources.ts'
import type { SessionJobResource, World } from '../../world/world.ts'
import type { SimulatedKind } from '../simulated-kind.ts'
import { actionText } from './action-text.ts'
import { whyNotArrived } from './arrival.ts'
import { judgeOthersJobs } from './others-jobs.ts'
import { observeOnce } from './observe-memo.ts'
import { breachesOfList, destructive } from './session-job-laws.ts'

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
