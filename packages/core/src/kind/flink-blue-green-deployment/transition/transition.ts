import { encodeBlueGreenSpec } from '../blue-green-codec.ts'
import type { FlinkDeploymentView } from '../../../fact/flink-deployment-view.ts'
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
import type { LastState } from '../../../resource/last-state.ts'
import { mintId } from '../../../resource/mint-id.ts'
import type { Millis } from '../../../resource/time.ts'
import { withStatus } from '../../../round/status-change.ts'
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
  /** What the child starts from; null: a savepoint is taken first. */
  readonly source: LastState | null
  readonly giveUpAfter: Millis
  readonly job?: { readonly jobId: string; readonly startTime: number }
}

/** The record of a transition, before anything is done for it (P03). */
export const begun = (
  { desired: { meta }, observed: { status }, env: { now } }: BlueGreenRound,
  { kind, colour, step, target, active, source, giveUpAfter, job }: Begun,
): Status => {
  const attempts = status.operatorRecord.attempts + 1
  const id = mintId('operation', meta.uid, attempts, now)
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

/** What is recorded is not of what is there: that goes on, as a child that another operator made (adopt.ts). */
export const disowned = ({ observed: { status } }: BlueGreenRound, colour: Colour): Status =>
  withRecord(withStatus(status, { operation: null, blueGreenState: activeState(colour) }), { activeUid: null, suspendedPath: null })

/** The savepoint is there: what the other child starts from. */
export const savepointDone = ({ desired: { options }, observed: { status }, env: { now } }: BlueGreenRound, path: string): Status => {
  const { operation } = status
  if (operation === null) return status
  return withTransition(withStatus(status, { blueGreenState: stateOfTransition({ ...operation, step: 'Apply' }) }), {
    step: 'Apply',
    ...recordedSource(operation.id, { _tag: 'Path', path, seen: 'Stop' }),
    giveUpAt: now + options.abortGracePeriod,
  })
}

/** The new child serves, as the target says. Nothing of the transition is left (B105). */
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

/** What a suspended child left, where that is a path: HA metadata goes with the child. */
export const suspendedPathOf = (view: FlinkDeploymentView | null): string | null => {
  const path = isSuspended(view) ? view.status.jobStatus.upgradeSavepointPath : null
  return path === null || path === '' || path === marker ? null : path
}

/** A child that was asked for and not seen may come later, with what it was asked for then. */
const afterwards = ({ observed: { status: { operation } }, env: { now } }: BlueGreenRound): RecordChange =>
  operation === null || operation.kind !== 'Switch' || operation.step === 'Savepoint' ? {}
    : { abandoned: operation.id, ...(operation.childUid === null ? { createNotBefore: now + quietFor } : {}) }

const colourServing = ({ kind, colour }: Transition): Colour => (kind === 'Switch' ? opposite(colour) : colour)

/** Back to what served before. */
export const takenBack = (round: BlueGreenRound): Status => {
  const { observed: { status } } = round
  return status.operation === null ? status
    : withRecord(withStatus(status, { operation: null, blueGreenState: activeState(colourServing(status.operation)) }), afterwards(round))
}

const firstRetry: Millis = 60_000

/** A minute, two, four … after the n-th failure; the longest is an hour. */
export const retryAfter = (times: number): Millis => Math.min(firstRetry * 2 ** Math.min(times - 1, 10), 3_600_000)

/** The same, and the target counts as not reached once more (E-32). */
export const failed = (round: BlueGreenRound, reason: string): Status => {
  const { observed: { status }, env: { now } } = round
  const { operation, operatorRecord: { failed: before } } = status
  if (operation === null) return status
  const generation = operation.targetGeneration
  const times = (before?.generation === generation ? before.times : 0) + 1
  return withRecord(takenBack(round), { failed: { generation, times, retryAt: now + retryAfter(times), reason } })
}

/** The transition goes to another target: the child is changed, and its time begins anew. */
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
