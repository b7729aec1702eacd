import type { WorldAction } from '../../action/action.ts'
import type { ClusterPart } from '../../action/manifest-request.ts'
import type { DeploymentView } from '../../fact/deployment-view.ts'
import { clusterParts } from '../../cluster/manifest/cluster-parts.ts'
import { attemptAnnotation } from '../../resource/attempt-annotation.ts'
import { ownerReferencePatch } from '../../cluster/manifest/owner-reference.ts'
import {
  executionPlanKeys,
  haConfigMaps,
  haDeletion,
  haMetadataOf,
  haMetadataOfOthers,
} from '../../cluster/high-availability/ha-metadata.ts'
import { upgradeErrors } from '../../job/upgrade/upgrade-answer.ts'
import { contradictedState, stateUnderDeploy } from '../../resource/last-state.ts'
import type { DeployOperation } from '../../resource/operation.ts'
import { stateBefore } from './begin-deploy.ts'
import { allClusterObjects, unanswered, watchedClusterObjects } from '../../cluster/seen/cluster-queries.ts'
import { act, look, pollMillis, type Problem, wait } from '../../round/decision.ts'
import { events } from '../told/events.ts'
import { finishDeploy } from './finish-deploy.ts'
import { namesOf } from './obstacles.ts'
import { lateArrivalLimit } from '../../resource/operation.ts'
import { manifestInput } from '../../cluster/manifest/manifest-input.ts'
import { jobIdsOf } from '../../cluster/seen/ownership.ts'
import { unrenderable } from '../../cluster/manifest/renderable.ts'
import type { JobDecision, Round } from '../round.ts'
import { slowDeletion, slowStep } from '../../cluster/tear-down/slow-deletion.ts'
import { sparingUnknownCluster } from '../record/unknown-cluster.ts'
import { withJob, withRecord, withStatus } from '../../round/status-change.ts'
import { drivenTearDown } from '../../cluster/tear-down/driven-tear-down.ts'
import { tearDownStep } from '../../cluster/tear-down/tear-down-step.ts'
import { isInTheWay, isWhole, partsThere } from './attempt-parts.ts'
import { heldUp, waitForOthers } from './held-up.ts'

/** A deploy that is under way. What is there is told by live looks; what is to be is told by the record. */
export const continueDeploy = (round: Round, operation: DeployOperation): JobDecision => {
  // one that is deleted is given the time that its creates may take to arrive
  if (operation.jobId === null && round.desired.meta.deletionTimestamp === null) return withoutJobId(round, operation)
  switch (operation.step) {
    case 'TearDown':
      return clear(round, operation)
    case 'Create':
    case 'Created':
      return create(round, operation)
    case 'Abandon':
      return abandon(round, operation)
  }
}

/** The spec was edited, suspended or is being deleted before anything of the attempt was sent: there is nothing to finish. */
const isOutdated = ({ desired }: Round): boolean => desired.attempt === null || desired.attempt.differs

/**
 * An unhealthy job still runs when its cluster begins to go. From then on it can't be stopped with a savepoint, nor be lost by itself: the
 * restart is finished, and whatever was edited meanwhile is done to what it brings up. While it can't be seen how far it is, nothing else
 * is begun either (P14).
 */
const isPastReturn = (round: Round, operation: DeployOperation): boolean =>
  operation.purpose === 'RestartUnhealthy' && !stillRuns(round, operation)

const stillRuns = ({ observed: { facts: { deployment } } }: Round, { purpose }: DeployOperation): boolean =>
  purpose === 'RestartUnhealthy' && deployment?._tag === 'Known' && deployment.source === 'live' && !deployment.value.deleting
  && deployment.value.wantedReplicas > 0

/**
 * Somebody took the id of its job out of the attempt, which can't be completed without. Before anything of it was sent another one takes
 * its place. After that its job may have run: what it was left with is not known, and a person is asked (P25, P08).
 */
const withoutJobId = (round: Round, operation: DeployOperation): JobDecision => {
  const reason = 'status.operation.jobId is gone from an attempt that was under way'
  return operation.step === 'TearDown' && operation.abandonedAt === null ? again(round, operation, reason)
    : act(withRecord(withStatus(round.observed.status, { operation: null }), { lastState: contradictedState(reason) }), reason)
}

/** The attempt comes to nothing: what it was to start from is what the next one starts from. */
const again = ({ observed }: Round, operation: DeployOperation, reason: string, problem: Problem | null = null): JobDecision =>
  act(withRecord(withStatus(observed.status, { operation: null }), { lastState: stateBefore(operation) }), reason, {
    problem,
    after: problem === null ? 0 : pollMillis,
  })

