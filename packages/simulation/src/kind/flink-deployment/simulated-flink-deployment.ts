import { type AnyDesired, type AnyObserved, situationOf, flinkDeploymentKind } from '@flink-operator/core/kind/flink-deployment'
import { hashSeen } from '../../checker/hash-state.ts'
import { heard } from '../../kubernetes/asked.ts'
import { perform } from '../../world/perform.ts'
import { atCluster, fromCluster, fromEachCluster } from '../../world/clusters.ts'
import type { Performed } from '../../kubernetes/answer.ts'
import { breach, type FlinkDeploymentResource, type World } from '../../world/world.ts'
import type { SimulatedKind } from '../simulated-kind.ts'
import { actionText } from './action-text.ts'
import { whyNotArrived } from './arrival.ts'
import { judgeAffectedJobs } from './jobs-at-stake.ts'
import { judgeStoppedForNothing } from './stopped-for-nothing.ts'
import { breachesOfList, destructive } from './action-list-laws.ts'

/** The part of the status that `validate` reads. */
export const statusRead = (
  { operation, reconciliationStatus: record, observedGeneration, operatorRecord }: FlinkDeploymentResource['status'],
): readonly unknown[] => [
  record.lastReconciledSpec,
  record.lastStableSpec,
  record.state,
  observedGeneration,
  operatorRecord.askedMode,
  operation?.kind,
  operation?.purpose,
  operation?.targetGeneration,
  operation?.kind === 'Unreadable' ? operation.error.path : '',
  operation?.kind === 'Deploy' && operation.source._tag === 'Empty' ? JSON.stringify(operation.source.left) : '',
]

/** P21: effects for one FlinkDeployment change no other one's cluster. */
const judgeOthers = (name: string, before: World, performed: Performed): Performed => {
  const touched = before.beside.length === 0 ? undefined
    : fromEachCluster(before).find(({ clusterId, deployments, configMaps, services, ingress, pods, ha }) => {
      const after = fromCluster(performed.world, clusterId)
      return clusterId !== name
        && (after.deployments !== deployments || after.configMaps !== configMaps || after.services !== services || after.ingress !== ingress
          || after.pods !== pods || after.ha !== ha)
    })
  return touched === undefined ? performed
    : {
      ...performed,
      world: breach(performed.world, 'P21', `an effect of FlinkDeployment ${name} changes the cluster ${touched.clusterId}`),
    }
}

const none: readonly FlinkDeploymentResource[] = []

export const simulatedFlinkDeployment: SimulatedKind = {
  name: 'FlinkDeployment',
  kind: flinkDeploymentKind,
  rules: flinkDeploymentKind,

  // simulated FlinkDeployments have an operator of their own
  resources: world => (world.played === undefined ? world.resources.FlinkDeployment : none),
  older: (world, name) => fromCluster(world, name).olderResource,
  perform: (world, name, action, version, outcome) =>
    judgeOthers(
      name,
      world,
      atCluster(
        world,
        name,
        it => judgeStoppedForNothing(it, action, judgeAffectedJobs(it, action, perform(it, action, version, outcome))),
      ),
    ),
  // a spec that the operator finds valid is what the user asks for
  heard: (world, { meta, spec }: FlinkDeploymentResource, { desired }) =>
    (desired as { readonly invalid?: unknown }).invalid == null
      ? atCluster(world, meta.name, it => ({ world: heard(it, spec) })).world : world,

  isWoken: true,
  writesAlone: false,
  restsFrom: null,
  mayArriveLate: true,

  validateReads: ({ status }: FlinkDeploymentResource) => statusRead(status),
  hashSeen: (canonical, world, resource: FlinkDeploymentResource) => hashSeen(canonical, fromCluster(world, resource.meta.name), resource),
  attemptsOf: ({ status }: FlinkDeploymentResource) => status.operatorRecord.attempts,

  breachesOf: breachesOfList,
  destructive,
  judgesLooks: false,
  whyNotArrived: (world, leadsOut) => {
    if (world.played !== undefined) return null
    for (const it of fromEachCluster(world)) {
      const why = whyNotArrived(it, leadsOut)
      if (why !== null) return why
    }
    return null
  },
  arrivesWaiting: true,

  actionText,
  situationOf: ({ desired, observed, env }) => situationOf(desired as AnyDesired, observed as AnyObserved, env),
}
