import type { FlinkDeploymentView } from '../../../contract/fact/custom-resource-views.ts'
import type { LastState } from '../../../contract/resource/last-state.ts'
import { mintOperationId } from '../../../contract/resource/mint-id.ts'
import { lateArrivalLimit } from '../../../contract/resource/operation.ts'
import { type Colour, opposite, type Transition } from '../blue-green-resource.ts'
import { servesSurely } from './adopt.ts'
import { type BlueGreenChange, changeOf } from './change.ts'
import {
  asksForSuspension,
  begunOf,
  type Child,
  heldOf,
  isOfTransition,
  isProved,
  isProvedSuspended,
  isReady,
  keptAnnotation,
  livingOf,
  transitionAnnotation,
  viewOf,
} from '../child/child.ts'
import { hasSpecOf } from '../child/child-manifest.ts'
import type { BlueGreenRound } from '../blue-green-round.ts'
import { isStateless, namedPath, sourceOf } from './transition-source.ts'
import { servingRequest, targetRequest } from '../child/target-request.ts'

/** After this many failed transitions to a spec, the operator waits for an edit (E-32). */
export const mostFailures = 3

export type Seen<Parts> = { readonly [Part in keyof Parts]: NonNullable<Parts[Part]> }

/** True if no part is null. */
export const isSeen = <Parts extends object>(parts: Parts): parts is Parts & Seen<Parts> => !Object.values(parts).includes(null)

/** Conditions of the rows of the table. Each is defined once. */

export const activeChild = ({ observed: { children, active } }: BlueGreenRound): Child =>
  active === null ? { _tag: 'Absent' } : children[active]

export const otherColour = ({ observed: { active } }: BlueGreenRound): Colour => opposite(active ?? 'GREEN')

export const otherChild = (round: BlueGreenRound): Child => round.observed.children[otherColour(round)]

export const operationOf = ({ observed: { status } }: BlueGreenRound): Transition | null => status.operation

/** True if the id was generated for this attempt. For an older id Flink would report an older savepoint (A13). */
export const isIdOfAttempt = ({ desired: { meta }, observed: { recorded: { status: { operation } } } }: BlueGreenRound): boolean =>
  operation === null || operation.id === mintOperationId(meta.uid, operation.attempt, operation.mintedAt)

/** The child that the transition creates or changes. */
export const newChild = (round: BlueGreenRound): Child => {
  const operation = operationOf(round)
  return operation === null ? { _tag: 'Absent' } : round.observed.children[operation.colour]
}

/**
 * The colour of a child that the recorded transition does not name: an older status was restored, or the children were changed from
 * outside. Null: there is none. If the operator requested the deletion of the old child and the new child exists by its uid, a child with
 * the name of the old one was only created by a lost request that arrived late: it has no state. The same holds for a held child.
 */
export const foreignObjectOf = (round: BlueGreenRound): Colour | null => {
  const operation = operationOf(round)
  if (operation === null || operation.step === 'Savepoint') return null
  const { kind, colour, activeUid, step, childUid } = operation
  const [made, beside] = [begunOf(round.observed.children[colour]), begunOf(round.observed.children[opposite(colour)])]
  if (step === 'Retire' && made !== null && made.meta.uid === childUid) return null
  switch (kind) {
    case 'First':
      return beside === null ? null : opposite(colour)
    case 'InPlace':
      return made === null || made.meta.uid === activeUid ? null : colour
    case 'Switch':
      if (beside !== null) return activeUid === null || beside.meta.uid === activeUid ? null : opposite(colour)
      return made === null || isOfTransition(made, operation) ? null : colour
  }
}

/** True if the other child was created for a switch that was given up: it never served (B107). */
export const isOtherAbandoned = (round: BlueGreenRound): boolean => {
  const { observed: { status: { operatorRecord: { abandoned } } } } = round
  return abandoned !== null && livingOf(otherChild(round))?.meta.annotations[transitionAnnotation] === abandoned
}

/** The child from which the transition takes over, while it is the one that served when the transition started. */
export const oldView = (round: BlueGreenRound): FlinkDeploymentView | null => {
  const operation = operationOf(round)
  if (operation === null || operation.kind !== 'Switch') return null
  const view = viewOf(round.observed.children[opposite(operation.colour)])
  return view !== null && (operation.activeUid === null || view.meta.uid === operation.activeUid) ? view : null
}

/** True if the old child exists and is not being deleted: the transition can roll back to it. */
export const isOldAlive = (round: BlueGreenRound): boolean => oldView(round)?.meta.deletionTimestamp === null

/** True if the old child was changed after its deletion was recorded. A late request to delete its earlier version then fails. */
export const isOldKept = (round: BlueGreenRound): boolean => oldView(round)?.meta.annotations[keptAnnotation] === operationOf(round)?.id

export const isNewReady = (round: BlueGreenRound): boolean => {
  const operation = operationOf(round)
  return operation !== null && isProved(livingOf(newChild(round)), operation)
}

export const isNewSuspended = (round: BlueGreenRound): boolean => {
  const operation = operationOf(round)
  return operation !== null && isProvedSuspended(livingOf(newChild(round)), operation)
}

export const isNewGone = (round: BlueGreenRound): boolean => newChild(round)._tag === 'Absent'

/** True if the child of the transition was observed to match the target. A child that is changed in place existed before. */
export const wasNewSeen = (round: BlueGreenRound): boolean => {
  const operation = operationOf(round)
  return operation !== null
    && (operation.kind === 'InPlace' || operation.childUid !== null || operation.childGeneration !== null || operation.readySince !== null
      || operation.readyMark !== null)
}

