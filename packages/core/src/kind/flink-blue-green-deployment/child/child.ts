import * as E from 'fp-ts/lib/Either.js'
import { restEndpointOf } from '../../../cluster/observe/cluster-queries.ts'
import { decodeRecordedSpec } from '../../../crd/recorded-spec.ts'
import type { FlinkDeploymentView } from '../../../contract/fact/custom-resource-views.ts'
import { observeConfiguration } from '../../../flink/configuration/deploy-configuration.ts'
import type { FlinkDefaults } from '../../../flink/configuration/flink-defaults.ts'
import { type ResourceOptions, resourceOptions } from '../../../options/resource-options.ts'
import type { RestEndpoint } from '../../../contract/query/query.ts'
import type { Fact } from '../../../contract/fact/fact.ts'
import type { Colour, Transition } from '../blue-green-resource.ts'
import type { ResourceMeta } from '../../../contract/resource/resource.ts'
import { isHeld } from '../../../contract/round/pause.ts'

/** The job of a child, according to the child's own status. */
export type ChildJob =
  | { readonly _tag: 'None'; readonly reason: string }
  | { readonly _tag: 'Job'; readonly jobId: string; readonly endpoint: RestEndpoint; readonly options: ResourceOptions }

/** Queries go to the running cluster, so the options come from the deployed spec. */
export const childJobOf = ({ meta, spec, status }: FlinkDeploymentView, defaults: FlinkDefaults): ChildJob => {
  const { jobStatus: { jobId }, reconciliationStatus: { lastReconciledSpec } } = status
  if (jobId === null || lastReconciledSpec === null) return { _tag: 'None', reason: `${meta.name} has no job yet` }
  const deployed = decodeRecordedSpec(lastReconciledSpec)
  const effective = E.isLeft(deployed) ? null : observeConfiguration(meta, deployed.right.spec, spec, defaults)
  if (effective === null || E.isLeft(effective)) return { _tag: 'None', reason: `the recorded deployed spec of ${meta.name} can't be read` }
  const { options } = resourceOptions(effective.right.configuration)
  return { _tag: 'Job', jobId, options, endpoint: restEndpointOf(meta, options) }
}

/** The slot of the facts and queries of a child. */
export const slotOf = (colour: Colour): 'blue' | 'green' => (colour === 'BLUE' ? 'blue' : 'green')

export const childName = (name: string, colour: Colour): string => `${name}-${slotOf(colour)}`

/** The label by which the reference operator distinguishes the children. */
export const colourLabel = 'flink/blue-green-deployment-type'

/** Names the transition for which a child was created. A child with another or no value starts from another state (E-35). */
export const transitionAnnotation = 'flinkbluegreendeployment.flink.apache.org/transition'

/**
 * Names the switch that was going to delete the child and then rolled back to it. Writing it changes the version of the child, so that a
 * late delete request fails (B107).
 */
export const keptAnnotation = 'flinkbluegreendeployment.flink.apache.org/kept'

/** A child as observed in this round. */
export type Child =
  | { readonly _tag: 'NotLookedAt' }
  /** The query failed, which does not prove that the child is gone (P14). */
  | { readonly _tag: 'Unseen'; readonly reason: string }
  | { readonly _tag: 'Absent' }
  /** A FlinkDeployment with that name that this resource does not own. */
  | { readonly _tag: 'Others'; readonly view: FlinkDeploymentView }
  | { readonly _tag: 'There'; readonly view: FlinkDeploymentView }

/** The two FlinkDeployments, by colour. */
export type Children = { readonly [C in Colour]: Child }

/**
 * Only owner references prove ownership, not names or labels (session-snapshot-bluegreen.md, section 4.1). Only a live query proves
 * absence.
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

/** The child if this resource owns it, also while it is being deleted. */
export const viewOf = (child: Child): FlinkDeploymentView | null => (child._tag === 'There' ? child.view : null)

/** The child if this resource owns it and it is not being deleted. */
export const livingOf = (child: Child): FlinkDeploymentView | null =>
  child._tag === 'There' && child.view.meta.deletionTimestamp === null ? child.view : null

/**
 * True if the child is held and has never run: its own status records nothing yet. A child that ran and is held again is only paused. A
 * missing record proves nothing if another part of the status mentions a job (V01).
 */
const isUnbegun = ({ meta, status: { operation, reconciliationStatus, jobStatus, operatorRecord } }: FlinkDeploymentView): boolean =>
  isHeld(meta) && operation === null && reconciliationStatus.lastReconciledSpec === null
  && jobStatus.jobId === null && jobStatus.startTime === null && jobStatus.savepointInfo.savepointHistory.length === 0
  && operatorRecord.attempts === 0 && operatorRecord.deployedAttempt === null && operatorRecord.deployedSource === null

/** The child if this resource owns it, it is not being deleted, and it was released. A held child never ran. */
export const begunOf = (child: Child): FlinkDeploymentView | null => {
  const view = livingOf(child)
  return view !== null && isUnbegun(view) ? null : view
}

/** The child if this resource owns it, it is not being deleted, and it is held and never ran. */
export const heldOf = (child: Child): FlinkDeploymentView | null => {
  const view = livingOf(child)
  return view !== null && isUnbegun(view) ? view : null
}

const isObserved = ({ meta, status }: FlinkDeploymentView): boolean => status.observedGeneration === meta.generation

/** True if the FlinkDeployment controller has observed this generation and reports it STABLE with its job RUNNING (E-31). */
export const isReady = (view: FlinkDeploymentView | null): view is FlinkDeploymentView =>
  view !== null && view.meta.deletionTimestamp === null && isObserved(view) && view.status.lifecycleState === 'STABLE'
  && view.status.jobStatus.state === 'RUNNING'

export const asksForSuspension = ({ spec }: FlinkDeploymentView): boolean => spec.job?.state === 'suspended'

/** Is the child suspended, as its spec asks, and by a status that is of that spec? */
export const isSuspended = (view: FlinkDeploymentView | null): view is FlinkDeploymentView =>
  view !== null && asksForSuspension(view) && isObserved(view) && view.status.lifecycleState === 'SUSPENDED'

/**
 * While this mark is unchanged, the same job has been RUNNING without a break. It contains the time of the last change of the job state.
 */
export const readyMarkOf = ({ status: { jobStatus: { jobId, startTime, updateTime } } }: FlinkDeploymentView): string =>
  `${jobId ?? '-'} ${startTime ?? '-'} ${updateTime ?? '-'}`

/** True if the child was created for this transition, or was observed as its child before. */
export const isOfTransition = (
  { meta: { uid, annotations } }: FlinkDeploymentView,
  { id, childUid }: Pick<Transition, 'id' | 'childUid'>,
): boolean => uid === childUid || annotations[transitionAnnotation] === id

/**
 * True if this is the child that the transition made, it matches the target, and it is ready. Only this permits deleting the other child:
 * another uid or generation proves nothing (B107).
 */
export const isProved = (view: FlinkDeploymentView | null, transition: Made): view is FlinkDeploymentView =>
  isMade(view, transition) && isReady(view)

/** The same for a child that is to be suspended: true if it is suspended. */
export const isProvedSuspended = (view: FlinkDeploymentView | null, transition: Made): view is FlinkDeploymentView =>
  isMade(view, transition) && isSuspended(view)

type Made = Pick<Transition, 'childUid' | 'childGeneration'>

const isMade = (view: FlinkDeploymentView | null, { childUid, childGeneration }: Made): view is FlinkDeploymentView =>
  view !== null && childUid !== null && view.meta.uid === childUid && view.meta.generation === childGeneration
