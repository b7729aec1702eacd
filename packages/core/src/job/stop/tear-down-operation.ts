import { haConfigMaps } from '../../cluster/high-availability/ha-metadata.ts'
import type { TearDownOperation } from '../../resource/operation.ts'
import { finalizerOf } from '../../resource/resource-type.ts'
import { act, look, pollMillis, wait } from '../../round/decision.ts'
import { mayRunByHaMetadata } from '../../cluster/seen/in-the-way.ts'
import { jobIdsOf } from '../../cluster/seen/ownership.ts'
import type { JobDecision, Round } from '../round.ts'
import { slowDeletion, slowStep } from '../../cluster/tear-down/slow-deletion.ts'
import { withStatus } from '../../round/status-change.ts'
import { recordClusterGone } from '../record/status-updates.ts'
import { tearDownStep, untilGone } from '../../cluster/tear-down/tear-down.ts'
import { sparingUnknownCluster } from '../record/unknown-cluster.ts'

/** Takes the cluster away, then its HA metadata where that is asked for, never before the last JobManager pod is seen gone (B85). */
export const continueTearDown = (round: Round, operation: TearDownOperation): JobDecision => {
  const { desired, observed: { facts, status }, env } = round
  const spared = sparingUnknownCluster(round, operation)
  if (spared !== null) return spared
  const step = tearDownStep(desired, facts, env.options.resourceDeletionPropagation, operation.purpose === 'Deletion' ? 'Deletion' : 'Nothing')
  const problem = env.now > operation.giveUpAt ? slowDeletion('The cluster', slowStep(step)) : null
  switch (step._tag) {
    case 'Look':
      return look(step.queries, 'is the cluster gone?')
    case 'Blind':
      return wait(status, pollMillis, step.why, problem)
    case 'Wait':
      return untilGone(wait(status, pollMillis, step.waitingFor, problem), round, operation)
    case 'Do':
      return act(status, step.waitingFor, { effects: step.effects, after: pollMillis, problem })
    case 'Gone':
      return afterwards(round, operation)
  }
}

const afterwards = (round: Round, { deleteHaMetadata, purpose }: TearDownOperation): JobDecision => {
  const { desired: { meta }, observed: { facts, status } } = round
  const left = deleteHaMetadata && !mayRunByHaMetadata(round) && facts.configMaps?._tag === 'Known' ? haConfigMaps(facts.configMaps.value, meta.name, jobIdsOf(status)).filter(({ deleting }) => !deleting) : []
  if (left.length > 0)
    return act(status, 'the JobManager is gone: HA metadata goes', {
      effects: [{ _tag: 'DeleteHaMetadata', namespace: meta.namespace, clusterId: meta.name, configMaps: left.map(({ name, uid }) => ({ name, uid })) }],
    })
  return purpose === 'Deletion'
    ? act(status, 'nothing of the resource is left', { effects: [{ _tag: 'RemoveFinalizer', finalizer: finalizerOf(meta) }], waitingFor: 'the resource to be gone' })
    : act(withStatus(recordClusterGone(status), { operation: null }), 'the cluster is gone')
}
