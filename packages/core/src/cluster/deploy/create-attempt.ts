import type { WorldAction } from '../../action/action.ts'
import type { ClusterPart } from '../../action/manifest-request.ts'
import type { DeploymentView } from '../../fact/deployment-view.ts'
import { clusterParts } from '../manifest/cluster-parts.ts'
import { attemptAnnotation } from '../../resource/attempt-annotation.ts'
import { ownerReferencePatch } from '../manifest/owner-reference.ts'
import type { DeployOperation } from '../../resource/operation.ts'
import { allClusterObjects, watchedClusterObjects } from '../seen/cluster-queries.ts'
import { unanswered } from '../../query/unanswered.ts'
import { act, look, pollMillis, wait } from '../../round/decision.ts'
import type { DeployCourse, DeployDecision, DeployRound } from './deploy-course.ts'
import { namesOf } from './needed-names.ts'
import { manifestInput } from '../manifest/manifest-input.ts'
import { withStatus } from '../../round/status-change.ts'
import { isInTheWay, isWhole, partsThere } from './attempt-parts.ts'
import { waitForOthers } from './held-up.ts'
import { isOutdated } from './attempt-outdated.ts'

/** From here on it may run: what was left behind before tells nothing any more (P01). */
export const startCreating = (round: DeployRound, operation: DeployOperation, course: DeployCourse): DeployDecision => {
  const begun = withStatus(round.observed.status, {
    operation: { ...operation, step: 'Create' },
    jobManagerDeploymentStatus: 'MISSING',
  })
  return createMissing(round, course.whenCreated(begun), operation, [], course.announce)
}

/** Steps `Create` and `Created`: every object of the attempt is there, or is created (design.md, section 3). */
export const create = (round: DeployRound, operation: DeployOperation, course: DeployCourse): DeployDecision => {
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
  return facts.deployment?._tag === 'Known' ? withDeployment(round, operation, course, facts.deployment.value)
    : withoutDeployment(round, operation, course)
}

const withDeployment = (
  round: DeployRound,
  operation: DeployOperation,
  course: DeployCourse,
  { annotations, deleting }: DeploymentView,
): DeployDecision => {
  if (annotations[attemptAnnotation] !== operation.id)
    return act(
      withStatus(round.observed.status, { operation: { ...operation, step: 'TearDown' } }),
      'a JobManager Deployment that is not of this attempt is in the way: it goes first',
    )
  // it may have run: whoever takes it away, it is lost like any other, and never put up again from where it began (P01)
  return deleting ? course.finished() : complete(round, operation, course)
}

const withoutDeployment = (round: DeployRound, operation: DeployOperation, course: DeployCourse): DeployDecision => {
  const { desired, observed: { facts, status }, env } = round
  if (operation.step === 'Created') return course.finished()
  if (isOutdated(round, course) || course.isOver)
    return act(
      withStatus(status, { operation: { ...operation, step: 'Abandon', abandonedAt: env.now } }),
      'the spec changed; nothing more of this attempt is sent',
    )
  return isInTheWay(facts, operation.id, desired.meta.name)
    ? act(
      withStatus(status, { operation: { ...operation, step: 'TearDown', abandonedAt: env.now } }),
      'pods, ConfigMaps or Services that are not of this attempt are in the way: they go first',
    )
    : complete(round, operation, course)
}

/** Creates what is missing of the attempt; when all of it is there, it is deployed. */
const complete = (round: DeployRound, operation: DeployOperation, course: DeployCourse): DeployDecision => {
  const { desired, observed: { facts, status } } = round
  const input = manifestInput(round.desired, operation)
  if (input._tag === 'Left') return notRenderable(round, operation, input.left)
  const found = partsThere(facts, operation.id, desired.meta.name)
  const lacking = clusterParts(input.right).filter(part => !found.includes(part))
  if (lacking.length === 0) return adoptOrFinish(round, operation, course)
  const unseen = lacking.includes('JobManagerDeployment') ? course.beforeGoingOn() : null
  if (unseen !== null) return unseen
  // a create did not come off: does somebody else have the name, who need not carry our labels?
  const names = operation.step === 'Create'
    ? unanswered(facts, [{ _tag: 'ReadNames', namespace: desired.meta.namespace, objects: namesOf(lacking, desired.meta.name) }]) : []
  if (names.length > 0) return look(names, 'who has the names that are still to be created?')
  if (facts.names?._tag === 'Unknown')
    return wait(status, pollMillis, `to see who has the names that are still to be created: ${facts.names.message}`)
  return waitForOthers(round, operation, course) ?? createMissing(round, status, operation, found, [])
}

const notRenderable = (round: DeployRound, operation: DeployOperation, message: string): DeployDecision =>
  wait(
    withStatus(round.observed.status, { operation: { ...operation, step: 'TearDown' } }),
    round.env.options.reconcileInterval,
    "an edit: the cluster can't be rendered",
    { owner: 'operation', type: 'ReconciliationException', message, reason: 'Error' },
  )

const createMissing = (
  round: DeployRound,
  status: DeployRound['observed']['status'],
  operation: DeployOperation,
  found: readonly ClusterPart[],
  announce: DeployCourse['announce'],
): DeployDecision => {
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
const adoptOrFinish = (round: DeployRound, operation: DeployOperation, course: DeployCourse): DeployDecision => {
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
    : course.finished()
}
