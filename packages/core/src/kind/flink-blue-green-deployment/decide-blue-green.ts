import { missingFor } from '../../contract/query/ask.ts'
import { encodeBlueGreenSpec } from './blue-green-codec.ts'
import { act, look, pollMillis } from '../../contract/round/decision.ts'
import { withStatus } from '../../contract/round/status-change.ts'
import { opposite } from './blue-green-resource.ts'
import { keptAnnotation, livingOf, viewOf } from './child/child.ts'
import { hasMetadataOf } from './child/child-manifest.ts'
import {
  activeChild,
  failureOf,
  isOldAlive,
  newChild,
  oldView,
  operationOf,
  otherChild,
  otherColour,
  runningJob,
  foreignObjectOf,
} from './transition/evidence.ts'
import { inPlaceSource, leftSource, retargetedSource } from './transition/next-source.ts'
import { sourceBySpec } from './transition/transition-source.ts'
import { withIngress } from './blue-green-ingress.ts'
import { allSeen } from './blue-green-queries.ts'
import { changeChild, createChild, deleteChild, retireChild, triggerSavepoint } from './child/child-requests.ts'
import type { BlueGreenRound } from './blue-green-round.ts'
import type { Step } from './rows/blue-green-row.ts'
import { type Situation, type BlueGreenDecision, given, now, resting, until, waiting } from './blue-green-decision.ts'
import { servingRequest, targetRequest } from './child/target-request.ts'
import * as reported from './report/problems.ts'
import {
  begun,
  disowned,
  failed,
  finished,
  retargeted,
  savepointDone,
  suspendedPathOf,
  takenBack,
  withRecord,
  withTransition,
} from './transition/transition.ts'

type Decide = (round: BlueGreenRound, reason: string) => BlueGreenDecision

/** Decides the actions for a situation. */
export const decide = (round: BlueGreenRound, { row, reason }: Situation): BlueGreenDecision => steps[row.then](round, reason)

