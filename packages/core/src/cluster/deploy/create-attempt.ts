import type { WorldAction } from '../../contract/action/action.ts'
import type { ServiceView, DeploymentView } from '../../contract/fact/object-view.ts'
import { attemptAnnotation } from '../../contract/resource/annotations.ts'
import type { FlinkDeploymentStatus } from '../../contract/resource/flink-deployment-status.ts'
import type { JsonObject } from '../../contract/resource/json.ts'
import type { DeployOperation } from '../../contract/resource/operation.ts'
import { act, pollMillis, wait, look } from '../../contract/round/decision.ts'
import { withRecord, withStatus } from '../../contract/round/status-change.ts'
import { attemptKeyPatch } from '../../manifest/attempt-key.ts'
import { flinkConfigName } from '../../manifest/object-metadata.ts'
import { ownerReferencePatch } from '../../manifest/owner-reference.ts'
import { isOfDeploy, manifestInput, isWhole } from './attempt-parts.ts'
import { type DeployHooks, type DeployDecision, type DeployRound, isOutdated } from './deploy-hooks.ts'
import { onceSeen } from '../../contract/query/ask.ts'
import { mintOperationId } from '../../contract/resource/mint-id.ts'
import { allClusterObjects, watchedClusterObjects } from '../observe/cluster-queries.ts'
import { clear } from './clear-first.ts'
import { creating, missingParts, notRenderable } from './missing-parts.ts'
import { asNewAttempt, renewed } from './new-attempt.ts'

/**
 * Completes an attempt. The ConfigMaps and Services still lack owner references, which need the uid of the Deployment. The ConfigMap also
 * lacks the key without which no pod of the attempt starts (attempt-key.ts). The operator adds both only after the Deployment was observed
 * and recorded. One patch adds them to the ConfigMap, so a ConfigMap with the owner reference also has the key. The status records by the
 * Deployment's uid that no job has run in it so far (V01).
 */
export const releaseOrFinish = (
  { desired: { meta }, observed: { facts } }: DeployRound,
  status: FlinkDeploymentStatus,
  operation: DeployOperation,
  hooks: DeployHooks,
): DeployDecision => {
  if (facts.deployment?._tag !== 'Known') return wait(status, pollMillis, 'the Deployment')
  const { uid, name } = facts.deployment.value
  const isOwn = isOfDeploy(operation)
  const orphans = [
    ...(facts.configMaps?._tag === 'Known' ? facts.configMaps.value.map(it => ({ ...it, kind: 'ConfigMap' })) : []),
    ...(facts.services?._tag === 'Known' ? facts.services.value.map(it => ({ ...it, kind: 'Service' })) : []),
  ].filter(it => isOwn(it) && !it.ownerUids.includes(uid))
  if (orphans.length === 0) return hooks.finished()
  const isFence = (it: { readonly kind: string; readonly name: string }): boolean =>
    it.kind === 'ConfigMap' && it.name === flinkConfigName(meta.name)
  const effects = orphans.map((it): WorldAction => ({
    _tag: 'PatchObject',
    target: { apiVersion: 'v1', kind: it.kind, namespace: meta.namespace, name: it.name, uid: it.uid },
    patch: { ...partPatch(it, { name, uid }, operation.id), ...(isFence(it) ? attemptKeyPatch(operation.id) : {}) },
    why: isFence(it) ? 'owner reference to the Deployment, whose pods may start now' : 'owner reference to the Deployment',
  }))
  const released = orphans.some(isFence) ? withRecord(status, { unstartedDeployment: uid }) : status
  return act(released, 'the Deployment becomes the owner of ConfigMaps and Services, and its pods may start', { effects })
}

/** The patch that makes the Deployment the owner of a part and sets the attempt annotation, whichever attempt created the part. */
const partPatch = (
  { annotations }: Pick<ServiceView, 'annotations'>,
  deployment: { readonly name: string; readonly uid: string },
  attempt: string,
): JsonObject => {
  const { metadata } = ownerReferencePatch(deployment)
  const mark = annotations[attemptAnnotation] === attempt ? {} : { annotations: { [attemptAnnotation]: attempt } }
  return { metadata: { ...(metadata as JsonObject), ...mark } }
}

