import * as E from 'fp-ts/lib/Either.js'
import { pipe } from 'fp-ts/lib/function.js'
import { asked, orLook } from '../../query/ask.ts'
import type { DeploymentView } from '../../fact/deployment-view.ts'
import { attemptAnnotation } from '../../resource/attempt-annotation.ts'
import type { DeployOperation } from '../../resource/operation.ts'
import { act, look, pollMillis, wait } from '../../round/decision.ts'
import { withStatus } from '../../round/status-change.ts'
import { allClusterObjects, watchedClusterObjects } from '../seen/cluster-queries.ts'
import { manifestInput } from '../manifest/manifest-input.ts'
import { isOutdated } from './attempt-outdated.ts'
import { isWhole } from './attempt-parts.ts'
import { clear } from './clear-first.ts'
import type { DeployCourse, DeployDecision, DeployRound } from './deploy-course.ts'
import { creating, missingParts, notRenderable } from './missing-parts.ts'
import { asNewAttempt, renewed } from './new-attempt.ts'
import { releaseOrFinish } from './release-attempt.ts'

/** Steps `Create` and `Created`: every object of the attempt is there, or is created (design.md, section 3). */
export const create = (round: DeployRound, operation: DeployOperation, course: DeployCourse): DeployDecision => {
  const { desired, observed: { facts } } = round
  const isCreated = operation.step === 'Created'
  // once everything was created, what the watches and our own writes tell is enough to see that it is there; that something is missing is
  // looked at live
  return pipe(
    facts,
    asked(isCreated ? watchedClusterObjects(desired) : []),
    E.map(() =>
      pipe(
        facts,
        asked(isCreated && isWhole(round, operation) ? [] : allClusterObjects(desired)),
        E.map(() => createSeen(round, operation, course)),
        orLook(queries => look(queries, 'which objects of the attempt are there?')),
      )
    ),
    orLook(queries => look(queries, 'is every object of the attempt there?')),
  )
}

const createSeen = (round: DeployRound, operation: DeployOperation, course: DeployCourse): DeployDecision => {
  const { observed: { facts, status } } = round
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
  const input = manifestInput(round.desired, operation)
  if (input._tag === 'Left') return notRenderable(round, operation, course, input.left)
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