const steps: { readonly [Name in Step]: Decide } = {
  LeaveAlone: (round, reason) => ({
    ...act(round.observed.recorded.status, reason, { after: round.env.options.reconcileInterval }),
    skipsStatusWrite: true,
  }),
  ReportUnreadable: (round, reason) => resting(round, reason, reported.unreadable(round)),
  WaitPaused: (round, reason) => resting(round, reason),
  Look: (round, reason) => look(missingFor(allSeen(round)), reason),
  WaitToSee: (round, reason) => waiting(round, reason),
  ReportInvalid: (round, reason) => resting(round, reason, reported.invalid(round)),
  ReportSuspended: (round, reason) => resting(acknowledged(round), reason),
  ReportOthers: (round, reason) => waiting(round, reason, reported.nameConflicts(round)),
  BeginFirst: (round, reason) => {
    const { desired: { wanted, options } } = round
    return given(round, reason, { wanted }, it =>
      now(
        begun(round, {
          kind: 'First',
          colour: 'BLUE',
          step: 'Apply',
          target: it.wanted,
          active: null,
          source: sourceBySpec(null, it.wanted) ?? { _tag: 'NeverStarted' },
          giveUpAfter: options.abortGracePeriod,
        }),
        reason,
      ))
  },
  WaitGone: (round, reason) => waiting(round, reason, reported.goingAway(round)),
  CreateAgain: (round, reason) => {
    const { desired: { wanted, options }, observed: { active } } = round
    return given(round, reason, { wanted, active, source: leftSource(round) }, it =>
      now(
        begun(round, {
          kind: 'First',
          colour: it.active,
          step: 'Apply',
          target: it.wanted,
          active: null,
          source: it.source,
          giveUpAfter: options.abortGracePeriod,
        }),
        reason,
      ))
  },
  ReportLost: (round, reason) => resting(round, reason, reported.lost(round)),
  DeleteLeftOver: (round, reason) => deletion(round, reason, otherChild(round)),
  DeleteUnbegun: (round, reason) => deletion(round, reason, activeChild(round)),
  Steady: steady,
  ReportGivenUp: (round, reason) => resting(round, reason, reported.givenUp(round)),
  WaitRetry: (round, reason) => until(round, failureOf(round)?.retryAt ?? 0, resting(round, reason, reported.retried(round))),
  BeginInPlace: (round, reason) => {
    const { desired: { wanted, options }, observed: { active, serving } } = round
    const view = livingOf(activeChild(round))
    return given(round, reason, { wanted, active, view }, it =>
      now(
        begun(round, {
          kind: 'InPlace',
          colour: it.active,
          step: 'Apply',
          target: it.wanted,
          active: it.view,
          source: inPlaceSource(serving, it.wanted, it.view),
          giveUpAfter: options.abortGracePeriod,
        }),
        reason,
      ))
  },
  ReportNotReady: (round, reason) => waiting(round, reason, reported.notReady(round)),
  WaitQuiet: (round, reason) => until(round, round.observed.status.operatorRecord.createNotBefore ?? 0, waiting(round, reason)),
  WaitJob: (round, reason) => waiting(round, reason),
  ReportNoDirectory: (round, reason) => resting(round, reason, reported.noDirectory),
  BeginSavepoint: (round, reason) => {
    const { desired: { wanted }, observed: { job } } = round
    const view = livingOf(activeChild(round))
    const options = job._tag === 'Job' ? job.options : null
    return given(round, reason, { wanted, view, options, job: runningJob(round) }, it => {
      const status = begun(round, {
        kind: 'Switch',
        colour: otherColour(round),
        step: 'Savepoint',
        target: it.wanted,
        active: it.view,
        source: null,
        giveUpAfter: it.options.checkpointingTimeout + it.options.savepointTriggerGracePeriod,
        job: it.job,
      })
      return now(status, reason, triggerSavepoint(round, status))
    })
  },
  BeginSwitch: (round, reason) => {
    const { desired: { wanted, options }, observed: { serving } } = round
    const view = livingOf(activeChild(round))
    return given(round, reason, { wanted, view, source: wanted === null ? null : sourceBySpec(serving, wanted) }, it =>
      now(
        begun(round, {
          kind: 'Switch',
          colour: otherColour(round),
          step: 'Apply',
          target: it.wanted,
          active: it.view,
          source: it.source,
          giveUpAfter: options.abortGracePeriod,
        }),
        reason,
      ))
  },
  Disown: (round, reason) =>
    given(round, reason, { foreignObject: foreignObjectOf(round) }, ({ foreignObject }) => now(disowned(round, foreignObject), reason)),
  TakeBack: (round, reason) => now(takenBack(round), reason),
  ReportUnknownSource: (round, reason) => resting(round, reason, reported.unknownSource(round)),
  LoseActive: (round, reason) => now(finished(round), reason),
  Fail: (round, reason) => now(failed(round, reported.failureText(round, reason)), reason),
  SavepointDone: (round, reason) => {
    const { outcome } = round.observed
    const path = outcome?._tag === 'Completed' ? outcome.location : null
    return given(round, reason, { path }, it => now(savepointDone(round, it.path), reason))
  },
  SendAgain: (round, reason) => now(round.observed.status, reason, triggerSavepoint(round, round.observed.status)),
  WaitSavepoint: (round, reason) => ({ ...waiting(round, reason), after: pollMillis }),
  Finish: (round, reason) => now(finished(round), reason),
  Retire: retire,
  KeepOld: keepOld,
  WaitRetired: (round, reason) => waiting(round, reason),
  FinishRevert: (round, reason) => now(failed(round, reported.failureText(round, reason)), reason),
  Revert: revert,
  DeleteStale: (round, reason) => deletion(round, reason, newChild(round)),
  Retarget: (round, reason) => {
    const { desired: { wanted } } = round
    return given(
      round,
      reason,
      { wanted, source: retargetedSource(round) },
      it => now(retargeted(round, it.wanted, it.source), reason),
    )
  },
  Apply: (round, reason) => {
    const { desired, observed: { target, serving, status }, env } = round
    const operation = operationOf(round)
    const child = livingOf(newChild(round))
    return given(round, reason, { target, operation }, it => {
      const request = targetRequest(desired, { ...it, serving, child }, env.options.labelSelector)
      // the operator releases a created child as soon as a query has shown it
      return child === null ? act(status, reason, { effects: createChild(request, it.operation), after: 0, waitingFor: reason })
        : now(status, reason, changeChild(request, child))
    })
  },
  WaitDelay: (round, reason) =>
    until(round, (operationOf(round)?.readySince ?? 0) + round.desired.options.deploymentDeletionDelay, waiting(round, reason)),
  ReportLate: (round, reason) => waiting(round, reason, reported.late(round)),
  WaitReady: (round, reason) => until(round, operationOf(round)?.giveUpAt ?? 0, waiting(round, reason)),
}

