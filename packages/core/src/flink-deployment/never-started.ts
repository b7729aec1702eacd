import type { UpgradeAnswer } from '../job-upgrade/upgrade-answer.ts'
import type { UpgradeMode } from '../resource/flink-deployment-spec.ts'
import type { OperationPurpose, SuspendOperation } from '../resource/operation.ts'
import type { EmitEvent } from '../action/emit-event.ts'
import type { Action } from '../action/action.ts'
import { pollMillis } from './begin-suspend.ts'
import { allClusterObjects, clusterQueries, unanswered, watchedClusterObjects } from './cluster-queries.ts'
import { act, type Decision, look, wait } from './decision.ts'
import { finishSuspend } from './finish-suspend.ts'
import { newOperation } from './new-operation.ts'
import { neverStarted } from './job-manager-start.ts'
import type { Round } from './round.ts'
import { withRecord, withStatus } from './status-change.ts'
import { recordClusterGone, recordNotSubmitted } from './status-updates.ts'
import { deploymentRef, tearDownStep, untilGone } from './tear-down.ts'
import { haMetadataFor } from './upgrade-inputs-of.ts'

/**
 * A JobManager that was never available ran nothing, so nothing is lost with it (control-flow.md, section 5.6/c; B20, B36). It may come up at any
 * moment, so its Deployment is deleted only as it was seen: with its resourceVersion, which changes when it becomes available. What it left is looked
 * at once it is gone.
 */
export const beginNeverStarted = (round: Round, { restoreMode, reason }: Pick<Extract<UpgradeAnswer, { _tag: 'Available' }>, 'restoreMode' | 'reason'>, purpose: OperationPurpose, announce: readonly EmitEvent[]): Decision => {
  const missing = unanswered(round.observed.facts, allClusterObjects(round.desired))
  if (missing.length > 0) return look(missing, 'did the JobManager ever start?')
  const operation: SuspendOperation = { kind: 'Suspend', ...newOperation(round, purpose, round.env.options.resourceCleanupTimeout), mode: 'NOOP', restoreMode, step: 'TearDown', seenTerminalAt: null, redeploy: null }
  const status = withRecord(withStatus(round.observed.status, { operation }), { attempts: operation.attempt, retryAt: null })
  return act(status, reason, { effects: deletion(round), events: announce, after: pollMillis, waitingFor: 'the cluster that never started to be gone' })
}

const deletion = ({ desired: { meta }, observed: { facts: { deployment } }, env }: Round): readonly Action[] =>
  deployment?._tag === 'Known' && !deployment.value.deleting
    ? [{ _tag: 'DeleteObject', target: deploymentRef(meta, deployment.value), resourceVersion: deployment.value.resourceVersion, propagation: env.options.resourceDeletionPropagation, why: 'its JobManager never started' }]
    : []

/** Goes on with it: a JobManager that started after all is left alone, and how to stop its job is decided anew. */
export const continueNeverStarted = (round: Round, operation: SuspendOperation): Decision => {
  const { desired, observed: { facts, status }, env } = round
  const unheard = unanswered(facts, watchedClusterObjects(desired))
  if (unheard.length > 0) return look(unheard, 'is the cluster that never started gone?')
  const { deployment, jobManagerPods } = facts
  const isThere = deployment?._tag === 'Known' && !deployment.value.deleting
  const missing = isThere ? unanswered(facts, [clusterQueries(desired).deployment, clusterQueries(desired).pods]) : []
  if (missing.length > 0) return look(missing, 'did the JobManager start after all?')
  if (jobManagerPods?._tag !== 'Known') return wait(status, pollMillis, 'to see the pods of the JobManager')
  if (deployment?._tag === 'Known' && !deployment.value.deleting)
    return neverStarted(round)
      ? act(status, 'the JobManager never started: its Deployment goes', { effects: deletion(round), after: pollMillis })
      : act(withStatus(status, { operation: null }), 'the JobManager started after all')
  const step = tearDownStep(desired, facts, env.options.resourceDeletionPropagation)
  switch (step._tag) {
    case 'Look':
      return look(step.queries, 'is the cluster gone?')
    case 'Blind':
      return wait(status, pollMillis, step.why)
    case 'Wait':
      return untilGone(wait(status, pollMillis, step.waitingFor), round, operation)
    case 'Do':
      return act(status, step.waitingFor, { effects: step.effects, after: pollMillis })
    case 'Gone':
      return byWhatItLeft(round, operation)
  }
}

/** HA metadata of its job means that it ran: then its state is there. */
const byWhatItLeft = (round: Round, operation: SuspendOperation): Decision => {
  switch (haMetadataFor(round)) {
    case 'Available':
      if (operation.purpose === 'Recovery') return submitAgain(round, 'last-state', false)
      return operation.restoreMode === 'stateless' ? finishSuspend(round, operation, { _tag: 'None' }) : finishSuspend(round, { ...operation, restoreMode: 'last-state' }, { _tag: 'HaMetadata' })
    case 'NotAvailable':
      if (operation.purpose === 'Recovery') return submitAgain(round, operation.restoreMode, true)
      return finishSuspend(round, operation, { _tag: 'Recorded' })
    default:
      return wait(round.observed.status, pollMillis, 'to see what HA metadata the cluster left')
  }
}

/** The record stays that of the submit, so that the job starts from where it was to start; whatever is wanted by now is what is deployed. */
const submitAgain = ({ desired, observed: { status } }: Round, mode: UpgradeMode, mayBeFirst: boolean): Decision =>
  act(withStatus(recordNotSubmitted(recordClusterGone(status), desired, mode, mayBeFirst), { operation: null }), 'the cluster that never started is gone: it is submitted again')
