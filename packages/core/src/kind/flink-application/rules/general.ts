import type { ManifestRequest } from '../../../action/manifest-request.ts'
import { pauseOf } from '../../../round/pause.ts'
import { moved, outcome, type Outcome, type Rule, told, waiting } from '../outcome.ts'
import type { ApplicationRound } from '../flink-application-round.ts'
import { listedIn, placeOf } from '../seen/clusters.ts'
import { isBeside, oldJob, submitOf, targetHash } from '../seen/live.ts'
import type { JobSubmit } from '../status/application-operation.ts'
import { begun, forgotten, withLastState, withRecord } from '../status-transitions.ts'
import { describeDecodeError } from '../../../codec/decode-error.ts'
import { submittedDefinition } from '../take-over/submitted-definition.ts'
import { gateOf } from './give-up-gate.ts'
import { missingRestService, recreateRestService } from './missing-rest-service.ts'

/**
 * What the status means is written down, whole, with an id of its own, before anything is done. Lyft's operator does not record in Dual
 * which hash is under way: it was that of the spec; only labels that may be half-way are put back first, towards none.
 */
const takenOver = (round: ApplicationRound): Outcome => {
  const { desired: { hash }, observed: { halfWay, status }, env } = round
  if (halfWay === null) return waiting(round)
  const { phase, operation, lastState, putBack } = halfWay
  if (putBack !== undefined) return moved({ ...status, ...putBack })
  const before = lastState === null ? status : withLastState(status, lastState)
  const over = { ...round, observed: { ...round.observed, status: before } }
  // it begins anew, as any edit does
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

/** The Service of the first cluster of which something is recorded that is asked for its jobs, and has none; null: each has one. */
const lostWayOf = (round: ApplicationRound): ManifestRequest | null => {
  const { deployHash } = round.observed.status
  const hashes = [oldJob(round)?.hash ?? deployHash, submitOf(round)?.hash ?? '', targetHash(round)]
  return [...new Set(hashes.filter(hash => hash !== '').map(hash => placeOf(round, hash)))].map(hash => missingRestService(round, hash))
    .find(it => it !== null) ?? null
}

/** The jobs that are under way go into the deletion with it: each has to end. */
const deletion = (round: ApplicationRound): Outcome => {
  const { observed: { status }, env } = round
  const { operation } = status
  return moved(withRecord(
    begun(round, 'Delete', 'Deleting', {
      hash: '',
      definition: null,
      // a savepoint beside the live job ends nothing: it is stopped anew
      stop: isBeside(round) && operation?.stop?.how === 'Savepoint' ? null : operation?.stop ?? null,
      submit: operation?.submit ?? null,
    }),
    { deletingSince: status.operatorRecord.deletingSince ?? env.now },
  ))
}

/** Before those of the state, and before anything of the world is looked at; but what a half-way status means may need a look. */
export const general = {
  G1a: {
    holds: ({ desired: { unread } }) => unread.length > 0,
    does: round => told(round, 'ValidationError', round.desired.unread.map(describeDecodeError).join('; ')),
  },
  G2: {
    holds: ({ desired: { meta }, observed: { halfWay } }) => meta.deletionTimestamp !== null && halfWay === null,
    does: deletion,
  },
  G2a: {
    holds: ({ desired: { meta }, env }) => pauseOf(meta, env.now) !== null,
    does: round =>
      outcome(round, { after: round.env.options.reconcileInterval, why: pauseOf(round.desired.meta, round.env.now)?.message ?? null }),
  },
  G3: {
    holds: round => gateOf(round)._tag === 'Closed',
    does: round => {
      const gate = gateOf(round)
      return outcome(round, {
        after: gate._tag === 'Closed' ? Math.max(1, Math.ceil(gate.opensAfter)) : 0,
        why: `to try again: ${round.observed.status.lastSeenError?.appError ?? ''}`,
        error: round.observed.status.lastSeenError,
      })
    },
  },
  G6: {
    holds: round => lostWayOf(round) !== null,
    does: round => {
      const manifest = lostWayOf(round)
      return manifest === null ? waiting(round) : recreateRestService(round, manifest)
    },
  },
  G3a: { holds: ({ observed: { halfWay } }) => halfWay !== null, does: takenOver },
} as const satisfies Readonly<Record<string, Rule>>
