import * as E from 'fp-ts/lib/Either.js'
import { pipe } from 'fp-ts/lib/function.js'
import type { UpgradeAnswer } from '../../../../job/upgrade/upgrade-answer.ts'
import { isStateless, stateKeptIn, type UpgradeMode } from '../../../../contract/resource/upgrade-mode.ts'
import type { LastState } from '../../../../contract/resource/last-state.ts'
import type { FlinkDeploymentStatus } from '../../../../contract/resource/flink-deployment-status.ts'
import type { EpochMillis } from '../../../../contract/resource/time.ts'
import type { OperationPurpose, SuspendOperation } from '../../../../contract/resource/operation.ts'
import type { EmitEvent } from '../../../../contract/action/emit-event.ts'
import type { WorldAction } from '../../../../contract/action/action.ts'
import { askedBy } from '../../../../job/stop/begin-stop.ts'
import { type Ended, ended } from '../../../../job/stop/stop-host.ts'
import { clusterQueries, watchedClusterObjects } from '../../../../cluster/observe/cluster-queries.ts'
import { inStages, orLook, onceSeen } from '../../../../contract/query/ask.ts'
import { act, look, pollMillis, wait } from '../../../../contract/round/decision.ts'
import { startOf } from '../../../../job/record/last-state-of.ts'
import { newOperation, withOperation } from '../../../../job/record/new-operation.ts'
import { neverStarted } from '../../../../cluster/observe/job-manager-start.ts'
import { inHighAvailability } from '../../../../job/upgrade/restart-failed.ts'
import type { JobDecision, Round } from '../application-round.ts'
import { haQueries } from '../observe/application-ha-seen.ts'
import { withRecord, withStatus } from '../../../../contract/round/status-change.ts'
import { recordNotSubmitted } from '../../../../job/record/record-updates.ts'
import { recordClusterGone } from '../record/status-updates.ts'
import type { Afterwards } from '../../../../cluster/tear-down/tear-down-step.ts'
import type { Operation } from '../../../../contract/resource/operation.ts'
import { drivenTearDown } from '../../../../cluster/tear-down/continue-tear-down.ts'
import { deploymentRef, tearDownStep } from '../../../../cluster/tear-down/tear-down-step.ts'
import { haMetadataFor } from '../upgrade/available-upgrade-mode.ts'

/**
 * Deletes a cluster whose JobManager was never available. It ran no job, so no state is lost (control-flow.md, section 5.6/c; B20, B36). It
 * may come up at any moment, so the delete request carries the resourceVersion of the Deployment, which changes when the JobManager becomes
 * available. Once the cluster is gone, the operator checks what it left.
 */
export const beginNeverStarted = (
  round: Round,
  { restoreMode, reason }: Pick<Extract<UpgradeAnswer, { _tag: 'Available' }>, 'restoreMode' | 'reason'>,
  purpose: OperationPurpose,
  announce: readonly EmitEvent[],
): JobDecision => {
  const { deployment, pods } = clusterQueries(round.desired)
  return onceSeen(
    round.observed.facts,
    [deployment, pods],
    queries => look(queries, 'did the JobManager ever start?'),
    () => deleteUnstarted(round, { restoreMode, reason }, purpose, announce),
  )
}

const deleteUnstarted = (
  round: Round,
  { restoreMode, reason }: Pick<Extract<UpgradeAnswer, { _tag: 'Available' }>, 'restoreMode' | 'reason'>,
  purpose: OperationPurpose,
  announce: readonly EmitEvent[],
): JobDecision => {
  const operation: SuspendOperation = {
    kind: 'Suspend',
    ...newOperation(round, purpose, round.env.options.resourceCleanupTimeout),
    mode: 'NOOP',
    restoreMode,
    step: 'TearDown',
    seenTerminalAt: null,
    redeploy: null,
  }
  const status = withRecord(withOperation(round.observed.status, operation), askedBy(round.desired))
  return act(status, reason, {
    ...guardedDeletion(round, status, operation),
    events: announce,
    after: pollMillis,
    waitingFor: 'the cluster that never started to be gone',
  })
}

/**
 * Deletes the Deployment, guarded by its resourceVersion. Only an accepted request, or an unchanged Deployment that is already being
 * deleted, proves that nothing ran in it (another party may delete it later).
 */
const guardedDeletion = (round: Round, status: FlinkDeploymentStatus, operation: SuspendOperation) => {
  const effects = deletion(round)
  return effects.length === 0 ? { effects }
    : {
      effects,
      then: {
        status: ranNothing(status, operation, round.env.now),
        reason: 'the Deployment was deleted unchanged: its JobManager ran nothing',
      },
    }
}

const ranNothing = (status: FlinkDeploymentStatus, operation: SuspendOperation, now: EpochMillis): FlinkDeploymentStatus =>
  withStatus(status, { operation: { ...operation, seenTerminalAt: now } })

/** The delete request of the Deployment; the API server refuses it if the JobManager became available meanwhile. */
export const deletion = ({ desired: { meta }, observed: { facts: { deployment } }, env }: Round): readonly WorldAction[] =>
  deployment?._tag === 'Known' && !deployment.value.deleting
    ? [{
      _tag: 'DeleteObject',
      target: deploymentRef(meta, deployment.value),
      resourceVersion: deployment.value.resourceVersion,
      propagation: env.options.resourceDeletionPropagation,
      why: 'its JobManager never started',
    }]
    : []