/** Steps `Create` and `Created`: creates every missing object of the attempt (design.md, section 3). */
export const create = (round: DeployRound, operation: DeployOperation, hooks: DeployHooks): DeployDecision => {
  const { desired, observed: { facts } } = round
  const isCreated = operation.step === 'Created'
  // once everything was created, watches and our own writes suffice to observe that it exists; a missing object needs live queries
  return onceSeen(
    facts,
    isCreated ? watchedClusterObjects(desired) : [],
    queries => look(queries, 'does every object of the attempt exist?'),
    () =>
      onceSeen(
        facts,
        isCreated && isWhole(round, operation) ? [] : allClusterObjects(desired),
        queries => look(queries, 'which objects of the attempt exist?'),
        () => createSeen(round, operation, hooks),
      ),
  )
}

const createSeen = (round: DeployRound, operation: DeployOperation, hooks: DeployHooks): DeployDecision => {
  const { observed: { facts, status } } = round
  if (
    [facts.deployment, facts.jobManagerPods, facts.configMaps, facts.services, facts.taskManagerDeployment].some(fact =>
      fact?._tag === 'Unknown'
    )
  )
    return wait(status, pollMillis, 'the Kubernetes API to return the objects of the attempt')
  return facts.deployment?._tag === 'Known' ? withDeployment(round, operation, hooks, facts.deployment.value)
    : withoutDeployment(round, operation, hooks)
}

/** The id that was generated for the first attempt of this deploy. */
const mintedId = ({ desired: { meta } }: DeployRound, { attempt, mintedAt }: DeployOperation): string =>
  mintOperationId(meta.uid, attempt, mintedAt)

const withDeployment = (
  round: DeployRound,
  operation: DeployOperation,
  hooks: DeployHooks,
  { annotations, deleting, uid: deploymentUid }: DeploymentView,
): DeployDecision => {
  const isOurs = annotations[attemptAnnotation] === operation.id
  // another writer put back the id of an earlier attempt: the Deployment has the id that was generated for this one (P25)
  if (!isOurs && annotations[attemptAnnotation] === mintedId(round, operation))
    return act(
      withStatus(round.observed.status, { operation: { ...operation, id: mintedId(round, operation) } }),
      'status.operation.id is not that of its attempt: the id of the Deployment counts',
    )
  // the Deployment from before the attempt was never deleted, so that of the attempt never existed: another writer put back the step (P25)
  if (!isOurs && operation.step === 'Created' && operation.incarnation?.deploymentUid === deploymentUid)
    return act(
      withStatus(round.observed.status, { operation: { ...operation, step: 'TearDown' } }),
      'the Deployment from before the attempt still exists: it is deleted first',
    )
  // ours is gone and may have run; the other Deployment says nothing about it
  if (!isOurs && operation.step === 'Created') return hooks.finished()
  if (!isOurs)
    return act(
      asNewAttempt(round, operation, hooks),
      'a JobManager Deployment of another attempt exists: it is deleted first',
    )
  // it may have run: it is handled as lost, whoever deletes it, and never started again from its original state (P01)
  if (deleting) return hooks.finished()
  return complete(round, operation, hooks)
}

const withoutDeployment = (round: DeployRound, operation: DeployOperation, hooks: DeployHooks): DeployDecision => {
  const { observed: { status }, env } = round
  if (operation.step === 'Created') return hooks.finished()
  if (isOutdated(round, hooks) || hooks.isOver)
    return act(
      withStatus(status, { operation: { ...operation, step: 'Abandon', abandonedAt: env.now } }),
      'the spec changed; the operator sends nothing more of this attempt',
    )
  const input = manifestInput(round.desired, operation)
  if (input._tag === 'Left') return notRenderable(round, operation, hooks, input.left)
  // a Deployment that arrives late starts nothing: prepare the next attempt, and record it when its own Deployment is sent
  return clear(round, renewed(round, operation), hooks)
}

/**
 * The Deployment exists, and this write records it. The operator creates the missing objects and lets the pods start. Then the attempt is
 * deployed.
 */
const complete = (round: DeployRound, operation: DeployOperation, hooks: DeployHooks): DeployDecision => {
  const status = withStatus(round.observed.status, { operation: { ...operation, step: 'Created' } })
  return missingParts(
    round,
    operation,
    hooks,
    { areNamesSeen: true },
    (parts, input) =>
      parts.length > 0 ? act(status, 'the operator creates the objects of the attempt', creating(parts, input))
        : releaseOrFinish(round, status, operation, hooks),
  )
}
