import { statusErrorMessage } from '../../../codec/status-error.ts'
import type { FlinkDeploymentView } from '../../../fact/flink-deployment-view.ts'
import { colours } from '../blue-green-resource.ts'
import { cutToBytes } from '../../../resource/utf8-length.ts'
import type { Problem } from '../../../round/decision.ts'
import { childName, viewOf } from '../child/child.ts'
import { activeChild, failureOf, mostFailures, newChild, operationOf, otherColour, quietFor, sourceOfNew } from '../transition/evidence.ts'
import { isMarkedOurs, notOwned } from '../transition/not-owned.ts'
import type { BlueGreenRound } from '../blue-green-round.ts'

/** What was sent to retire a child, and not answered, arrives within this time, or never. */
export const quietForRetired = quietFor

const problem = (told: Pick<Problem, 'owner' | 'reason' | 'message'>): Problem => ({ type: 'ReconciliationException', ...told })

const nameOf = ({ desired: { meta }, observed: { active } }: BlueGreenRound): string => childName(meta.name, active ?? 'BLUE')

export const unreadable = ({ desired: { unread } }: BlueGreenRound): Problem =>
  problem({
    owner: 'round',
    reason: 'Error',
    message: `${
      unread.slice(0, 3).map(({ path, found, expected }) => `${path} can't be read: found ${found}, expected ${expected}`).join('; ')
    }. `
      + 'Another version of the operator wrote it, or it is damaged. Nothing is done. Run the version that wrote it, or mend it '
      + '(kubectl edit --subresource=status)',
  })

export const invalid = ({ desired }: BlueGreenRound): Problem | null =>
  desired.invalid === null ? null
    : problem({ owner: 'validation', reason: 'ValidationError', message: `${desired.invalid.field}: ${desired.invalid.message}` })

/** Whose it is, as its owner references say. */
const ownersOf = ({ meta: { ownerReferences = [] } }: FlinkDeploymentView): string =>
  ownerReferences.length === 0 ? 'nobody' : ownerReferences.map(({ kind, name, uid }) => `${kind} ${name} with uid ${uid}`).join(', ')

/** A child that lost its owner reference is told apart from what never was one: its job may run (A01). */
const lostOwners = (round: BlueGreenRound): string => {
  const { desired: { meta } } = round
  const lost = colours.flatMap(colour => {
    const view = notOwned(round, colour)
    return view === null || !isMarkedOurs(round, view) ? [] : [`${view.meta.name} (uid ${view.meta.uid}, owned by ${ownersOf(view)})`]
  })
  return lost.length === 0 ? ''
    : ` FlinkDeployment ${
      lost.join(', ')
    } was a child of this resource and may run its job: somebody took its owner reference away. Give it `
      + `one again: metadata.ownerReferences with kind FlinkBlueGreenDeployment, name ${meta.name} and uid ${meta.uid}.`
}

export const inTheWay = (round: BlueGreenRound): Problem => {
  const { desired: { meta }, observed: { children } } = round
  const others = [children.BLUE, children.GREEN].flatMap(child => (child._tag === 'Others' ? [child.view.meta.name] : []))
  return problem({
    owner: 'operation',
    reason: 'InTheWay',
    message:
      `FlinkDeployment ${others.join(', ')} is in the way: it has no owner reference to FlinkBlueGreenDeployment ${meta.name} with uid `
      + `${meta.uid}, so it belongs to somebody else. It is left as it is. To go on, give this resource another name, or delete it if nobody `
      + 'needs it; what belongs to this resource can be given to it by an owner reference with that uid.'
      + lostOwners(round),
  })
}

/** Told only where it is the child that serves. */
export const goingAway = (round: BlueGreenRound): Problem | null => {
  const child = activeChild(round)
  return child._tag === 'There' && child.view.meta.deletionTimestamp !== null && round.observed.status.operation === null
    ? problem({
      owner: 'job',
      reason: 'Error',
      message: `FlinkDeployment ${nameOf(round)}, which serves, was deleted by somebody, and is going`,
    }) : null
}

export const lost = (round: BlueGreenRound): Problem =>
  problem({
    owner: 'upgrade',
    reason: 'Missing',
    message:
      `FlinkDeployment ${nameOf(round)}, which served, was deleted by somebody, and nobody recorded the state that its job left: it is not `
      + 'started from nothing. To go on, set spec.template.spec.job.initialSavepointPath to a savepoint or checkpoint of it, and a new '
      + 'spec.template.spec.job.savepointRedeployNonce; or, if its state is not needed, spec.template.spec.job.upgradeMode to stateless.',
  })

/** The child of the transition is not started: the record of what it is to start from was removed or changed. */
export const unknownSource = (round: BlueGreenRound): Problem => {
  const source = sourceOfNew(round)
  const name = childName(round.desired.meta.name, operationOf(round)?.colour ?? 'BLUE')
  return problem({
    owner: 'upgrade',
    reason: 'Missing',
    message:
      `FlinkDeployment ${name} is not started: it is not known what it is to start from (${
        source?._tag === 'Unknown' ? source.reason : 'nothing is recorded'
      }), and stateful is never started from nothing. To go on, set spec.template.spec.job.initialSavepointPath to a savepoint or checkpoint `
      + 'of the job, and a new spec.template.spec.job.savepointRedeployNonce; or, if its state is not needed, '
      + 'spec.template.spec.job.upgradeMode to stateless.',
  })
}

export const notReady = (round: BlueGreenRound): Problem =>
  problem({
    owner: 'upgrade',
    reason: 'NotReady',
    message: `Transition to ${otherColour(round)} not possible, current Flink Deployment '${nameOf(round)}' is not READY. FAILING `
      + `'${round.desired.meta.name}'. It goes on by itself when it is ready; to change a child that does not come up, set `
      + 'spec.template.spec.job.state to suspended, edit, and set it to running.',
  })

export const noDirectory: Problem = problem({
  owner: 'upgrade',
  reason: 'SavepointError',
  message: 'Could not trigger Savepoint. Details: nobody says where savepoints go: set execution.checkpointing.savepoint-dir in '
    + 'spec.template.spec.flinkConfiguration',
})

export const givenUp = (round: BlueGreenRound): Problem =>
  problem({
    owner: 'upgrade',
    reason: 'TransitionGivenUp',
    message:
      `${failureOf(round)?.reason ?? ''}. This spec was tried ${
        String(mostFailures)
      } times and is not tried again; what ran before goes on. `
      + 'Any edit of the spec begins anew.',
  })

export const retried = (round: BlueGreenRound): Problem => {
  const failure = failureOf(round)
  return problem({
    owner: 'upgrade',
    reason: 'TransitionFailed',
    message: `${failure?.reason ?? ''}. It is tried again (${String(failure?.times ?? 0)} of ${String(mostFailures)} attempts failed)`,
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
    }. It is the only one, so it is left to come up; an edit is taken over at once`,
  })
}

/** Why a transition is given up, with the reference operator's words. */
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
