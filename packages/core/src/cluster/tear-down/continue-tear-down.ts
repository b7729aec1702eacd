import { act, type Decision, look, pollMillis, type Problem, untilWatchEvent, wait } from '../../contract/round/decision.ts'
import type { ClusterRound } from '../cluster-round.ts'
import { type TearDownStep, tearDownStep } from './tear-down-step.ts'
import type { EmitEvent } from '../../contract/action/emit-event.ts'
import type { ConfigMapView } from '../../contract/fact/object-view.ts'
import type { FlinkDeploymentStatus } from '../../contract/resource/flink-deployment-status.ts'
import type { TearDownOperation } from '../../contract/resource/operation.ts'
import { finalizerOf } from '../../contract/resource/resource-type.ts'
import { withStatus } from '../../contract/round/status-change.ts'
import type { ClusterDecision } from '../cluster-situation.ts'
import { haDeletion } from '../high-availability/ha-config-maps.ts'
import { mayRunByHaMetadata } from '../observe/name-conflicts.ts'

/**
 * Hooks of a tear-down: the status and problem while it is in progress, and the decision afterwards. `Gone`: the result that the caller
 * gets then.
 */
export interface TearDownHooks<Status, Gone> {
  readonly status: Status
  readonly giveUpAt: number
  /** The reason for the queries. */
  readonly why: string
  /** The problem to report with a step or a wait. */
  readonly problem: Problem | null
  readonly whenGone: () => Decision<Status> | Gone
}

/** Turns a step of a tear-down into a decision: query, wait or act, and continue once the cluster is gone. */
export const drivenTearDown = <Status, Gone = never>(
  env: ClusterRound['env'],
  step: TearDownStep,
  { status, giveUpAt, why, problem, whenGone }: TearDownHooks<Status, Gone>,
): Decision<Status> | Gone => {
  switch (step._tag) {
    case 'Look':
      return look(step.queries, why)
    case 'Unobservable':
      return wait(status, pollMillis, step.why, problem)
    case 'Wait':
      // watches report the end of a running deletion; a delay is reported at the deadline
      return untilWatchEvent(
        wait(status, pollMillis, step.waitingFor, problem),
        giveUpAt < env.now ? env.options.reconcileInterval : Math.min(env.options.reconcileInterval, giveUpAt - env.now + 1),
      )
    case 'Do':
      return act(status, `the operator deletes the cluster, and waits for ${step.waitingFor}`, {
        effects: step.effects,
        after: pollMillis,
        waitingFor: step.waitingFor,
        problem,
      })
    case 'Gone':
      return whenGone()
  }
}

/**
 * The problem of a deletion that takes longer than its deadline: what it waits for, and what a user can do. The operator continues to wait,
 * because no other cluster may run beside the old one.
 */
export const slowDeletion = (cluster: 'The cluster' | 'The previous cluster', waitingFor: string): Problem => ({
  owner: 'operation',
  type: 'ReconciliationException',
  reason: 'CleanupFailed',
  message:
    `${cluster} is still being deleted: waiting for ${waitingFor}. If a finalizer blocks it, the controller that set the finalizer has to remove it. If the node of a pod is lost, and no process of the pod can still run, delete the pod by force `
    + '(kubectl delete pod NAME --force). The operator then continues automatically',
})

/** What a step of a tear-down waits for. */
export const slowStep = (step: TearDownStep): string =>
  step._tag === 'Wait' || step._tag === 'Do' ? step.waitingFor : 'its objects to be read'

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