/** The source of the child of the transition; null: no transition is in progress. */
export const sourceOfNew = (round: BlueGreenRound): LastState | null => {
  const { observed: { target, serving } } = round
  const operation = operationOf(round)
  return operation === null || target === null ? null : sourceOf(operation, { target, serving, child: livingOf(newChild(round)) })
}

/** True if the source of the child is unknown, and the child is absent or still held: the operator does not start it (A13). */
export const isSourceUnknown = (round: BlueGreenRound): boolean =>
  sourceOfNew(round)?._tag === 'Unknown' && begunOf(newChild(round)) === null

/** True if the child belongs to another transition, and so starts from another state (E-35). */
export const isNewOfAnother = (round: BlueGreenRound): boolean => {
  const operation = operationOf(round)
  const view = viewOf(newChild(round))
  return operation?.kind === 'Switch' && view !== null && !isOfTransition(view, operation)
}

/** True if the child never ran and this transition did not create it: a request that arrived late did. */
export const isNewUnbegun = (round: BlueGreenRound): boolean => {
  const operation = operationOf(round)
  const view = heldOf(newChild(round))
  return operation !== null && view !== null && !isOfTransition(view, operation)
}

export const isNewDeleting = (round: BlueGreenRound): boolean => {
  const child = newChild(round)
  return child._tag === 'There' && child.view.meta.deletionTimestamp !== null
}

/** True if the child of the transition matches the target and was released. */
export const isNewAsWanted = (round: BlueGreenRound): boolean => {
  const { desired, observed: { target, serving }, env } = round
  const it = { operation: operationOf(round), child: begunOf(newChild(round)), target }
  return isSeen(it) && hasSpecOf(it.child, targetRequest(desired, { ...it, serving }, env.options.labelSelector))
}

/** True if the spec of the serving child differs from the recorded one: a lost request may have arrived late. */
export const isDrifted = (round: BlueGreenRound): boolean => {
  const { desired, observed: { active }, env } = round
  const it = { colour: active, child: livingOf(activeChild(round)), serving: desired.wanted }
  return isSeen(it) && !hasSpecOf(it.child, servingRequest(desired, it, env.options.labelSelector))
}

/** True if the changed child has its earlier spec again. */
export const isReverted = (round: BlueGreenRound): boolean => {
  const { desired, observed: { serving }, env } = round
  const it = { colour: operationOf(round)?.colour ?? null, child: livingOf(newChild(round)), serving }
  return isSeen(it) && hasSpecOf(it.child, servingRequest(desired, it, env.options.labelSelector))
}

/** The kind of change between the serving spec and the wanted spec. */
export const editOf = ({ desired: { wanted }, observed: { serving } }: BlueGreenRound): BlueGreenChange =>
  wanted === null ? 'IGNORE' : changeOf(serving, wanted)

/**
 * True if the switch started without state (stateless) or from a path with a nonce, and the spec no longer asks for either. The new child
 * then needs the state of the old child, and so a savepoint (P01, B29).
 */
export const isSavepointMissed = (round: BlueGreenRound): boolean => {
  const { desired: { wanted }, observed: { target, serving } } = round
  if (wanted === null || target === null || isStateless(wanted) || namedPath(serving, wanted) !== null) return false
  return isStateless(target) || namedPath(serving, target) !== null
}

/** The kind of change between the target of the transition and the wanted spec. */
export const retargetOf = ({ desired: { wanted }, observed: { target } }: BlueGreenRound): BlueGreenChange =>
  wanted === null ? 'IGNORE' : changeOf(target, wanted)

export const isActiveReady = (round: BlueGreenRound): boolean => isReady(livingOf(activeChild(round)))

export const isActiveSuspended = (round: BlueGreenRound): boolean => {
  const view = livingOf(activeChild(round))
  return view !== null && asksForSuspension(view)
}

export const isActiveKnown = ({ observed: { status, recorded, children, active } }: BlueGreenRound): boolean =>
  active !== null && servesSurely(status, recorded.status, children[active])

/** The recorded failure, if it belongs to the current generation of the spec. */
export const failureOf = (
  { desired: { meta }, observed: { status: { operatorRecord: { failed } } } }: BlueGreenRound,
): { readonly times: number; readonly retryAt: number; readonly reason: string } | null =>
  failed !== null && failed.generation === meta.generation ? failed : null

export const isPast = ({ env: { now } }: BlueGreenRound, at: number): boolean => now >= at

export const isLate = (round: BlueGreenRound): boolean => {
  const operation = operationOf(round)
  return operation !== null && isPast(round, operation.giveUpAt)
}

/** True if the new child has been ready for the deletion delay. */
export const isDelayOver = (round: BlueGreenRound): boolean => {
  const since = operationOf(round)?.readySince ?? null
  return since !== null && isPast(round, since + round.desired.options.deploymentDeletionDelay)
}

/** The job of the active child, if Flink reports it as RUNNING in this round. */
export const runningJob = (
  { observed: { facts, job, active } }: BlueGreenRound,
): { readonly jobId: string; readonly startTime: number } | null => {
  const jobs = active === null ? undefined : facts[`jobs@${active === 'BLUE' ? 'blue' : 'green'}`]
  if (job._tag === 'None' || jobs?._tag !== 'Known') return null
  const listed = jobs.value as readonly { readonly jobId: string; readonly state: string; readonly startTime: number }[]
  const own = listed.find(({ jobId }) => jobId === job.jobId)
  return own?.state === 'RUNNING' ? own : null
}

/** The configured savepoint directory; null: none is configured. */
export const savepointDirectoryOf = ({ observed: { job } }: BlueGreenRound): string | null => {
  const directory = job._tag === 'Job' ? job.options.savepointDirectory : null
  return directory === null || directory.trim() === '' ? null : directory
}

/** A request that was sent longer ago than this no longer arrives. */
export const quietFor = lateArrivalLimit
