import type { WorldAction } from '../../action/action.ts'
import type { ClusterManifestInput, ClusterPart } from '../../action/manifest-request.ts'
import type { FlinkDeploymentStatus } from '../../resource/flink-deployment-status.ts'
import type { DeploymentView } from '../../fact/deployment-view.ts'
import { clusterParts } from '../manifest/cluster-parts.ts'
import { attemptAnnotation } from '../../resource/attempt-annotation.ts'
import type { DeployOperation } from '../../resource/operation.ts'
import { allClusterObjects, watchedClusterObjects } from '../seen/cluster-queries.ts'
import { unanswered } from '../../query/unanswered.ts'
import { type Act, act, look, pollMillis, wait } from '../../round/decision.ts'
import type { DeployCourse, DeployDecision, DeployRound } from './deploy-course.ts'
import { namesOf } from './needed-names.ts'
import { manifestInput } from '../manifest/manifest-input.ts'
import { withRecord, withStatus } from '../../round/status-change.ts'
import { clear } from './clear-first.ts'
import { asNewAttempt, renewed } from './new-attempt.ts'
import { releaseOrFinish } from './release-attempt.ts'
import { isWhole, partsThere } from './attempt-parts.ts'
import { waitForOthers } from './held-up.ts'
import { isOutdated } from './attempt-outdated.ts'

/**
 * Nothing of the last cluster is left. What the JobManager's Deployment needs is created first, in step `TearDown`: it starts nothing, so
 * it may be sent again under the same id however often the operator dies. The next round, with looks of its own, sends the Deployment.
 */
export const startCreating = (round: DeployRound, operation: DeployOperation, course: DeployCourse): DeployDecision => {
  const { observed: { status }, env } = round
  const create = (missing: readonly ClusterPart[], input: ClusterManifestInput): DeployDecision => {
    const needed = clusterParts(input).filter(part => !isDeployment(part))
    const parts = needed.filter(part => missing.includes(part))
    if (parts.length === 0) return sendDeployment(round, operation, course, creating(['JobManagerDeployment'], input))
    return act(status, 'what the Deployment of the attempt needs is created', {
      ...creating(parts, input),
      // told once: an operator that goes on with the parts of another one says nothing
      events: parts.length === needed.length ? course.announce : [],
    })
  }
  // a name may be taken by an object without our labels: a create that is refused tells that, and then it is looked whose it is
  return missingParts(round, operation, course, { areNamesSeen: env.consecutiveFailures > 0 }, create)
}

const isDeployment = (part: ClusterPart): boolean => part === 'JobManagerDeployment' || part === 'TaskManagerDeployment'

/**
 * From here on it may run: what was left behind before tells nothing any more (P01). Nothing comes between the write and the Deployment: an
 * operator process that has time for two effects gets through (P06).
 */
const sendDeployment = (round: DeployRound, operation: DeployOperation, course: DeployCourse, sent: Creating): DeployDecision => {
  const begun = withRecord(
    withStatus(round.observed.status, { operation: { ...operation, step: 'Create' }, jobManagerDeploymentStatus: 'MISSING' }),
    { unstartedDeployment: null, attempts: Math.max(round.observed.status.operatorRecord.attempts, operation.attempt) },
  )
  const status = course.whenCreated(begun)
  return act(status, 'the Deployment of the attempt is created', {
    ...sent,
    then: {
      status: withStatus(status, { operation: { ...operation, step: 'Created' } }),
      reason: 'the API server answered that the Deployment of the attempt is there',
    },
  })
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
  const isOurs = annotations[attemptAnnotation] === operation.id
  // ours is gone, and may have run: what is there instead tells nothing of it
  if (!isOurs && operation.step === 'Created') return course.finished()
  if (!isOurs)
    return act(
      asNewAttempt(round, operation, course),
      'a JobManager Deployment that is not of this attempt is in the way: it goes first',
    )
  // it may have run: whoever takes it away, it is lost like any other, and never put up again from where it began (P01)
  if (deleting) return course.finished()
  return complete(round, operation, course)
}

const withoutDeployment = (round: DeployRound, operation: DeployOperation, course: DeployCourse): DeployDecision => {
  const { observed: { status }, env } = round
  if (operation.step === 'Created') return course.finished()
  if (isOutdated(round, course) || course.isOver)
    return act(
      withStatus(status, { operation: { ...operation, step: 'Abandon', abandonedAt: env.now } }),
      'the spec changed; nothing more of this attempt is sent',
    )
  // whenever the Deployment that was sent arrives, it starts nothing: the next attempt is prepared, and recorded when its own is sent
  return clear(round, renewed(round, operation), course)
}

/**
 * The Deployment is there, and from the same write on the record says so. What is missing beside it is created, and its pods are let start;
 * then the attempt is deployed.
 */
const complete = (round: DeployRound, operation: DeployOperation, course: DeployCourse): DeployDecision => {
  const status = withStatus(round.observed.status, { operation: { ...operation, step: 'Created' } })
  return missingParts(
    round,
    operation,
    course,
    { areNamesSeen: true },
    (parts, input) =>
      parts.length > 0 ? act(status, 'the objects of the attempt are created', creating(parts, input))
        : releaseOrFinish(round, status, operation, course),
  )
}

/** What is not there of the attempt. `areNamesSeen`: it is looked first who has the names, and somebody else's objects are waited for. */
const missingParts = (
  round: DeployRound,
  operation: DeployOperation,
  course: DeployCourse,
  { areNamesSeen }: { readonly areNamesSeen: boolean },
  then: (parts: readonly ClusterPart[], input: ClusterManifestInput) => DeployDecision,
): DeployDecision => {
  const { desired: { meta }, observed: { facts, status } } = round
  const input = manifestInput(round.desired, operation)
  if (input._tag === 'Left') return notRenderable(round, operation, course, input.left)
  const found = partsThere(facts, operation, meta.name)
  const parts = clusterParts(input.right).filter(part => !found.includes(part))
  if (parts.length === 0 || !areNamesSeen) return then(parts, input.right)
  const names = unanswered(facts, [{ _tag: 'ReadNames', namespace: meta.namespace, objects: namesOf(parts, meta.name) }])
  if (names.length > 0) return look(names, 'who has the names that are still to be created?')
  if (facts.names?._tag === 'Unknown')
    return wait(status, pollMillis, `to see who has the names that are still to be created: ${facts.names.message}`)
  return waitForOthers(round, operation, course) ?? then(parts, input.right)
}

/** Where its Deployment may still arrive, whatever is sent once the cluster can be rendered is of a new attempt. */
const notRenderable = (round: DeployRound, operation: DeployOperation, course: DeployCourse, message: string): DeployDecision =>
  wait(
    operation.step === 'TearDown' || round.observed.facts.deployment?._tag === 'Known'
      ? withStatus(round.observed.status, { operation: { ...operation, step: 'TearDown' } }) : asNewAttempt(round, operation, course),
    round.env.options.reconcileInterval,
    "an edit: the cluster can't be rendered",
    { owner: 'operation', type: 'ReconciliationException', message, reason: 'Error' },
  )

type Creating = Pick<Act<FlinkDeploymentStatus>, 'effects' | 'waitingFor'>

/** Creates parts in the order that the manifest has. */
const creating = (parts: readonly ClusterPart[], input: ClusterManifestInput): Creating => ({
  effects: parts.map((part): WorldAction => ({ _tag: 'CreateObject', manifest: { _tag: 'ClusterManifest', part, input } })),
  waitingFor: 'the objects to be there',
})
