import { hashLabel, versionLabel } from '../objects/flink-application-labels.ts'
import { outcome, type Outcome, waiting, moved, type Rule, reported } from '../outcome.ts'
import { patchRequest } from '../flink-application-requests.ts'
import type { ApplicationRound } from '../flink-application-round.ts'
import { labelOf, pairOf, replicasBefore } from '../observe/in-place.ts'
import { asDeployment } from '../observe/edit.ts'
import type { ManifestRequest } from '@flink-operator/core/action'
import { mintId } from '@flink-operator/core/resource'
import { clusterRequest } from '../wanted-cluster.ts'
import { manifestRequest } from '../objects/cluster-objects.ts'
import { versionedServiceName } from '../objects/flink-application-names.ts'
import { clusterOf, placeOf, selectorOf, listedIn } from '../observe/clusters.ts'
import { describeDecodeError } from '@flink-operator/core/crd'
import { pauseOf } from '@flink-operator/core/round'
import { isBeside, oldJob, submitOf, targetHash } from '../observe/live.ts'
import type { JobSubmit } from '../status/application-operation.ts'
import { begun, forgotten, withLastState, withRecord } from '../status-transitions.ts'
import { halfWay as meaningOf } from '../take-over/half-way.ts'
import { submittedDefinition } from '../take-over/own-slots.ts'
import { gateOf } from './give-up-gate.ts'

/**
 * True if labels and replicas are as before the rescale (LD17a, LD17b). False if the Deployments do not exist or the query for them failed.
 */
export const isAsBefore = (round: ApplicationRound): boolean => {
  const pair = pairOf(round)
  const { deployHash } = round.observed.status
  return pair !== null && labelOf(pair.jobManager) === deployHash && labelOf(pair.taskManager) === deployHash
    && pair.taskManager.wantedReplicas === replicasBefore(round)
}

/** Restores labels and replicas, one object per round; the TaskManagers come first. */
export const putBack = (round: ApplicationRound): Outcome => {
  const pair = pairOf(round)
  const { deployHash } = round.observed.status
  if (pair === null) return waiting(round, 'the Deployments of the live hash to be observed')
  const metadata = { labels: { [hashLabel]: deployHash } }
  const replicas = replicasBefore(round)
  const isTaskManager = labelOf(pair.taskManager) !== deployHash || pair.taskManager.wantedReplicas !== replicas
  return outcome(round, {
    effects: isTaskManager
      ? patchRequest(round, asDeployment(pair.taskManager), { metadata, spec: { replicas } }, 'the rescale is reverted')
      : patchRequest(round, asDeployment(pair.jobManager), { metadata }, 'the rescale is reverted'),
    error: round.observed.status.lastSeenError,
    after: 0,
  })
}

/**
 * The missing REST Service of a cluster, through which the operator queries its jobs. Null: it exists, or the selector of its pods is
 * unknown.
 */
export const missingRestService = (round: ApplicationRound, hash: string): ManifestRequest | null => {
  const { desired: { meta }, observed: { facts: { labelledObjects } } } = round
  const name = versionedServiceName(meta.name, placeOf(round, hash))
  // a foreign Service with this name routes to the same pods all the same (A17)
  if (labelledObjects?._tag === 'Known' && labelledObjects.value.services.some(it => it.name === name)) return null
  const jobManager = clusterOf(round, hash)?.jobManager ?? null
  if (jobManager === null || selectorOf(jobManager) === null) return null
  const { operation, operatorRecord: { attempts } } = round.observed.status
  const id = operation?.id ?? mintId('operation', meta.uid, attempts, 0)
  return manifestRequest(clusterRequest(round, hash, jobManager.labels[versionLabel] ?? '', id), 'VersionedService')
}

/** Creates the Service, so that the operator can query the jobs there before it does anything else. */
export const recreateRestService = (round: ApplicationRound, manifest: ManifestRequest): Outcome =>
  outcome(round, { effects: [{ _tag: 'CreateObject', manifest }], after: 0 })

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
