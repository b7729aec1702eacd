import { encodeBlueGreenSpec } from '../blue-green-codec.ts'
import type { Env } from '../../../contract/env.ts'
import type { FlinkDeploymentView } from '../../../contract/fact/custom-resource-views.ts'
import {
  type BlueGreenState,
  type Colour,
  colours,
  type FlinkBlueGreenDeploymentStatus,
  opposite,
  type Transition,
} from '../blue-green-resource.ts'
import type { LastState } from '../../../contract/resource/last-state.ts'
import { mintOperationId } from '../../../contract/resource/mint-id.ts'
import { withStatus } from '../../../contract/round/status-change.ts'
import { changeBetween } from './change.ts'
import { begunOf, type Child, type Children, heldOf, isReady, livingOf, transitionAnnotation, viewOf } from '../child/child.ts'
import { templateSpecOf } from '../child/child-manifest.ts'
import { placeOf, stateOfTransition } from './transition-phase.ts'
import { recordedSource } from './transition-source.ts'
import type { BlueGreenDesired, WholeSpec } from '../blue-green-round.ts'

/** The status from which the operator continues, with the serving spec and the target spec. */
export interface Adopted {
  readonly status: FlinkBlueGreenDeploymentStatus
  readonly serving: WholeSpec | null
  readonly target: WholeSpec | null
}

/**
 * Take-over: translates a status that another operator wrote, or an incomplete one, into our record (statuses of the reference operator:
 * session-snapshot-bluegreen.md, section 4.3).
 * It decides nothing before both children were observed.
 *
 * | row | recorded | then |
 * |---|---|---|
 * | adopted-transition/state-lost | no state, or INITIALIZING, and a child exists: the status was lost, or a first deployment was given up | the existing child is the active one; if both exist, the older one, from which the younger was taking over |
 * | adopted-transition/state-and-children-lost | the same, no child exists, and another part of the status mentions one | blue, which was deleted from outside, counts as active |
 * | adopted-transition/savepointing | SAVEPOINTING without our record | active again: the operator requests a new savepoint, with a trigger id that is bound to it (E-38) |
 * | adopted-transition/transitioning | TRANSITIONING without our record, and the child exists | our record of it: the spec of that child is the target, the spec of the other child is the serving one (E-32); if that child is ready and the other one is being deleted, the transition can't be rolled back |
 * | adopted-transition/transitioning-without-child | the same, and the child does not exist | the other child is active; if that one does not exist either, blue, which a first deployment creates and a switch starts from, was deleted from outside (E-30) |
 * | adopted-transition/serving-child | the same, and that child is the one that serves by our record | it is active: an older state was put back |
 * | adopted-transition/older-status | ACTIVE, and that child does not exist, but the other one does and does not belong to a switch that was given up | the other one is active: an older status was restored |
 * | adopted-transition/contradicted | our record of a transition, and a state that contradicts it: one of them was changed from outside | the state of the record |
 * | adopted-transition/uid-unknown | ACTIVE, without the uid of the child, or with the uid of a replaced child, or without the last reconciled spec | the existing child; its actual spec is recorded |
 */
export const adopted = (desired: BlueGreenDesired, status: FlinkBlueGreenDeploymentStatus, children: Children, env: Env): Adopted => {
  const asRecorded: Adopted = { status, serving: desired.recorded, target: desired.target }
  if (colours.some(colour => children[colour]._tag === 'NotLookedAt' || children[colour]._tag === 'Unseen')) return asRecorded
  if (status.operation !== null)
    return { ...asRecorded, status: withStatus(status, { blueGreenState: stateOfTransition(status.operation) }) }
  const { phase, colour } = placeOf(status.blueGreenState)
  switch (phase) {
    case 'Initializing': {
      const active = olderOf(children) ?? (hasServed(status) ? 'BLUE' : null)
      return active === null ? asRecorded : activeIs(desired, status, children, active)
    }
    case 'Savepointing':
      return activeIs(desired, status, children, colour)
    case 'Transitioning':
      return transitionOf(desired, status, children, colour, env)
    case 'Active':
      return activeIs(desired, status, children, isReplaced(status, children, colour) ? opposite(colour) : colour)
  }
}

/** True if another part of the status mentions a child: the child was deleted, and the state was lost, from outside. */
const hasServed = (
  { lastReconciledSpec, operatorRecord: { attempts, activeUid, suspendedPath, abandoned } }: FlinkBlueGreenDeploymentStatus,
) => lastReconciledSpec !== null || attempts > 0 || activeUid !== null || suspendedPath !== null || abandoned !== null

const there = (children: Children, colour: Colour): FlinkDeploymentView | null => viewOf(children[colour])

/** True if the recorded active child is gone, and the other child exists and does not belong to a switch that was given up. */
const isReplaced = ({ operatorRecord: { abandoned } }: FlinkBlueGreenDeploymentStatus, children: Children, colour: Colour): boolean => {
  const other = begunOf(children[opposite(colour)])
  return children[colour]._tag === 'Absent' && other !== null
    && (abandoned === null || other.meta.annotations[transitionAnnotation] !== abandoned)
}

