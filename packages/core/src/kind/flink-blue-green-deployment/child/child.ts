import type { Fact } from '../../../fact/fact.ts'
import type { FlinkDeploymentView } from '../../../fact/flink-deployment-view.ts'
import type { Colour, Transition } from '../blue-green-resource.ts'
import type { ResourceMeta } from '../../../resource/resource-meta.ts'
import { isHeld } from '../../../round/pause.ts'

/** Slot of a child's facts and of what is asked about it. */
export const slotOf = (colour: Colour): 'blue' | 'green' => (colour === 'BLUE' ? 'blue' : 'green')

export const childName = (name: string, colour: Colour): string => `${name}-${slotOf(colour)}`

/** By which the reference operator tells the children apart. */
export const colourLabel = 'flink/blue-green-deployment-type'

/** The transition that a child was created for: one without it, or with another one, has another state behind it (E-35). */
export const transitionAnnotation = 'flinkbluegreendeployment.flink.apache.org/transition'

/** The switch that was to take it away, and went back to it: from then on it is another version than that which was to go (B107). */
export const keptAnnotation = 'flinkbluegreendeployment.flink.apache.org/kept'

/** A child, as it was seen in this round. */
export type Child =
  | { readonly _tag: 'NotLookedAt' }
  /** Not seen is not gone (P14). */
  | { readonly _tag: 'Unseen'; readonly reason: string }
  | { readonly _tag: 'Absent' }
  /** A FlinkDeployment of that name that is not ours. */
  | { readonly _tag: 'Others'; readonly view: FlinkDeploymentView }
  | { readonly _tag: 'There'; readonly view: FlinkDeploymentView }

/** The two FlinkDeployments, by colour. */
export type Children = { readonly [C in Colour]: Child }

/**
 * Names and labels prove nothing, owner references do (session-snapshot-bluegreen.md, section 4.1). Absence counts only from a live look.
 */
export const childOf = ({ uid }: Pick<ResourceMeta, 'uid'>, fact: Fact<FlinkDeploymentView> | undefined): Child => {
  switch (fact?._tag) {
    case undefined:
      return { _tag: 'NotLookedAt' }
    case 'Unknown':
      return { _tag: 'Unseen', reason: fact.message }
    case 'Absent':
      return fact.source === 'live' ? { _tag: 'Absent' } : { _tag: 'NotLookedAt' }
    case 'Known':
      return { _tag: (fact.value.meta.ownerReferences ?? []).some(owner => owner.uid === uid) ? 'There' : 'Others', view: fact.value }
  }
}

/** The child where it is ours, also while it is being deleted. */
export const viewOf = (child: Child): FlinkDeploymentView | null => (child._tag === 'There' ? child.view : null)

/** The child where it is ours and nobody deletes it. */
export const livingOf = (child: Child): FlinkDeploymentView | null =>
  child._tag === 'There' && child.view.meta.deletionTimestamp === null ? child.view : null

/**
 * Its own operator recorded nothing yet: who holds a child that ran pauses it. A record that is gone proves nothing where another part of
 * the status tells of a job (V01).
 */
const isUnbegun = ({ meta, status: { operation, reconciliationStatus, jobStatus, operatorRecord } }: FlinkDeploymentView): boolean =>
  isHeld(meta) && operation === null && reconciliationStatus.lastReconciledSpec === null
  && jobStatus.jobId === null && jobStatus.startTime === null && jobStatus.savepointInfo.savepointHistory.length === 0
  && operatorRecord.attempts === 0 && operatorRecord.deployedAttempt === null && operatorRecord.deployedSource === null

/** The child where it is ours, nobody deletes it, and it was let go: what is held never ran, and is nobody's. */
export const begunOf = (child: Child): FlinkDeploymentView | null => {
  const view = livingOf(child)
  return view !== null && isUnbegun(view) ? null : view
}

/** The child where it is ours, nobody deletes it, and it never ran. */
export const heldOf = (child: Child): FlinkDeploymentView | null => {
  const view = livingOf(child)
  return view !== null && isUnbegun(view) ? view : null
}

const isObserved = ({ meta, status }: FlinkDeploymentView): boolean => status.observedGeneration === meta.generation

/** Its own operator has taken over this very generation, and finds it stable with its job RUNNING (E-31). */
export const isReady = (view: FlinkDeploymentView | null): view is FlinkDeploymentView =>
  view !== null && view.meta.deletionTimestamp === null && isObserved(view) && view.status.lifecycleState === 'STABLE'
  && view.status.jobStatus.state === 'RUNNING'

export const asksForSuspension = ({ spec }: FlinkDeploymentView): boolean => spec.job?.state === 'suspended'

export const isSuspended = (view: FlinkDeploymentView | null): view is FlinkDeploymentView =>
  view !== null && asksForSuspension(view) && isObserved(view) && view.status.lifecycleState === 'SUSPENDED'

/** As long as it is the same, the same job was RUNNING without a break: the time is that of the last change of its state. */
export const readyMarkOf = ({ status: { jobStatus: { jobId, startTime, updateTime } } }: FlinkDeploymentView): string =>
  `${jobId ?? '-'} ${startTime ?? '-'} ${updateTime ?? '-'}`

/** Was it created for this transition, or seen as the child of it before? */
export const isOfTransition = (
  { meta: { uid, annotations } }: FlinkDeploymentView,
  { id, childUid }: Pick<Transition, 'id' | 'childUid'>,
): boolean => uid === childUid || annotations[transitionAnnotation] === id

/**
 * Is this the child that the transition made, as the target wants it, and ready? Only this allows to take the other one away: another uid
 * or another generation proves nothing (B107).
 */
export const isProved = (view: FlinkDeploymentView | null, transition: Made): view is FlinkDeploymentView =>
  isMade(view, transition) && isReady(view)

/** The same of a child that is to be suspended: it is. */
export const isProvedSuspended = (view: FlinkDeploymentView | null, transition: Made): view is FlinkDeploymentView =>
  isMade(view, transition) && isSuspended(view)

type Made = Pick<Transition, 'childUid' | 'childGeneration'>

const isMade = (view: FlinkDeploymentView | null, { childUid, childGeneration }: Made): view is FlinkDeploymentView =>
  view !== null && childUid !== null && view.meta.uid === childUid && view.meta.generation === childGeneration