const acknowledged = (round: BlueGreenRound): BlueGreenRound => ({
  ...round,
  observed: { ...round.observed, status: withStatus(round.observed.status, { observedGeneration: round.desired.meta.generation }) },
})

const deletion = (round: BlueGreenRound, reason: string, child: ReturnType<typeof newChild>): BlueGreenDecision =>
  given(round, reason, { view: livingOf(child) }, ({ view }) => now(round.observed.status, reason, deleteChild(view, reason)))

/** Steady state: records the serving spec, and updates labels and annotations of the active child. */
function steady(round: BlueGreenRound, reason: string): BlueGreenDecision {
  const { desired, observed: { active, status: before }, env } = round
  const { wanted, meta } = desired
  return given(round, reason, { wanted, active, view: viewOf(activeChild(round)) }, it => {
    const status = withRecord(
      withStatus(before, { lastReconciledSpec: encodeBlueGreenSpec(it.wanted), observedGeneration: meta.generation }),
      { failed: null, suspendedPath: suspendedPathOf(it.view) },
    )
    // the spec does not change: only labels and annotations are compared
    const request = {
      ...servingRequest(desired, { serving: it.wanted, colour: it.active, child: it.view }, env.options.labelSelector),
      spec: it.view.spec,
    }
    if (!hasMetadataOf(it.view, request))
      return now(status, 'the child lacks labels or annotations of the template', changeChild(request, it.view))
    return withIngress(round, it.active, act(status, reason, { after: env.options.reconcileInterval, waitingFor: 'an edit' }))
  })
}

/**
 * Points the ingress to the new child first, so that it never points to a child in deletion. Then records the deletion, after which the
 * transition can't be rolled back.
 */
function retire(round: BlueGreenRound, reason: string): BlueGreenDecision {
  const { observed: { status }, env } = round
  const old = isOldAlive(round) ? oldView(round) : null
  return given(round, reason, { operation: operationOf(round) }, ({ operation }) => {
    const ingress = withIngress(round, operation.colour, act(status, reason))
    if (ingress._tag === 'Look' || ingress.effects.length > 0) return ingress
    return now(
      withTransition(status, { step: 'Retire', giveUpAt: env.now + reported.quietForRetired }),
      reason,
      old === null ? [] : retireChild(old),
    )
  })
}

/** Marks the old child before the switch rolls back to it: this changes its version, so that a late request to delete it fails. */
function keepOld(round: BlueGreenRound, reason: string): BlueGreenDecision {
  const { desired, observed: { serving, status }, env } = round
  return given(round, reason, { serving, operation: operationOf(round), old: oldView(round) }, it => {
    const colour = opposite(it.operation.colour)
    const request = servingRequest(desired, { serving: it.serving, colour, child: it.old }, env.options.labelSelector)
    const annotations = { ...request.annotations, [keptAnnotation]: it.operation.id }
    return now(status, reason, changeChild({ ...request, annotations, spec: it.old.spec }, it.old))
  })
}

function revert(round: BlueGreenRound, reason: string): BlueGreenDecision {
  const { desired, observed: { status, serving }, env } = round
  return given(round, reason, { serving, operation: operationOf(round), child: livingOf(newChild(round)) }, it =>
    now(
      withTransition(status, { step: 'Revert' }),
      reason,
      changeChild(
        servingRequest(desired, { serving: it.serving, colour: it.operation.colour, child: it.child }, env.options.labelSelector),
        it.child,
      ),
    ))
}