/**
 * The older child of two, because the younger one is the one that takes over. A child that is being deleted or held counts only if it is
 * the only one.
 */
const olderOf = (children: Children): Colour | null => {
  const all = colours.filter(colour => there(children, colour) !== null)
  const found = all.length > 1 ? all.filter(colour => heldOf(children[colour]) === null) : all
  const [first, second] = found
  if (first === undefined || second === undefined) return first ?? null
  const [a, b] = [livingOf(children[first]), livingOf(children[second])]
  if (a === null || b === null) return a === null ? second : first
  return a.meta.creationTimestamp <= b.meta.creationTimestamp ? first : second
}

const stateOf = (colour: Colour): BlueGreenState => `ACTIVE_${colour}`

/**
 * Makes a child the active one. If the record belongs to this uid, it counts. Otherwise the actual spec of the child is recorded, so that
 * the next rounds handle the difference.
 */
const activeIs = (desired: BlueGreenDesired, status: FlinkBlueGreenDeploymentStatus, children: Children, colour: Colour): Adopted => {
  const view = begunOf(children[colour])
  const { operatorRecord: record } = status
  const active = withStatus(status, { blueGreenState: stateOf(colour), savepointTriggerId: null })
  const base = desired.recorded ?? desired.wanted
  const isRecorded = view?.meta.uid === record.activeUid && desired.recorded !== null
  if (view === null || isRecorded || base === null)
    return { status: active, serving: desired.recorded, target: desired.target }
  const serving = runBy(view, base)
  // if both children exist, only a ready child is known to serve, because this record lets the operator delete the other one (B107)
  const isKnown = isReady(view) || begunOf(children[opposite(colour)]) === null
  return {
    status: withStatus(active, {
      lastReconciledSpec: encodeBlueGreenSpec(serving),
      operatorRecord: { ...record, activeUid: isKnown ? view.meta.uid : null, suspendedPath: null },
    }),
    serving,
    target: desired.target,
  }
}

/** The spec with the actual spec of the child in its template. */
const runBy = (view: FlinkDeploymentView, base: WholeSpec): WholeSpec => {
  const spec = templateSpecOf(view, base.template.spec)
  return changeBetween(base.template.spec, spec) === 'IGNORE' ? base : { ...base, template: { ...base.template, spec } }
}

/** The source of a child that another operator created: the path that its spec names. */
const adoptedSource = ({ spec }: FlinkDeploymentView): LastState => {
  const path = spec.job?.initialSavepointPath ?? null
  return path === null ? { _tag: 'None', reason: 'the child was created without a path' } : { _tag: 'Path', path, seen: 'Adopted' }
}

const transitionOf = (
  desired: BlueGreenDesired,
  status: FlinkBlueGreenDeploymentStatus,
  children: Children,
  colour: Colour,
  env: Env,
): Adopted => {
  const [view, other] = [there(children, colour), there(children, opposite(colour))]
  const base = desired.recorded ?? desired.wanted
  if (view === null || base === null) {
    return activeIs(desired, status, children, other === null ? 'BLUE' : opposite(colour))
  }
  // a switch never takes the child that serves: an older state was put back
  if (view.meta.uid === status.operatorRecord.activeUid) return activeIs(desired, status, children, colour)
  const target = runBy(view, base)
  const isRetiring = other !== null && other.meta.deletionTimestamp !== null && isReady(view)
  const attempts = status.operatorRecord.attempts + 1
  const id = mintOperationId(desired.meta.uid, attempts, env.now)
  const operation: Transition = {
    id,
    attempt: attempts,
    mintedAt: env.now,
    kind: other === null ? 'First' : 'Switch',
    colour,
    step: isRetiring ? 'Retire' : 'Apply',
    targetGeneration: desired.meta.generation,
    target: encodeBlueGreenSpec(target),
    activeUid: other?.meta.uid ?? null,
    jobId: null,
    jobStartTime: null,
    ...recordedSource(id, adoptedSource(view)),
    childUid: view.meta.uid,
    childGeneration: null,
    readySince: null,
    readyMark: null,
    giveUpAt: env.now + desired.options.abortGracePeriod,
  }
  const serving = other === null ? null : runBy(other, target)
  return {
    status: withStatus(status, {
      operation,
      savepointTriggerId: null,
      lastReconciledSpec: serving === null ? null : encodeBlueGreenSpec(serving),
      operatorRecord: { ...status.operatorRecord, attempts, activeUid: other?.meta.uid ?? null },
    }),
    serving,
    target,
  }
}

/** True if the child of this colour is known to serve. Only then may the operator delete the other one. */
export const servesSurely = (status: FlinkBlueGreenDeploymentStatus, recorded: FlinkBlueGreenDeploymentStatus, child: Child): boolean => {
  const view = livingOf(child)
  return view !== null && view.meta.uid === status.operatorRecord.activeUid
    && (view.meta.uid === recorded.operatorRecord.activeUid || isReady(view))
}
