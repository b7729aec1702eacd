import { type FlinkBlueGreenDeploymentStatus, opposite, colours } from '../blue-green-resource.ts'
import { livingOf, childName, viewOf } from '../child/child.ts'
import { activeChild, failureOf, mostFailures, newChild, operationOf, otherColour, quietFor, sourceOfNew } from '../transition/evidence.ts'
import type { BlueGreenRound } from '../blue-green-round.ts'
import { activeOf, placeOf } from '../transition/transition-phase.ts'
import { statusErrorMessage } from '../../../crd/status-error.ts'
import type { FlinkDeploymentView } from '../../../contract/fact/custom-resource-views.ts'
import { cutToBytes } from '../../../contract/resource/json.ts'
import type { Problem } from '../../../contract/round/decision.ts'
import { isMarkedOurs, notOwned } from '../transition/not-owned.ts'

/** A child that needs the user. */
export interface StalledChild {
  /** Its name, and the message of its own Stalled condition. */
  readonly words: string
  /** True if only the user can resolve it. A switch rolls back automatically to the child that served. */
  readonly isFinal: boolean
}

/** The child of the transition, otherwise the active child, if it is stalled; null: no problem is known. */
export const stalledChild = (
  round: BlueGreenRound,
  { operation }: Pick<FlinkBlueGreenDeploymentStatus, 'operation'>,
): StalledChild | null => {
  const view = livingOf(operation === null ? activeChild(round) : round.observed.children[operation.colour])
  const condition = view?.status.conditions.find(({ type, status }) => type === 'Stalled' && status === 'True')
  return view === null || condition === undefined ? null : {
    words: `FlinkDeployment ${view.meta.name}: ${condition.message}`,
    isFinal: operation === null || operation.kind === 'First',
  }
}

/**
 * The child names for the letters of the table: `a` is the active child, `o` the other child, `n` the child that a transition creates or
 * changes.
 */
export interface Named {
  readonly a: string
  readonly o: string
  readonly n: string
}

export const namesIn = ({ desired: { meta }, observed: { status } }: Pick<BlueGreenRound, 'desired' | 'observed'>): Named => {
  const { phase, colour } = placeOf(status.blueGreenState)
  const active = activeOf(status) ?? colour
  return {
    a: childName(meta.name, active),
    o: childName(meta.name, opposite(active)),
    n: childName(meta.name, phase === 'Transitioning' ? colour : opposite(active)),
  }
}

/** Matches the letters. The English article "a" never stands before a verb or a comma. */
const letters = [['a', /\ba(?=,| was\b| is\b)/gu], ['o', /\bo\b/gu], ['n', /\bn\b/gu]] as const

/** References in the table, such as ` (E-36)` or ` (B107, P14)`. */
const references = / \((?:[A-Z]+-?\d+(?:, )?)+\)/gu

/** The `when` of a row for users: with the names of the children and without references. */
export const inWords = (when: string, named: Named): string =>
  letters.reduce((text, [letter, all]) => text.replaceAll(all, named[letter]), when.replaceAll(references, ''))

/** A delete request for the old child that got no answer arrives within this time, or never. */
export const quietForRetired = quietFor

const problem = (reported: Pick<Problem, 'owner' | 'reason' | 'message'>): Problem => ({ type: 'ReconciliationException', ...reported })

const nameOf = ({ desired: { meta }, observed: { active } }: BlueGreenRound): string => childName(meta.name, active ?? 'BLUE')

