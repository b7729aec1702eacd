import { haConfigMaps, haDeletion } from '../../cluster/high-availability/ha-config-maps.ts'
import type { TearDownOperation } from '../../resource/operation.ts'
import { finalizerOf } from '../../resource/resource-type.ts'
import { act } from '../../round/decision.ts'
import { mayRunByHaMetadata } from '../../cluster/seen/in-the-way.ts'
import { jobIdsOf } from '../../cluster/seen/ownership.ts'
import type { JobDecision, Round } from '../application-round.ts'
import { slowDeletion, slowStep } from '../../cluster/tear-down/slow-deletion.ts'
import { withStatus } from '../../round/status-change.ts'
import { deleteHaFromZooKeeper } from './delete-application-ha-from-zookeeper.ts'
import { recordClusterGone } from '../record/status-updates.ts'
import { drivenTearDown } from '../../cluster/tear-down/driven-tear-down.ts'
import { tearDownStep } from '../../cluster/tear-down/tear-down-step.ts'
import { sparingUnknownCluster } from '../record/unknown-cluster.ts'

/** Takes the cluster away, then its HA metadata where that is asked for, never before the last JobManager pod is seen gone (B85). */
export const continueTearDown = (round: Round, operation: TearDownOperation): JobDecision => {
  const { desired, observed: { facts, status }, env } = round
  const spared = sparingUnknownCluster(round, operation)
  if (spared !== null) return spared
  const step = tearDownStep(
    desired,
    facts,
    env.options.resourceDeletionPropagation,
    operation.purpose === 'Deletion' ? 'Deletion' : 'Nothing',
  )
  const problem = env.now > operation.giveUpAt ? slowDeletion('The cluster', slowStep(step)) : null
  return drivenTearDown(env, step, {
    status,
    giveUpAt: operation.giveUpAt,
    why: 'is the cluster gone?',
    problem,
    whenGone: () => afterwards(round, operation),
  })
}

const afterwards = (round: Round, operation: TearDownOperation): JobDecision => {
  const { desired: { meta }, observed: { facts, status } } = round
  const isToGo = operation.deleteHaMetadata && !mayRunByHaMetadata(round)
  const effect = isToGo && facts.configMaps?._tag === 'Known'
    ? haDeletion(meta, haConfigMaps(facts.configMaps.value, meta.name, jobIdsOf(status))) : null
  if (effect !== null) return act(status, 'the JobManager is gone: HA metadata goes', { effects: [effect] })
  const inZooKeeper = isToGo ? deleteHaFromZooKeeper(round, operation, 'Cluster', true) : null
  if (inZooKeeper !== null) return inZooKeeper
  return operation.purpose === 'Deletion'
    ? act(status, 'nothing of the resource is left', {
      effects: [{ _tag: 'RemoveFinalizer', finalizer: finalizerOf(meta) }],
      waitingFor: 'the resource to be gone',
    })
    : act(withStatus(recordClusterGone(status), { operation: null }), 'the cluster is gone')
}
