import type { ManifestRequest } from '@flink-operator/core/action'
import { describeDecodeError } from '@flink-operator/core/crd'
import { pauseOf } from '@flink-operator/core/round'
import { moved, outcome, type Outcome, type Rule, reported, waiting } from '../outcome.ts'
import type { ApplicationRound } from '../flink-application-round.ts'
import { listedIn, placeOf } from '../observe/clusters.ts'
import { isBeside, oldJob, submitOf, targetHash } from '../observe/live.ts'
import type { JobSubmit } from '../status/application-operation.ts'
import { begun, forgotten, withLastState, withRecord } from '../status-transitions.ts'
import { halfWay as meaningOf } from '../take-over/half-way.ts'
import { submittedDefinition } from '../take-over/submitted-definition.ts'
import { gateOf } from './give-up-gate.ts'
import { missingRestService, recreateRestService } from './missing-rest-service.ts'

/**
 * Take-over: records the full meaning of the status under a new operation id, before the operator does anything else. In Dual, Lyft's
 * operator does not record the hash of the attempt; it was the hash of the spec. If labels may be half-way through a rescale, the operator
 * restores them first, with an empty target hash.
 */
const takenOver = (round: ApplicationRound): Outcome => {
  const { desired: { hash }, observed: { halfWay, status }, env } = round
  if (halfWay === null) return waiting(round)
  const { phase, operation, lastState, putBack } = halfWay
  if (putBack !== undefined) {
    const whole = { ...status, ...putBack }
    const rest = meaningOf(whole)
    const restored = { ...round, observed: { ...round.observed, status: whole, halfWay: rest } }
    return rest === null ? moved(whole) : takenOver(restored)
  }
  const before = lastState === null ? status : withLastState(status, lastState)
  const over = { ...round, observed: { ...round.observed, status: before } }
  // a new attempt starts, as for any edit
  if (operation === null && phase === 'Updating') return moved(begun(over, 'Deploy', 'Updating'))
  if (operation === null)
    return moved(withRecord(forgotten(before), { attempts: Math.max(phase === 'New' ? 0 : 1, before.operatorRecord.attempts) }))
  if (status.operation !== null && status.operation.id === (operation as { readonly id?: string }).id) return moved(before)
  const target = operation.hash !== '' || operation.kind !== 'Deploy' ? operation.hash : hash
  const { submit } = operation
  const found: JobSubmit | null = submit === null ? null
    : {
      ...submit,
      hash: listedIn(round, submit.jobId) ?? (submit.hash === '' ? target : submit.hash),
      sentAt: submit.sentAt ?? env.now,
    }
  return moved(begun(over, operation.kind, phase, {
    hash: target,
    version: operation.version,
    stop: operation.stop,
    submit: found === null ? null : { ...found, definition: submittedDefinition(round, found) },
    isForcedBefore: false,
  }))
}

/** The missing REST Service of the first recorded cluster whose jobs this state queries; null: each has one. */
const missingServiceOf = (round: ApplicationRound): ManifestRequest | null => {
  const { deployHash } = round.observed.status
  const hashes = [oldJob(round)?.hash ?? deployHash, submitOf(round)?.hash ?? '', targetHash(round)]
  return [...new Set(hashes.filter(hash => hash !== '').map(hash => placeOf(round, hash)))].map(hash => missingRestService(round, hash))
    .find(it => it !== null) ?? null
}

/** Starts the deletion. It keeps the recorded stop and submit, because each of these jobs has to end. */
const deletion = (round: ApplicationRound): Outcome => {
  const { observed: { status }, env } = round
  const { operation } = status
  return moved(withRecord(
    begun(round, 'Delete', 'Deleting', {
      hash: '',
      definition: null,
      // a savepoint in BlueGreen stops no job: the deletion requests a new stop
      stop: isBeside(round) && operation?.stop?.how === 'Savepoint' ? null : operation?.stop ?? null,
      submit: operation?.submit ?? null,
    }),
    { deletingSince: status.operatorRecord.deletingSince ?? env.now },
  ))
}

/**
 * The operator checks these before the rows of the state, and before it queries anything. Only flink-application/take-over and
 * flink-application/rest-service-missing may need queries.
 */
export const general = {
  'flink-application/unreadable': {
    holds: ({ desired: { unread } }) => unread.length > 0,
    does: round => reported(round, 'ValidationError', round.desired.unread.map(describeDecodeError).join('; ')),
  },
  'flink-application/deletion-requested': {
    holds: ({ desired: { meta }, observed: { halfWay } }) => meta.deletionTimestamp !== null && halfWay === null,
    does: deletion,
  },
  'flink-application/paused': {
    holds: ({ desired: { meta }, env }) => pauseOf(meta, env.now) !== null,
    does: round =>
      outcome(round, { after: round.env.options.reconcileInterval, why: pauseOf(round.desired.meta, round.env.now)?.message ?? null }),
  },
  'flink-application/retry-later': {
    holds: round => gateOf(round)._tag === 'Closed',
    does: round => {
      const gate = gateOf(round)
      return outcome(round, {
        after: gate._tag === 'Closed' ? Math.max(1, Math.ceil(gate.opensAfter)) : 0,
        why: `the retry after: ${round.observed.status.lastSeenError?.appError ?? ''}`,
        error: round.observed.status.lastSeenError,
      })
    },
  },
  'flink-application/rest-service-missing': {
    holds: round => missingServiceOf(round) !== null,
    does: round => {
      const manifest = missingServiceOf(round)
      return manifest === null ? waiting(round) : recreateRestService(round, manifest)
    },
  },
  'flink-application/take-over': { holds: ({ observed: { halfWay } }) => halfWay !== null, does: takenOver },
} as const satisfies Readonly<Record<string, Rule>>
