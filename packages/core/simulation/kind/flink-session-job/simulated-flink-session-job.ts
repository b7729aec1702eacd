import { flinkSessionJobKind } from '../../../src/kind/flink-session-job/flink-session-job-kind.ts'
import type { FlinkSessionJobDesired } from '../../../src/kind/flink-session-job/session-job-desired.ts'
import type { FlinkSessionJobObserved } from '../../../src/kind/flink-session-job/session-job-round.ts'
import { hashSeen } from '../../checker/hash-state.ts'
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

/** The cluster that it runs in; where it names none, or is gone, that at hand. */
const clusterOf = (world: World, name: string): string => {
  const job = sessionJobsOf(world)?.find(({ meta }) => meta.name === name)
  return (job === undefined ? null : clusterOfJob(job)) ?? world.clusterId
}

/** All of its status that `validate` reads. */
export const jobStatusRead = ({ operation, reconciliationStatus: record }: SessionJobResource['status']): readonly unknown[] => [
  record.lastReconciledSpec,
  record.lastStableSpec,
  operation?.kind === 'Unreadable' ? JSON.stringify(operation.error) : '',
]

export const simulatedFlinkSessionJob: SimulatedKind = {
  name: 'FlinkSessionJob',
  kind: flinkSessionJobKind,
  rules: { ...flinkSessionJobKind, observe: observeOnce() },

  resources: world => sessionJobsOf(world) ?? none,
  older: (world, name) => fromJob(fromCluster(world, clusterOf(world, name)), name).olderResource,
  perform: (world, name, action, version, outcome) =>
    judgeOthersJobs(name, world, action, atCluster(world, clusterOf(world, name), it => perform(it, action, version, outcome, name))),
  // what the operator finds valid is what people ask for
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
    if (index >= 0) return
    // from an old cache
    canonical.rebase(resource.status.operatorRecord.attempts, [])
    canonical.value(resource)
  },
  attemptsOf: ({ status }: SessionJobResource) => status.operatorRecord.attempts,

  breachesOf: breachesOfList,
  destructive,
  judgesLooks: false,
  whyNotArrived: (world, leadsOut) => {
    // beside none of them the jobs of a cluster are those of versions
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
