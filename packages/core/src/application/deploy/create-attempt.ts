import type { WorldAction } from '../../action/action.ts'
import type { ClusterPart } from '../../action/manifest-request.ts'
import type { DeploymentView } from '../../fact/deployment-view.ts'
import { clusterParts } from '../../cluster/manifest/cluster-parts.ts'
import { attemptAnnotation } from '../../resource/attempt-annotation.ts'
import { ownerReferencePatch } from '../../cluster/manifest/owner-reference.ts'
import { stateUnderDeploy } from '../../resource/last-state.ts'
import type { DeployOperation } from '../../resource/operation.ts'
import { allClusterObjects, watchedClusterObjects } from '../../cluster/seen/cluster-queries.ts'
import { unanswered } from '../../query/unanswered.ts'
import { act, look, pollMillis, wait } from '../../round/decision.ts'
import { events } from '../told/events.ts'
import { finishDeploy } from './finish-deploy.ts'
import { namesOf } from './obstacles.ts'
import { manifestInput } from '../../cluster/manifest/manifest-input.ts'
import type { JobDecision, Round } from '../round.ts'
import { withJob, withRecord, withStatus } from '../../round/status-change.ts'
import { isInTheWay, isWhole, partsThere } from './attempt-parts.ts'
import { waitForOthers } from './held-up.ts'
import { isOutdated } from './attempt-outdated.ts'

/** What the job was left with is not known from here on: it may run as soon as its Deployment is there (P01). */
export const startCreating = (round: Round, operation: DeployOperation): JobDecision => {
  const { observed } = round
  const begun = withRecord(
    withStatus(observed.status, { operation: { ...operation, step: 'Create' }, jobManagerDeploymentStatus: 'MISSING' }),
    { lastState: stateUnderDeploy },
  )
  const status = withJob(begun, { jobId: operation.jobId })
  return createMissing(round, status, operation, [], [events.submit])
}

/** Steps `Create` and `Created`: every object of the attempt is there, or is created (design.md, section 3). */
export const create = (round: Round, operation: DeployOperation): JobDecision => {
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