const clear = (round: Round, operation: DeployOperation): JobDecision => {
  const { desired, observed: { facts, status }, env } = round
  const spared = completedFirst(round, operation) ?? sparingUnknownCluster(round, operation) ?? sparingUnknownState(round, operation)
  if (spared !== null) return spared
  const step = tearDownStep(desired, facts, env.options.resourceDeletionPropagation, 'Deploy')
  if (isOutdated(round) && !isPastReturn(round, operation))
    return operation.abandonedAt === null
      ? again(round, operation, 'the spec changed before the attempt was sent')
      : act(
        withStatus(status, { operation: { ...operation, step: 'Abandon', abandonedAt: env.now } }),
        'the spec changed; nothing more of this attempt is sent',
      )
  const unrendered = stillRuns(round, operation) && desired.attempt !== null
    ? unrenderable(desired.meta, desired.mode, desired.attempt.target) : null
  if (unrendered !== null) return again(round, operation, "the unhealthy job is left alone: its cluster can't be rendered any more")
  return heldUp(round, operation, step) ?? drivenTearDown(env, step, {
    status,
    giveUpAt: operation.giveUpAt,
    why: 'what is left of the last cluster?',
    whenGone: () => clearHaMetadata(round, operation),
    problem: step._tag === 'Blind' ? null : stillThere(round, operation, slowStep(step)),
  })
}

/**
 * The Deployment of this very attempt runs, so it is not what is left of another: somebody put an older record back, or it arrived after
 * all.
 */
const completedFirst = ({ observed: { facts: { deployment }, status } }: Round, operation: DeployOperation): JobDecision | null =>
  deployment?._tag === 'Known' && deployment.source === 'live' && !deployment.value.deleting
    && deployment.value.annotations[attemptAnnotation] === operation.id
    ? act(
      withStatus(status, { operation: { ...operation, step: 'Create', abandonedAt: null } }),
      'the attempt is there already: it is completed first',
    ) : null

/**
 * HA metadata beside a job that never started is of a job that did: of this resource before its status was lost, or of one that had its
 * name (F02).
 */
const sparingUnknownState = (
  { desired: { meta, wanted }, observed: { facts, status } }: Round,
  { purpose, abandonedAt }: DeployOperation,
): JobDecision | null => {
  const left =
    purpose === 'FirstDeployment' && abandonedAt === null && wanted?.job.upgradeMode !== 'stateless' && facts.configMaps?._tag === 'Known'
      ? haMetadataOfOthers(facts.configMaps.value, meta.name, []) : []
  const [first] = left
  return first === undefined ? null
    : act(
      withRecord(withStatus(status, { operation: null }), {
        lastState: contradictedState(
          `the job is recorded as never started, but HA metadata of a cluster of that name is there: ConfigMap ${first.name}`,
        ),
      }),
      'nothing is started over HA metadata that is there',
    )
}

const stillThere = (
  { env }: Round,
  { giveUpAt }: DeployOperation,
  waitingFor: string,
): Problem | null => (env.now > giveUpAt ? slowDeletion('The last cluster', waitingFor) : null)

/**
 * Before an empty start or one from a path HA metadata goes, else Flink would restore from it (B24, D-09); before a last-state start it has
 * to be there (B09).
 */
const clearHaMetadata = (round: Round, operation: DeployOperation): JobDecision => {
  const { desired, observed: { facts, status }, env } = round
  const { namespace, name } = desired.meta
  if (facts.configMaps?._tag !== 'Known') return wait(status, pollMillis, 'to see HA metadata')
  const jobIds = jobIdsOf(status)
  const found = haConfigMaps(facts.configMaps.value, name, jobIds)
  if (operation.source._tag !== 'LastState') {
    // sent before, and its very job has left HA metadata: it ran, so it is lost like any other and recovered as such (P01)
    if (operation.abandonedAt !== null && haMetadataOf(facts.configMaps, name, operation.jobId) === 'Available')
      return finishDeploy(round, operation)
    const effect = haDeletion(desired.meta, found)
    if (effect !== null) return act(status, 'HA metadata of the last job goes: the new one must not restore from it', { effects: [effect] })
    return found.length > 0
      ? wait(
        status,
        pollMillis,
        'HA metadata of the last job to be gone',
        stillThere(round, operation, 'HA metadata of the last job to be gone'),
      ) : startCreating(round, operation)
  }
  if (haMetadataOf(facts.configMaps, name, operation.jobId) !== 'Available')
    return again(round, operation, 'HA metadata is gone', {
      owner: 'upgrade',
      type: 'UpgradeFailureException',
      message: upgradeErrors.E3,
      reason: 'RestoreFailed',
    })
  const plans = found.flatMap(configMap => {
    const keys = executionPlanKeys(configMap, jobIds)
    return keys.length === 0 ? [] : [{ name: configMap.name, resourceVersion: configMap.resourceVersion, keys }]
  })
  return plans.length > 0
    ? act(status, 'the stored job graph goes, so that the new one is run', {
      effects: [{ _tag: 'PruneHaExecutionPlan', namespace, configMaps: plans }],
      after: env.now < operation.giveUpAt ? 0 : pollMillis,
    })
    : startCreating(round, operation)
}

