import type { FlinkDeploymentView } from '../../../fact/flink-deployment-view.ts'
import type { LastState } from '../../../resource/last-state.ts'
import { mintId } from '../../../resource/mint-id.ts'
import { lateArrivalLimit } from '../../../resource/operation.ts'
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

/** A spec that could not be reached is tried so often; then an edit is waited for (E-32). */
export const mostFailures = 3

export type Seen<Parts> = { readonly [Part in keyof Parts]: NonNullable<Parts[Part]> }

/** Is each part there? */
export const isSeen = <Parts extends object>(parts: Parts): parts is Parts & Seen<Parts> => !Object.values(parts).includes(null)

/** What the rows of the table ask of a round: each question once, in words. */

export const activeChild = ({ observed: { children, active } }: BlueGreenRound): Child =>
  active === null ? { _tag: 'Absent' } : children[active]

export const otherColour = ({ observed: { active } }: BlueGreenRound): Colour => opposite(active ?? 'GREEN')

export const otherChild = (round: BlueGreenRound): Child => round.observed.children[otherColour(round)]

export const operationOf = ({ observed: { status } }: BlueGreenRound): Transition | null => status.operation

/** Is the id the one that was minted for this attempt? Under an older one Flink tells of a savepoint of before (A13). */
export const isIdOfAttempt = ({ desired: { meta }, observed: { recorded: { status: { operation } } } }: BlueGreenRound): boolean =>
  operation === null || operation.id === mintId('operation', meta.uid, operation.attempt, operation.mintedAt)

/** The child that the transition makes. */
export const newChild = (round: BlueGreenRound): Child => {
  const operation = operationOf(round)
  return operation === null ? { _tag: 'Absent' } : round.observed.children[operation.colour]
}

/**
 * Whom the transition that is recorded does not know: its record is of an earlier time, put back by a backup say, or somebody changed the
 * children behind our back. Null: what is there is what it works with. Where the old child was told to go and the new one, by its uid, is
 * there, a child in place of the old one is no more than what a lost request made late: it has no state behind it. Nor has one that is
 * held.
 */