/** Continues the deletion. A JobManager that started after all is kept, and the next round decides again how to stop its job. */
export const continueNeverStarted = (round: Round, operation: SuspendOperation): JobDecision | Ended => {
  const { desired, observed: { facts } } = round
  const { deployment, pods } = clusterQueries(desired)
  const isOpen = facts.deployment?._tag === 'Known' && (!facts.deployment.value.deleting || operation.seenTerminalAt === null)
  return pipe(
    facts,
    inStages(() => watchedClusterObjects(desired), () => (isOpen ? [deployment, pods] : [])),
    E.map(() => deleteFurther(round, operation)),
    orLook(queries => look(queries, 'is the cluster that never started gone?')),
  )
}

const deleteFurther = (round: Round, operation: SuspendOperation): JobDecision | Ended => {
  const { desired, observed: { facts, status }, env } = round
  const { deployment, jobManagerPods } = facts
  if (jobManagerPods?._tag !== 'Known') return wait(status, pollMillis, 'the Kubernetes API to list the pods of the JobManager')
  if (deployment?._tag === 'Known' && !deployment.value.deleting)
    return neverStarted(round)
      ? act(status, 'the JobManager never started: its Deployment is deleted', {
        ...guardedDeletion(round, status, operation),
        after: pollMillis,
      })
      : act(withStatus(status, { operation: null }), 'the JobManager started after all')
  if (operation.seenTerminalAt === null && neverStarted(round))
    return act(ranNothing(status, operation, env.now), 'the Deployment is being deleted, and its JobManager never started')
  const step = tearDownStep(desired, facts, env.options.resourceDeletionPropagation, afterwardsOf(round, operation))
  return drivenTearDown(env, step, {
    status,
    giveUpAt: operation.giveUpAt,
    why: 'is the cluster gone?',
    problem: null,
    whenGone: () => byWhatItLeft(round, operation),
  })
}

/** Without HA metadata in ConfigMaps, nothing shows afterwards whether a job ran. */
const mayHaveRun = ({ desired: { deployed } }: Pick<Round, 'desired'>, { seenTerminalAt, restoreMode }: SuspendOperation): boolean =>
  seenTerminalAt === null && !isStateless(restoreMode) && deployed._tag === 'Deployed'
  && deployed.running.options.highAvailability !== 'kubernetes'

/** Decides by the HA metadata that the cluster left: metadata of its job proves that the job ran, and holds its state. */
const byWhatItLeft = (round: Round, operation: SuspendOperation): JobDecision | Ended =>
  onceSeen(
    round.observed.facts,
    haQueries(round),
    queries => look(queries, 'what HA metadata did the cluster leave?'),
    () => byHaMetadata(round, operation),
  )

const byHaMetadata = (round: Round, operation: SuspendOperation): JobDecision | Ended => {
  switch (haMetadataFor(round)) {
    case 'Available':
      if (operation.purpose === 'Recovery') return submitAgain(round, 'last-state', false)
      return isStateless(operation.restoreMode) ? ended(operation, { _tag: 'None' })
        : ended({ ...operation, restoreMode: 'last-state' }, { _tag: 'HaMetadata' })
    // `Unreadable`: only Flink can read it, but a JobManager that ran nothing wrote nothing
    case 'Unreadable':
    case 'NotAvailable':
      if (mayHaveRun(round, operation))
        return act(
          withStatus(round.observed.status, { operation: null }),
          'the Deployment disappeared before the operator could verify that its JobManager never started',
        )
      if (operation.purpose === 'Recovery') return submitAgain(round, operation.restoreMode, true)
      return ended(operation, { _tag: 'NeverCameUp' })
    case 'Unknown':
    case 'NotLooked':
      return wait(round.observed.status, pollMillis, 'the HA metadata that the cluster left to become readable')
  }
}

/**
 * Inputs of the next submit. The record of the submit stays, so that the job starts from the same source; the deploy uses the spec that is
 * wanted by then.
 */
interface Submit {
  readonly desired: Round['desired']
  readonly status: Round['observed']['status']
  readonly mode: UpgradeMode
  readonly mayBeFirst: boolean
}

const stateToSubmit = ({ desired: { deployed }, status, mode, mayBeFirst }: Submit): LastState =>
  stateKeptIn[mode] === 'HaMetadata' ? inHighAvailability(status)
    : mayBeFirst && deployed._tag === 'Deployed' && deployed.reconciled.firstDeployment === true ? { _tag: 'NeverStarted' }
    : startOf(status, deployed)

const submitAgain = (
  { desired, observed: { status } }: Pick<Round, 'desired' | 'observed'>,
  mode: UpgradeMode,
  mayBeFirst: boolean,
): JobDecision =>
  act(
    withRecord(withStatus(recordNotSubmitted(recordClusterGone(status), desired, mode, mayBeFirst), { operation: null }), {
      lastState: stateToSubmit({ desired, status, mode, mayBeFirst }),
    }),
    'the cluster that never started is gone: the job is submitted again',
  )

/** What follows the stop of a job: a deploy, unless the job should stay suspended or the resource is being deleted. */
export const afterwardsOf = ({ desired: { meta, wanted } }: Pick<Round, 'desired'>, { purpose }: Pick<Operation, 'purpose'>): Afterwards =>
  purpose !== 'Deletion' && meta.deletionTimestamp === null && wanted?.job.state === 'running' ? 'Deploy' : 'Nothing'