const startCreating = (round: Round, operation: DeployOperation): JobDecision => {
  const { observed } = round
  const begun = withRecord(
    withStatus(observed.status, { operation: { ...operation, step: 'Create' }, jobManagerDeploymentStatus: 'MISSING' }),
    { lastState: stateUnderDeploy },
  )
  const status = withJob(begun, { jobId: operation.jobId })
  return createMissing(round, status, operation, [], [events.submit])
}

const create = (round: Round, operation: DeployOperation): JobDecision => {
  const { desired, observed: { facts, status } } = round
  // once everything was created, what the watches and our own writes tell is enough to see that it is there; that something is missing is
  // looked at live
  const unheard = operation.step === 'Created' ? unanswered(facts, watchedClusterObjects(desired)) : []
  if (unheard.length > 0) return look(unheard, 'is every object of the attempt there?')
  const missing = unanswered(facts, operation.step === 'Created' && isWhole(round, operation) ? [] : allClusterObjects(desired))
  if (missing.length > 0) return look(missing, 'which objects of the attempt are there?')
  if (
    [facts.deployment, facts.jobManagerPods, facts.configMaps, facts.services, facts.taskManagerDeployment].some(fact =>
      fact?._tag === 'Unknown'
    )
  )
    return wait(status, pollMillis, 'to see the objects of the attempt')
  return facts.deployment?._tag === 'Known' ? withDeployment(round, operation, facts.deployment.value) : withoutDeployment(round, operation)
}

const withDeployment = (round: Round, operation: DeployOperation, { annotations, deleting }: DeploymentView): JobDecision => {
  if (annotations[attemptAnnotation] !== operation.id)
    return act(
      withStatus(round.observed.status, { operation: { ...operation, step: 'TearDown' } }),
      'a JobManager Deployment that is not of this attempt is in the way: it goes first',
    )
  // it may have run: whoever takes it away, it is lost like any other, and never put up again from where it began (P01)
  return deleting ? finishDeploy(round, operation) : complete(round, operation)
}

const withoutDeployment = (round: Round, operation: DeployOperation): JobDecision => {
  const { desired, observed: { facts, status }, env } = round
  if (operation.step === 'Created') return finishDeploy(round, operation)
  if (isOutdated(round) || desired.meta.deletionTimestamp !== null)
    return act(
      withStatus(status, { operation: { ...operation, step: 'Abandon', abandonedAt: env.now } }),
      'the spec changed; nothing more of this attempt is sent',
    )
  return isInTheWay(facts, operation.id, desired.meta.name)
    ? act(
      withStatus(status, { operation: { ...operation, step: 'TearDown', abandonedAt: env.now } }),
      'pods, ConfigMaps or Services that are not of this attempt are in the way: they go first',
    )
    : complete(round, operation)
}

/** Creates what is missing of the attempt; when all of it is there, it is deployed. */
const complete = (round: Round, operation: DeployOperation): JobDecision => {
  const { desired, observed: { facts, status } } = round
  const input = manifestInput(round.desired, operation)
  if (input._tag === 'Left') return notRenderable(round, operation, input.left)
  const found = partsThere(facts, operation.id, desired.meta.name)
  const lacking = clusterParts(input.right).filter(part => !found.includes(part))
  if (lacking.length === 0) return adoptOrFinish(round, operation)
  // a create did not come off: does somebody else have the name, who need not carry our labels?
  const names = operation.step === 'Create'
    ? unanswered(facts, [{ _tag: 'ReadNames', namespace: desired.meta.namespace, objects: namesOf(lacking, desired.meta.name) }]) : []
  if (names.length > 0) return look(names, 'who has the names that are still to be created?')
  if (facts.names?._tag === 'Unknown')
    return wait(status, pollMillis, `to see who has the names that are still to be created: ${facts.names.message}`)
  return waitForOthers(round, operation) ?? createMissing(round, status, operation, found, [])
}