export const unreadable = ({ desired: { unread } }: BlueGreenRound): Problem =>
  problem({
    owner: 'round',
    reason: 'Error',
    message: `${
      unread.slice(0, 3).map(({ path, found, expected }) => `${path} can't be read: found ${found}, expected ${expected}`).join('; ')
    }. `
      + 'Another operator version wrote it, or it is damaged. The operator does nothing. Run the version that wrote it, or repair it '
      + '(kubectl edit --subresource=status)',
  })

export const invalid = ({ desired }: BlueGreenRound): Problem | null =>
  desired.invalid === null ? null
    : problem({ owner: 'validation', reason: 'ValidationError', message: `${desired.invalid.field}: ${desired.invalid.message}` })

/** The owners of an object, according to its owner references. */
const ownersOf = ({ meta: { ownerReferences = [] } }: FlinkDeploymentView): string =>
  ownerReferences.length === 0 ? 'no object' : ownerReferences.map(({ kind, name, uid }) => `${kind} ${name} with uid ${uid}`).join(', ')

/** Names the children that lost their owner reference, because their jobs may run. Other foreign objects never were children (A01). */
const lostOwners = (round: BlueGreenRound): string => {
  const { desired: { meta } } = round
  const lost = colours.flatMap(colour => {
    const view = notOwned(round, colour)
    return view === null || !isMarkedOurs(round, view) ? [] : [`${view.meta.name} (uid ${view.meta.uid}, owned by ${ownersOf(view)})`]
  })
  return lost.length === 0 ? ''
    : ` FlinkDeployment ${lost.join(', ')} was a child of this resource and may run its job: its owner reference was removed. Add `
      + `it again: metadata.ownerReferences with kind FlinkBlueGreenDeployment, name ${meta.name} and uid ${meta.uid}.`
}

export const nameConflicts = (round: BlueGreenRound): Problem => {
  const { desired: { meta }, observed: { children } } = round
  const others = [children.BLUE, children.GREEN].flatMap(child => (child._tag === 'Others' ? [child.view.meta.name] : []))
  return problem({
    owner: 'operation',
    reason: 'InTheWay',
    message:
      `FlinkDeployment ${
        others.join(', ')
      } has a name that this resource needs, but no owner reference to FlinkBlueGreenDeployment ${meta.name} with uid `
      + `${meta.uid}, so it is a foreign object, and the operator does not change it. Give this resource another name, or delete the object if it is not `
      + 'needed. If it belongs to this resource, add an owner reference with that uid.'
      + lostOwners(round),
  })
}

/** Reported only if it is the serving child. */
export const goingAway = (round: BlueGreenRound): Problem | null => {
  const child = activeChild(round)
  return child._tag === 'There' && child.view.meta.deletionTimestamp !== null && round.observed.status.operation === null
    ? problem({
      owner: 'job',
      reason: 'Error',
      message: `FlinkDeployment ${nameOf(round)}, which serves, is being deleted, but not by this operator`,
    }) : null
}

export const lost = (round: BlueGreenRound): Problem =>
  problem({
    owner: 'upgrade',
    reason: 'Missing',
    message:
      `FlinkDeployment ${
        nameOf(round)
      }, which served, was deleted from outside, and the last state of its job is unknown. The operator does not start it `
      + 'from empty state. To continue, set spec.template.spec.job.initialSavepointPath to a savepoint or checkpoint of it, and a new '
      + 'spec.template.spec.job.savepointRedeployNonce; or, if its state is not needed, spec.template.spec.job.upgradeMode to stateless.',
  })

/** The operator does not start the child of the transition, because the record of its source was removed or changed. */
export const unknownSource = (round: BlueGreenRound): Problem => {
  const source = sourceOfNew(round)
  const name = childName(round.desired.meta.name, operationOf(round)?.colour ?? 'BLUE')
  return problem({
    owner: 'upgrade',
    reason: 'Missing',
    message:
      `FlinkDeployment ${name} is not started: the state to start from is unknown (${
        source?._tag === 'Unknown' ? source.reason : 'nothing is recorded'
      }), and a stateful job is never started from empty state. To continue, set spec.template.spec.job.initialSavepointPath to a savepoint or checkpoint `
      + 'of the job, and a new spec.template.spec.job.savepointRedeployNonce; or, if its state is not needed, '
      + 'spec.template.spec.job.upgradeMode to stateless.',
  })
}

export const notReady = (round: BlueGreenRound): Problem =>
  problem({
    owner: 'upgrade',
    reason: 'NotReady',
    message: `Transition to ${otherColour(round)} not possible, current Flink Deployment '${nameOf(round)}' is not READY. FAILING `
      + `'${round.desired.meta.name}'. The operator continues automatically when it is ready; to change a child that does not become ready, set `
      + 'spec.template.spec.job.state to suspended, edit, and set it to running.',
  })

export const noDirectory: Problem = problem({
  owner: 'upgrade',
  reason: 'SavepointError',
  message: 'Could not trigger Savepoint. Details: no savepoint directory is configured: set execution.checkpointing.savepoint-dir in '
    + 'spec.template.spec.flinkConfiguration',
})

export const givenUp = (round: BlueGreenRound): Problem =>
  problem({
    owner: 'upgrade',
    reason: 'TransitionGivenUp',
    message:
      `${failureOf(round)?.reason ?? ''}. This spec was tried ${
        String(mostFailures)
      } times, and the operator does not try it again; the earlier version runs on. `
      + 'Any edit of the spec starts a new transition.',
  })

export const retried = (round: BlueGreenRound): Problem => {
  const failure = failureOf(round)
  return problem({
    owner: 'upgrade',
    reason: 'TransitionFailed',
    message: `${failure?.reason ?? ''}. The operator retries (${String(failure?.times ?? 0)} of ${String(mostFailures)} attempts failed)`,
  })
}

const childError = (round: BlueGreenRound): string => {
  const view = viewOf(newChild(round))
  const words = view === null ? '' : statusErrorMessage(view.status.error)
  return words === '' ? '' : `: ${cutToBytes(words, 500)}`
}

export const late = (round: BlueGreenRound): Problem => {
  const operation = operationOf(round)
  const name = childName(round.desired.meta.name, operation?.colour ?? 'BLUE')
  return problem({
    owner: 'upgrade',
    reason: 'TransitionFailed',
    message: `FlinkDeployment ${name} is not ready in time${
      childError(round)
    }. It is the only child, so the operator keeps waiting for it; an edit is applied at once`,
  })
}

/** Why a transition is given up, in the message format of the reference operator. */
export const failureText = (round: BlueGreenRound, reason: string): string => {
  const { desired: { meta }, observed: { outcome } } = round
  const operation = operationOf(round)
  if (operation === null) return reason
  if (operation.step === 'Savepoint')
    return `Could not start Transition. Details: ${outcome?._tag === 'Failed' ? outcome.reason : reason}`
  const name = childName(meta.name, operation.colour)
  const back = operation.kind === 'Switch' ? (operation.colour === 'BLUE' ? 'GREEN' : 'BLUE') : operation.colour
  return `Aborting deployment '${name}', rolling B/G deployment back to ACTIVE_${back}: ${reason}${childError(round)}`
}
