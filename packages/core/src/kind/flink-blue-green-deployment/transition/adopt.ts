import { encodeBlueGreenSpec } from '../blue-green-codec.ts'
import type { Env } from '../../../env.ts'
import type { FlinkDeploymentView } from '../../../fact/flink-deployment-view.ts'
import {
  type BlueGreenState,
  type Colour,
  colours,
  type FlinkBlueGreenDeploymentStatus,
  opposite,
  type Transition,
} from '../blue-green-resource.ts'
import type { LastState } from '../../../resource/last-state.ts'
import { mintId } from '../../../resource/mint-id.ts'
import { withStatus } from '../../../round/status-change.ts'
import { changeBetween } from './change.ts'
import { begunOf, type Child, type Children, heldOf, isReady, livingOf, transitionAnnotation, viewOf } from '../child/child.ts'
import { templateSpecOf } from '../child/child-manifest.ts'
import { placeOf, stateOfTransition } from './transition-phase.ts'
import { recordedSource } from './transition-source.ts'
import type { BlueGreenDesired, WholeSpec } from '../blue-green-round.ts'

/** A status as it is gone on from, and what serves by it. */
export interface Adopted {
  readonly status: FlinkBlueGreenDeploymentStatus
  readonly serving: WholeSpec | null
  readonly target: WholeSpec | null
}

/**
 * What another operator, or nobody, recorded, in our words (the reference operator's statuses: session-snapshot-bluegreen.md, section 4.3).
 * Nothing is decided before both children were seen.
 *
 * | row | recorded | then |
 * |---|---|---|
 * | G90 | no state, or INITIALIZING, and a child is there: the status was lost, or a first deployment was given up | the child that is there is the active one; of two the older one, which the younger was to take over from |
 * | G90a | the same, no child is there, and another part of the status tells of one | blue, which somebody deleted, counts as active |
 * | G91 | SAVEPOINTING without our record | active again: the savepoint is asked for anew, under an id that is bound to it (E-38) |
 * | G92 | TRANSITIONING without our record, and the child is there | our record of it: what that child runs is its target, what the other one runs is what serves (E-32); where that one is ready and the other one is being deleted, there is no way back |
 * | G93 | the same, and the child is not there | the other one is active; where there is none either, a child was there when that was written: blue, which a first deployment makes and a switch begins with, was deleted by somebody (E-30) |
 * | G95 | ACTIVE, and that child is not there, but the other one is, and not of a switch that was given up | the other one is active: a status of before was put back |
 * | G96 | our record of a transition, and a state that is not of it: somebody changed one of them | the state of the record |
 * | G94 | ACTIVE, without the uid of the child, or with that of one that was replaced, or without the spec that was reconciled last | the child that is there; what it really runs is what is recorded |
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

/** Another part of the status tells of a child that was there: somebody deleted it, and took the state away. */
const hasServed = (
  { lastReconciledSpec, operatorRecord: { attempts, activeUid, suspendedPath, abandoned } }: FlinkBlueGreenDeploymentStatus,
) => lastReconciledSpec !== null || attempts > 0 || activeUid !== null || suspendedPath !== null || abandoned !== null

const there = (children: Children, colour: Colour): FlinkDeploymentView | null => viewOf(children[colour])

/** What is recorded to serve is gone, and something else of ours is there that was not given up. */
const isReplaced = ({ operatorRecord: { abandoned } }: FlinkBlueGreenDeploymentStatus, children: Children, colour: Colour): boolean => {
  const other = begunOf(children[opposite(colour)])
  return children[colour]._tag === 'Absent' && other !== null
    && (abandoned === null || other.meta.annotations[transitionAnnotation] !== abandoned)
}

/** A child that is to take over is the younger one; one that is to go, or is held, stands back. */
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

/** What is recorded of the child of this uid counts: else what it really runs is recorded, so that the difference is worked on. */
const activeIs = (desired: BlueGreenDesired, status: FlinkBlueGreenDeploymentStatus, children: Children, colour: Colour): Adopted => {
  const view = begunOf(children[colour])
  const { operatorRecord: record } = status
  const active = withStatus(status, { blueGreenState: stateOf(colour), savepointTriggerId: null })
  const base = desired.recorded ?? desired.wanted
  const isRecorded = view?.meta.uid === record.activeUid && desired.recorded !== null
  if (view === null || isRecorded || base === null)
    return { status: active, serving: desired.recorded, target: desired.target }
  const serving = runBy(view, base)
  // beside another one only what is ready is known to serve: the other one goes by this record (B107)
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

/** The spec with what the child really has in its template. */
const runBy = (view: FlinkDeploymentView, base: WholeSpec): WholeSpec => {
  const spec = templateSpecOf(view, base.template.spec)
  return changeBetween(base.template.spec, spec) === 'IGNORE' ? base : { ...base, template: { ...base.template, spec } }
}

/** The child is there and was made by another operator: what its spec names is what it starts from. */
const adoptedSource = ({ spec }: FlinkDeploymentView): LastState => {
  const path = spec.job?.initialSavepointPath ?? null
  return path === null ? { _tag: 'None', reason: 'the child was made without a path' } : { _tag: 'Path', path, seen: 'Adopted' }
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
  const target = runBy(view, base)
  const isRetiring = other !== null && other.meta.deletionTimestamp !== null && isReady(view)
  const attempts = status.operatorRecord.attempts + 1
  const id = mintId('operation', desired.meta.uid, attempts, env.now)
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

/** Is the child of this colour known to be the one that serves? Only beside it may the other one be taken away. */
export const servesSurely = (status: FlinkBlueGreenDeploymentStatus, recorded: FlinkBlueGreenDeploymentStatus, child: Child): boolean => {
  const view = livingOf(child)
  return view !== null && view.meta.uid === status.operatorRecord.activeUid
    && (view.meta.uid === recorded.operatorRecord.activeUid || isReady(view))
}
