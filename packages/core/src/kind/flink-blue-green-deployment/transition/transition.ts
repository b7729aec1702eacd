import { encodeBlueGreenSpec } from '../blue-green-codec.ts'
import type { FlinkDeploymentView } from '../../../contract/fact/custom-resource-views.ts'
import {
  type BlueGreenRecord,
  type BlueGreenState,
  type Colour,
  type FlinkBlueGreenDeploymentStatus,
  opposite,
  type Transition,
  type TransitionKind,
  type TransitionStep,
} from '../blue-green-resource.ts'
import type { LastState } from '../../../contract/resource/last-state.ts'
import { mintOperationId } from '../../../contract/resource/mint-id.ts'
import type { Millis } from '../../../contract/resource/time.ts'
import { withStatus } from '../../../contract/round/status-change.ts'
import { isSuspended } from '../child/child.ts'
import { quietFor } from './evidence.ts'
import { stateOfTransition } from './transition-phase.ts'
import { recordedSource } from './transition-source.ts'
import type { BlueGreenRound, WholeSpec } from '../blue-green-round.ts'

type Status = FlinkBlueGreenDeploymentStatus
type RecordChange = { readonly [Field in keyof BlueGreenRecord]?: BlueGreenRecord[Field] }

export const withRecord = (status: Status, change: RecordChange): Status =>
  withStatus(status, { operatorRecord: withStatus(status.operatorRecord, change) })

export const withTransition = (status: Status, change: { readonly [Field in keyof Transition]?: Transition[Field] }): Status =>
  status.operation === null ? status : withStatus(status, { operation: withStatus(status.operation, change) })

const activeState = (colour: Colour): BlueGreenState => `ACTIVE_${colour}`

interface Begun {
  readonly kind: TransitionKind
  readonly colour: Colour
  readonly step: TransitionStep
  readonly target: WholeSpec
  readonly active: FlinkDeploymentView | null
  /** The source of the child; null: the operator takes a savepoint first. */
  readonly source: LastState | null
  readonly giveUpAfter: Millis
  readonly job?: { readonly jobId: string; readonly startTime: number }
}

/** Records a transition before the operator does anything for it (P03). */
export const begun = (
  { desired: { meta }, observed: { status }, env: { now } }: BlueGreenRound,
  { kind, colour, step, target, active, source, giveUpAfter, job }: Begun,
): Status => {
  const attempts = status.operatorRecord.attempts + 1
  const id = mintOperationId(meta.uid, attempts, now)
  const operation: Transition = {
    id,
    attempt: attempts,
    mintedAt: now,
    kind,
    colour,
    step,
    targetGeneration: meta.generation,
    target: encodeBlueGreenSpec(target),
    activeUid: active?.meta.uid ?? null,
    jobId: job?.jobId ?? null,
    jobStartTime: job?.startTime ?? null,
    ...recordedSource(id, source),
    childUid: kind === 'InPlace' ? (active?.meta.uid ?? null) : null,
    childGeneration: null,
    readySince: null,
    readyMark: null,
    giveUpAt: now + giveUpAfter,
  }
  return withRecord(
    withStatus(status, { operation, blueGreenState: stateOfTransition({ step, colour }) }),
    { attempts },
  )
}

/**
 * The recorded transition does not match the existing child. The operator drops the record and takes over that child like one that another
 * operator created (adopt.ts).
 */
export const disowned = ({ observed: { status } }: BlueGreenRound, colour: Colour): Status =>
  withRecord(withStatus(status, { operation: null, blueGreenState: activeState(colour) }), { activeUid: null, suspendedPath: null })

/** The savepoint is complete: records it as the source of the other child. */
export const savepointDone = ({ desired: { options }, observed: { status }, env: { now } }: BlueGreenRound, path: string): Status => {
  const { operation } = status
  if (operation === null) return status
  return withTransition(withStatus(status, { blueGreenState: stateOfTransition({ ...operation, step: 'Apply' }) }), {
    step: 'Apply',
    ...recordedSource(operation.id, { _tag: 'Path', path, seen: 'Stop' }),
    giveUpAt: now + options.abortGracePeriod,
  })
}

/** Records that the new child serves with the target spec, and clears the transition (B105). */
export const finished = ({ observed: { status, children } }: BlueGreenRound): Status => {
  const { operation } = status
  if (operation === null) return status
  const child = children[operation.colour]
  const view = child._tag === 'There' ? child.view : null
  return withRecord(
    withStatus(status, {
      operation: null,
      blueGreenState: activeState(operation.colour),
      lastReconciledSpec: operation.target,
      observedGeneration: operation.targetGeneration,
    }),
    { activeUid: view?.meta.uid ?? null, suspendedPath: suspendedPathOf(view), failed: null, abandoned: null, createNotBefore: null },
  )
}

const marker = 'KUBERNETES_OPERATOR_LAST_STATE'

/** The savepoint path of a suspended child. State that is only in HA metadata does not count, because it is deleted with the child. */
export const suspendedPathOf = (view: FlinkDeploymentView | null): string | null => {
  const path = isSuspended(view) ? view.status.jobStatus.upgradeSavepointPath : null
  return path === null || path === '' || path === marker ? null : path
}

/** A requested child that was never observed may still appear later, with the spec of that request. */
const afterwards = ({ observed: { status: { operation } }, env: { now } }: BlueGreenRound): RecordChange =>
  operation === null || operation.kind !== 'Switch' || operation.step === 'Savepoint' ? {}
    : { abandoned: operation.id, ...(operation.childUid === null ? { createNotBefore: now + quietFor } : {}) }

const colourServing = ({ kind, colour }: Transition): Colour => (kind === 'Switch' ? opposite(colour) : colour)

/** Rolls back to the child that served before. */
export const takenBack = (round: BlueGreenRound): Status => {
  const { observed: { status } } = round
  return status.operation === null ? status
    : withRecord(withStatus(status, { operation: null, blueGreenState: activeState(colourServing(status.operation)) }), afterwards(round))
}

const firstRetry: Millis = 60_000

/** The delay after the n-th failure: 1 minute, 2, 4, … up to 1 hour. */
export const retryAfter = (times: number): Millis => Math.min(firstRetry * 2 ** Math.min(times - 1, 10), 3_600_000)

/** Rolls back, and counts one more failure for the target (E-32). */
export const failed = (round: BlueGreenRound, reason: string): Status => {
  const { observed: { status }, env: { now } } = round
  const { operation, operatorRecord: { failed: before } } = status
  if (operation === null) return status
  const generation = operation.targetGeneration
  const times = (before?.generation === generation ? before.times : 0) + 1
  return withRecord(takenBack(round), { failed: { generation, times, retryAt: now + retryAfter(times), reason } })
}

/** Changes the target of the transition: the operator changes the child, and its time limit starts again. */
export const retargeted = (
  { desired: { meta, options }, observed: { status }, env: { now } }: BlueGreenRound,
  target: WholeSpec,
  source: LastState,
): Status =>
  withTransition(status, {
    target: encodeBlueGreenSpec(target),
    targetGeneration: meta.generation,
    step: 'Apply',
    ...recordedSource(status.operation?.id ?? '', source),
    childGeneration: null,
    readySince: null,
    readyMark: null,
    giveUpAt: now + options.abortGracePeriod,
  })
