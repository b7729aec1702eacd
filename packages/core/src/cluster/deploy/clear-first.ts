import { attemptAnnotation } from '../../resource/attempt-annotation.ts'
import type { DeployOperation } from '../../resource/operation.ts'
import { act, type Problem } from '../../round/decision.ts'
import { withStatus } from '../../round/status-change.ts'
import { drivenTearDown } from '../tear-down/driven-tear-down.ts'
import { slowDeletion, slowStep } from '../tear-down/slow-deletion.ts'
import { tearDownStep } from '../tear-down/tear-down-step.ts'
import { again, isOutdated } from './attempt-outdated.ts'
import { withoutOwnParts } from './attempt-parts.ts'
import type { DeployCourse, DeployDecision, DeployRound } from './deploy-course.ts'
import { heldUp } from './held-up.ts'
import { startCreating } from './send-deployment.ts'

/**
 * Step `TearDown`: what another attempt left goes first, seen gone by live looks; then what the new one must not find (P02, B24). Then the
 * objects of the new one are created but for its Deployment, which is sent once they and nothing else are seen. What is under way, and
 * can't be taken back, is finished: whatever was edited meanwhile is done to what it brings up. While it can't be seen how far it is,
 * nothing else is begun either (P14).
 */
export const clear = (round: DeployRound, operation: DeployOperation, course: DeployCourse): DeployDecision => {
  const { desired, observed: { facts, status }, env } = round
  const spared = completedFirst(round, operation) ?? course.spared()
  if (spared !== null) return spared
  const step = tearDownStep(desired, withoutOwnParts(facts, operation), env.options.resourceDeletionPropagation, 'Deploy')
  if (isOutdated(round, course) && !course.isPastPointOfNoReturn)
    return operation.abandonedAt === null
      ? again(round, course, 'the spec changed before the attempt was sent')
      : act(
        withStatus(status, { operation: { ...operation, step: 'Abandon', abandonedAt: env.now } }),
        'the spec changed; nothing more of this attempt is sent',
      )
  return course.leftAlone() ?? heldUp(round, operation, course, step) ?? drivenTearDown(env, step, {
    status,
    giveUpAt: operation.giveUpAt,
    why: 'what is left of the last cluster?',
    whenGone: () => course.beforeCreate() ?? startCreating(round, operation, course),
    problem: step._tag === 'Blind' ? null : stillThere(round, operation, slowStep(step)),
  })
}

/**
 * The Deployment of this very attempt runs, so it is not what is left of another: somebody put an older record back, or it arrived after
 * all.
 */
const completedFirst = (
  { observed: { facts: { deployment }, status } }: Pick<DeployRound, 'observed'>,
  operation: DeployOperation,
): DeployDecision | null =>
  deployment?._tag === 'Known' && deployment.source === 'live' && !deployment.value.deleting
    && deployment.value.annotations[attemptAnnotation] === operation.id
    ? act(
      withStatus(status, { operation: { ...operation, step: 'Create', abandonedAt: null } }),
      'the attempt is there already: it is completed first',
    ) : null

/** Past its time that is told, and waited for all the same. */
export const stillThere = (
  { env }: Pick<DeployRound, 'env'>,
  { giveUpAt }: DeployOperation,
  waitingFor: string,
): Problem | null => (env.now > giveUpAt ? slowDeletion('The last cluster', waitingFor) : null)
