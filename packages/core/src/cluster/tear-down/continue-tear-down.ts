import type { EmitEvent } from '../../contract/action/emit-event.ts'
import type { ConfigMapView } from '../../contract/fact/object-view.ts'
import type { FlinkDeploymentStatus } from '../../contract/resource/flink-deployment-status.ts'
import type { TearDownOperation } from '../../contract/resource/operation.ts'
import { finalizerOf } from '../../contract/resource/resource-type.ts'
import { act } from '../../contract/round/decision.ts'
import { withStatus } from '../../contract/round/status-change.ts'
import type { ClusterRound } from '../cluster-round.ts'
import type { ClusterDecision } from '../cluster-situation.ts'
import { haDeletion } from '../high-availability/ha-config-maps.ts'
import { mayRunByHaMetadata } from '../observe/name-conflicts.ts'
import { drivenTearDown } from './driven-tear-down.ts'
import { slowDeletion, slowStep } from './slow-deletion.ts'
import { tearDownStep } from './tear-down-step.ts'

/** The hooks in which the owners of a cluster differ when it is deleted. */
export interface TearDownHost {
  /** Those of the ConfigMaps that hold HA metadata of this cluster. */
  readonly haConfigMaps: (configMaps: readonly ConfigMapView[]) => readonly ConfigMapView[]
  /** Deletes its data from ZooKeeper. Null: nothing is left to do. */
  readonly inZooKeeper: () => ClusterDecision | null
  /** Events about what stays although the resource is gone. */
  readonly left: () => readonly EmitEvent[]
  /** The status that records that the cluster is gone, if its resource stays. */
  readonly gone: (status: FlinkDeploymentStatus) => FlinkDeploymentStatus
}

/** Deletes the cluster, and then its HA metadata if the operation asks for that, once the last JobManager pod is observed as gone (B85). */
export const continueTearDown = (round: ClusterRound, operation: TearDownOperation, host: TearDownHost): ClusterDecision => {
  const { desired, observed: { facts, status }, env } = round
  const step = tearDownStep(
    desired,
    facts,
    env.options.resourceDeletionPropagation,
    operation.purpose === 'Deletion' ? 'Deletion' : 'Nothing',
  )
  return drivenTearDown(env, step, {
    status,
    giveUpAt: operation.giveUpAt,
    why: 'is the cluster gone?',
    problem: env.now > operation.giveUpAt ? slowDeletion('The cluster', slowStep(step)) : null,
    whenGone: () => afterwards(round, operation, host),
  })
}

const afterwards = (round: ClusterRound, operation: TearDownOperation, host: TearDownHost): ClusterDecision => {
  const { desired: { meta }, observed: { facts, status } } = round
  const isToGo = operation.deleteHaMetadata && !mayRunByHaMetadata(round)
  const effect = isToGo && facts.configMaps?._tag === 'Known' ? haDeletion(meta, host.haConfigMaps(facts.configMaps.value)) : null
  if (effect !== null) return act(status, 'the JobManager is gone: its HA metadata is deleted', { effects: [effect] })
  const inZooKeeper = isToGo ? host.inZooKeeper() : null
  if (inZooKeeper !== null) return inZooKeeper
  return operation.purpose === 'Deletion'
    ? act(status, 'nothing of the resource is left', {
      effects: [{ _tag: 'RemoveFinalizer', finalizer: finalizerOf(meta) }],
      events: host.left(),
      waitingFor: 'the resource to be gone',
    })
    : act(withStatus(host.gone(status), { operation: null }), 'the cluster is gone')
}
