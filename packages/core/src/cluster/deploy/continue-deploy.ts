import * as E from 'fp-ts/lib/Either.js'
import { pipe } from 'fp-ts/lib/function.js'
import { attemptAnnotation } from '../../resource/attempt-annotation.ts'
import type { DeployOperation } from '../../resource/operation.ts'
import { lateArrivalLimit } from '../../resource/operation.ts'
import { asked, orLook } from '../../query/ask.ts'
import { act, look, pollMillis, wait } from '../../round/decision.ts'
import { withRecord, withStatus } from '../../round/status-change.ts'
import { allClusterObjects } from '../seen/cluster-queries.ts'
import { again } from './attempt-outdated.ts'
import { clear } from './clear-first.ts'
import { create } from './create-attempt.ts'
import type { DeployCourse, DeployDecision, DeployRound } from './deploy-course.ts'

/** A deploy that is under way. What is there is told by live looks; what is to be is told by the record. */
export const continueDeploy = (round: DeployRound, operation: DeployOperation, course: DeployCourse): DeployDecision => {
  switch (operation.step) {
    case 'TearDown':
      return clear(round, operation, course)
    case 'Create':
    case 'Created':
      return create(round, operation, course)
    case 'Abandon':
      return abandon(round, operation, course)
  }
}

/**
 * Nothing is sent any more; once nothing can arrive any more, the attempt is over. If it arrived, it is finished like any other and then
 * upgraded.
 */
const abandon = (round: DeployRound, operation: DeployOperation, course: DeployCourse): DeployDecision =>
  pipe(
    round.observed.facts,
    asked(allClusterObjects(round.desired)),
    E.map(() => abandonSeen(round, operation, course)),
    orLook(queries => look(queries, 'did the abandoned attempt arrive after all?')),
  )

const abandonSeen = (round: DeployRound, operation: DeployOperation, course: DeployCourse): DeployDecision => {
  const { observed: { facts, status }, env } = round
  if (facts.deployment?._tag === 'Known' && facts.deployment.value.annotations[attemptAnnotation] === operation.id)
    return !course.isOver
      ? act(
        withStatus(status, { operation: { ...operation, step: 'Create', abandonedAt: null } }),
        'the attempt arrived after all: it is completed first',
      )
      : again(round, course, 'the attempt arrived after all: it goes with the resource')
  const over = (operation.abandonedAt ?? env.now) + lateArrivalLimit
  // a Deployment of somebody else is not the attempt: it is taken away by what comes next
  if (facts.deployment?._tag === 'Unknown' && !course.isOver)
    return wait(status, pollMillis, 'to see that the abandoned attempt did not arrive')
  if (env.now < over) return wait(status, Math.min(over - env.now, 10 * pollMillis), 'an abandoned attempt, which may still arrive')
  const unseen = course.isOver ? null : course.beforeGivenUp()
  if (unseen !== null) return unseen
  // it arrived, ran and was taken away by somebody, or may have, so it is lost like any other (P01, P14)
  return course.mayHaveRun ? course.finished()
    : act(
      withRecord(withStatus(status, { operation: null }), { deployedAttempt: null, lastState: course.stateBefore }),
      'the abandoned attempt never arrived',
    )
}
