import { attemptAnnotation } from '../../contract/resource/attempt-annotation.ts'
import type { DeployOperation } from '../../contract/resource/operation.ts'
import { act, type Problem } from '../../contract/round/decision.ts'
import { withStatus } from '../../contract/round/status-change.ts'
import { drivenTearDown } from '../tear-down/driven-tear-down.ts'
import { slowDeletion, slowStep } from '../tear-down/slow-deletion.ts'
import { tearDownStep } from '../tear-down/tear-down-step.ts'
import { again, isOutdated } from './attempt-outdated.ts'
import { withoutOwnParts } from './attempt-parts.ts'
import type { DeployHooks, DeployDecision, DeployRound } from './deploy-hooks.ts'
import { heldUp } from './held-up.ts'
import { startCreating } from './send-deployment.ts'

/**
 * Step `TearDown` of a deploy. The operator first deletes what another attempt left, and confirms that by live queries. It also deletes
 * what the new cluster must not find (P02, B24). Then it creates the objects of the new cluster. It sends the Deployment last, once those
 * objects and no others are observed. An attempt past the point of no return is finished; an edit is applied afterwards. While its progress
 * can't be observed, the operator begins nothing else either (P14).
 */
export const clear = (round: DeployRound, operation: DeployOperation, hooks: DeployHooks): DeployDecision => {
  const { desired, observed: { facts, status }, env } = round
  const veto = completedFirst(round, operation) ?? hooks.veto()
  if (veto !== null) return veto
  const step = tearDownStep(desired, withoutOwnParts(facts, operation), env.options.resourceDeletionPropagation, 'Deploy')
  if (isOutdated(round, hooks) && !hooks.isPastPointOfNoReturn)
    return operation.abandonedAt === null
      ? again(round, hooks, 'the spec changed before the attempt was sent')
      : act(
        withStatus(status, { operation: { ...operation, step: 'Abandon', abandonedAt: env.now } }),
        'the spec changed; the operator sends nothing more of this attempt',
      )
  return hooks.leftAlone() ?? heldUp(round, operation, hooks, step) ?? drivenTearDown(env, step, {
    status,
    giveUpAt: operation.giveUpAt,
    why: 'which objects of the previous cluster still exist?',
    whenGone: () => hooks.beforeCreate() ?? startCreating(round, operation, hooks),
    problem: step._tag === 'Unobservable' ? null : stillThere(round, operation, slowStep(step)),
  })
}

/**
 * The Deployment of this very attempt runs, so it is no remainder of another one. Another writer put an older record back, or the
 * Deployment arrived late.
 */
const completedFirst = (
  { observed: { facts: { deployment }, status } }: Pick<DeployRound, 'observed'>,
  operation: DeployOperation,
): DeployDecision | null =>
  deployment?._tag === 'Known' && deployment.source === 'live' && !deployment.value.deleting
    && deployment.value.annotations[attemptAnnotation] === operation.id
    ? act(
      withStatus(status, { operation: { ...operation, step: 'Create', abandonedAt: null } }),
      'the Deployment of the attempt exists already: the attempt is completed first',
    ) : null

/** After the deadline the operator reports the delay, and continues to wait. */
export const stillThere = (
  { env }: Pick<DeployRound, 'env'>,
  { giveUpAt }: DeployOperation,
  waitingFor: string,
): Problem | null => (env.now > giveUpAt ? slowDeletion('The previous cluster', waitingFor) : null)