const notRenderable = (round: Round, operation: DeployOperation, message: string): JobDecision =>
  wait(
    withStatus(round.observed.status, { operation: { ...operation, step: 'TearDown' } }),
    round.env.options.reconcileInterval,
    "an edit: the cluster can't be rendered",
    { owner: 'operation', type: 'ReconciliationException', message, reason: 'Error' },
  )

const createMissing = (
  round: Round,
  status: Round['observed']['status'],
  operation: DeployOperation,
  found: readonly ClusterPart[],
  announce: readonly (typeof events.submit)[],
): JobDecision => {
  const input = manifestInput(round.desired, operation)
  if (input._tag === 'Left') return notRenderable(round, operation, input.left)
  const effects = clusterParts(input.right).filter(part => !found.includes(part)).map((part): WorldAction => ({
    _tag: 'CreateObject',
    manifest: { _tag: 'ClusterManifest', part, input: input.right },
  }))
  const then = {
    status: withStatus(status, { operation: { ...operation, step: 'Created' } }),
    reason: 'the API server answered that every object of the attempt is there',
  }
  return act(status, 'the objects of the attempt are created', { effects, events: announce, waitingFor: 'the objects to be there', then })
}

/** Complete but for the owner references, which need the uid of the Deployment. */
const adoptOrFinish = (round: Round, operation: DeployOperation): JobDecision => {
  const { desired: { meta: { namespace } }, observed: { facts, status } } = round
  if (facts.deployment?._tag !== 'Known') return wait(status, pollMillis, 'the Deployment')
  const { uid, name } = facts.deployment.value
  const orphans = [
    ...(facts.configMaps?._tag === 'Known' ? facts.configMaps.value.map(it => ({ ...it, kind: 'ConfigMap' })) : []),
    ...(facts.services?._tag === 'Known' ? facts.services.value.map(it => ({ ...it, kind: 'Service' })) : []),
  ].filter(({ annotations, ownerUids }) => annotations[attemptAnnotation] === operation.id && !ownerUids.includes(uid))
  return orphans.length > 0
    ? act(status, 'ConfigMaps and Services belong to the Deployment', {
      effects: orphans.map((it): WorldAction => ({
        _tag: 'PatchObject',
        target: { apiVersion: 'v1', kind: it.kind, namespace, name: it.name, uid: it.uid },
        patch: ownerReferencePatch({ name, uid }),
        why: 'it goes with the Deployment',
      })),
    })
    : finishDeploy(round, operation)
}

/**
 * Nothing is sent any more; once nothing can arrive any more, the attempt is over. If it arrived, it is finished like any other and then
 * upgraded.
 */
const abandon = (round: Round, operation: DeployOperation): JobDecision => {
  const { desired, observed: { facts, status }, env } = round
  const missing = unanswered(facts, allClusterObjects(desired))
  if (missing.length > 0) return look(missing, 'did the abandoned attempt arrive after all?')
  if (facts.deployment?._tag === 'Known' && facts.deployment.value.annotations[attemptAnnotation] === operation.id)
    return desired.meta.deletionTimestamp === null
      ? act(
        withStatus(status, { operation: { ...operation, step: 'Create', abandonedAt: null } }),
        'the attempt arrived after all: it is completed first',
      )
      : again(round, operation, 'the attempt arrived after all: it goes with the resource')
  const over = (operation.abandonedAt ?? env.now) + lateArrivalLimit
  // a Deployment of somebody else is not the attempt: it is taken away by what comes next
  if (facts.deployment?._tag === 'Unknown' && desired.meta.deletionTimestamp === null)
    return wait(status, pollMillis, 'to see that the abandoned attempt did not arrive')
  if (env.now < over) return wait(status, Math.min(over - env.now, 10 * pollMillis), 'an abandoned attempt, which may still arrive')
  // its job has left HA metadata: it arrived, ran and was taken away by somebody, so it is lost like any other (P01)
  const hasRun = haMetadataOf(facts.configMaps, desired.meta.name, operation.jobId) === 'Available' && operation.source._tag !== 'LastState'
  return hasRun ? finishDeploy(round, operation)
    : act(
      withRecord(withStatus(status, { operation: null }), { deployedAttempt: null, lastState: stateBefore(operation) }),
      'the abandoned attempt never arrived',
    )
}