export const strangerOf = (round: BlueGreenRound): Colour | null => {
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

/** The other child, where it was made for a switch that was given up: it never served (B107). */
export const isOtherAbandoned = (round: BlueGreenRound): boolean => {
  const { observed: { status: { operatorRecord: { abandoned } } } } = round
  return abandoned !== null && livingOf(otherChild(round))?.meta.annotations[transitionAnnotation] === abandoned
}

/** The child that the transition takes over from, as long as it is the one that served when it began. */
export const oldView = (round: BlueGreenRound): FlinkDeploymentView | null => {
  const operation = operationOf(round)
  if (operation === null || operation.kind !== 'Switch') return null
  const view = viewOf(round.observed.children[opposite(operation.colour)])
  return view !== null && (operation.activeUid === null || view.meta.uid === operation.activeUid) ? view : null
}

/** It is there, and nobody deletes it: to it the transition can go back. */
export const isOldAlive = (round: BlueGreenRound): boolean => oldView(round)?.meta.deletionTimestamp === null

/** Was the old child changed since it was told to go? Then whoever still is about to delete it as it was then is refused. */
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

/** Was the child of the transition seen as it is to be? What is changed in place was there before. */
export const wasNewSeen = (round: BlueGreenRound): boolean => {
  const operation = operationOf(round)
  return operation !== null
    && (operation.kind === 'InPlace' || operation.childUid !== null || operation.childGeneration !== null || operation.readySince !== null
      || operation.readyMark !== null)
}

/** What the child of the transition starts from; null: no transition is under way. */
export const sourceOfNew = (round: BlueGreenRound): LastState | null => {
  const { observed: { target, serving } } = round
  const operation = operationOf(round)
  return operation === null || target === null ? null : sourceOf(operation, { target, serving, child: livingOf(newChild(round)) })
}

/** The child is not there, or was not let go yet, and nobody can tell what it is to start from: it is not started (A13). */
export const isSourceUnknown = (round: BlueGreenRound): boolean =>
  sourceOfNew(round)?._tag === 'Unknown' && begunOf(newChild(round)) === null

/** A child of another transition has another state behind it (E-35). */
export const isNewOfAnother = (round: BlueGreenRound): boolean => {
  const operation = operationOf(round)
  const view = viewOf(newChild(round))
  return operation?.kind === 'Switch' && view !== null && !isOfTransition(view, operation)
}

/** It never ran, and this transition did not make it: a request that arrived late did. */
export const isNewUnbegun = (round: BlueGreenRound): boolean => {
  const operation = operationOf(round)
  const view = heldOf(newChild(round))
  return operation !== null && view !== null && !isOfTransition(view, operation)
}

export const isNewDeleting = (round: BlueGreenRound): boolean => {
  const child = newChild(round)
  return child._tag === 'There' && child.view.meta.deletionTimestamp !== null
}

/** Is the child of the transition as the target wants it, and let go? */
export const isNewAsWanted = (round: BlueGreenRound): boolean => {
  const { desired, observed: { target, serving }, env } = round
  const it = { operation: operationOf(round), child: begunOf(newChild(round)), target }
  return isSeen(it) && hasSpecOf(it.child, targetRequest(desired, { ...it, serving }, env.options.labelSelector))
}

/** Does the child that serves have another spec than the one that is recorded? A request that was lost may have come late. */
export const isDrifted = (round: BlueGreenRound): boolean => {
  const { desired, observed: { active }, env } = round
  const it = { colour: active, child: livingOf(activeChild(round)), serving: desired.wanted }
  return isSeen(it) && !hasSpecOf(it.child, servingRequest(desired, it, env.options.labelSelector))
}

/** The child that was changed is again as it was before. */
export const isReverted = (round: BlueGreenRound): boolean => {
  const { desired, observed: { serving }, env } = round
  const it = { colour: operationOf(round)?.colour ?? null, child: livingOf(newChild(round)), serving }
  return isSeen(it) && hasSpecOf(it.child, servingRequest(desired, it, env.options.labelSelector))
}

/** What the edit asks for, beside what serves. */
export const editOf = ({ desired: { wanted }, observed: { serving } }: BlueGreenRound): BlueGreenChange =>
  wanted === null ? 'IGNORE' : changeOf(serving, wanted)

/**
 * Was the switch begun from nothing, for a stateless job, or from a path that a nonce names, and the edit asks for neither? Then the state
 * is the old child's, and a savepoint of it is needed (P01, B29).
 */
export const isSavepointMissed = (round: BlueGreenRound): boolean => {
  const { desired: { wanted }, observed: { target, serving } } = round
  if (wanted === null || target === null || isStateless(wanted) || namedPath(serving, wanted) !== null) return false
  return isStateless(target) || namedPath(serving, target) !== null
}

/** What the edit asks for, beside what the transition works towards. */
export const retargetOf = ({ desired: { wanted }, observed: { target } }: BlueGreenRound): BlueGreenChange =>
  wanted === null ? 'IGNORE' : changeOf(target, wanted)

export const isActiveReady = (round: BlueGreenRound): boolean => isReady(livingOf(activeChild(round)))

export const isActiveSuspended = (round: BlueGreenRound): boolean => {
  const view = livingOf(activeChild(round))
  return view !== null && asksForSuspension(view)
}

export const isActiveKnown = ({ observed: { status, recorded, children, active } }: BlueGreenRound): boolean =>
  active !== null && servesSurely(status, recorded.status, children[active])

/** A failure counts for the spec that it was met with. */
export const failureOf = (
  { desired: { meta }, observed: { status: { operatorRecord: { failed } } } }: BlueGreenRound,
): { readonly times: number; readonly retryAt: number; readonly reason: string } | null =>
  failed !== null && failed.generation === meta.generation ? failed : null

export const isPast = ({ env: { now } }: BlueGreenRound, at: number): boolean => now >= at

export const isLate = (round: BlueGreenRound): boolean => {
  const operation = operationOf(round)
  return operation !== null && isPast(round, operation.giveUpAt)
}

/** Has the new child been ready for so long as the old one is to stay beside it? */
export const isDelayOver = (round: BlueGreenRound): boolean => {
  const since = operationOf(round)?.readySince ?? null
  return since !== null && isPast(round, since + round.desired.options.deploymentDeletionDelay)
}

/** Does Flink itself, in this round, show the job of the active child RUNNING? */
export const runningJob = (
  { observed: { facts, job, active } }: BlueGreenRound,
): { readonly jobId: string; readonly startTime: number } | null => {
  const jobs = active === null ? undefined : facts[`jobs@${active === 'BLUE' ? 'blue' : 'green'}`]
  if (job._tag === 'None' || jobs?._tag !== 'Known') return null
  const listed = jobs.value as readonly { readonly jobId: string; readonly state: string; readonly startTime: number }[]
  const own = listed.find(({ jobId }) => jobId === job.jobId)
  return own?.state === 'RUNNING' ? own : null
}

/** Where a savepoint goes; null: nobody says. */
export const savepointDirectoryOf = ({ observed: { job } }: BlueGreenRound): string | null => {
  const directory = job._tag === 'Job' ? job.options.savepointDirectory : null
  return directory === null || directory.trim() === '' ? null : directory
}

/** A request that was sent so long ago does not arrive any more. */
export const quietFor = lateArrivalLimit
