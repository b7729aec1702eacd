import * as E from 'fp-ts/lib/Either.js'
import * as O from 'fp-ts/lib/Option.js'
import { formatInstant } from '../../../packages/core/src/codecs.ts'
import { decodeFlinkDeployment } from '../../../packages/core/src/crd/flink-deployment.ts'
import { observeConfiguration } from '../../../packages/core/src/flink/configuration/deploy-configuration.ts'
import { optionTable } from '../../../packages/core/src/options/option-table.ts'
import { readOptions } from '../../../packages/core/src/options/read-options.ts'
import { parseCron } from '../../../packages/core/src/flink/schedule/cron-expression.ts'
import { lastPeriodicTrigger, snapshotDue } from '../../../packages/core/src/job/snapshot/snapshot-due.ts'
import { lastSnapshotStatus, isSnapshotPending } from '../../../packages/core/src/job/snapshot/snapshot-record.ts'
import { nextCronTime } from '../../../packages/core/src/flink/schedule/next-cron-time.ts'
import { periodicExpression } from '../../../packages/core/src/flink/schedule/periodic-expression.ts'
import { differenceOf, type GoldenFamily, type GoldenVector } from '../family.ts'
import { snapshotView, timeOf } from './snapshot-trigger.decode.ts'
import { decodeDeploymentSpec } from './spec-diff.decode.ts'

type Given = GoldenVector['given']

const cron = (given: Given): unknown => {
  const expression = O.toNullable(parseCron(String(given['expression'])))
  const next = expression === null ? null : nextCronTime(expression, timeOf(given['lastTrigger']))
  return { due: next !== null && next < timeOf(given['now']), nextAfterLast: next === null ? null : formatInstant(next) }
}

const expression = (given: Given): unknown => {
  const read = periodicExpression(String(given['expression']))
  return { intervalMillis: read._tag === 'Interval' ? Math.floor(read.every) : null, cron: read._tag === 'Cron' }
}

const deployment = (given: Given) => {
  const decoded = decodeFlinkDeployment(given['resource'])
  if (E.isLeft(decoded)) throw new Error(JSON.stringify(decoded.left))
  const { meta, spec, status } = decoded.right
  const recorded = decodeDeploymentSpec(given['lastReconciledSpec'])
  const kind = given['snapshotType'] === 'CHECKPOINT' ? 'checkpoint' : 'savepoint'
  const nonces = (job: typeof spec.job) => (kind === 'savepoint' ? job?.savepointTriggerNonce : job?.checkpointTriggerNonce) ?? null
  return { meta, spec, recorded, kind, jobStatus: status.jobStatus, nonce: nonces(spec.job), recordedNonce: nonces(recorded.job) } as const
}

const trigger = (given: Given): unknown => {
  const { meta, spec, recorded, kind, jobStatus, nonce, recordedNonce } = deployment(given)
  const { savepointInfo, checkpointInfo } = jobStatus
  const defaults = { configuration: (given['operatorConfig'] ?? {}) as Record<string, string>, logConfiguration: {} }
  const observed = observeConfiguration({ ...meta, generation: meta.generation }, recorded, spec, defaults)
  if (E.isLeft(observed)) throw new Error(JSON.stringify(observed.left))
  const { options } = readOptions(observed.right.configuration, optionTable)
  const last = lastPeriodicTrigger({
    kind,
    remembered: given['lastPeriodicTrigger'] === undefined ? null : timeOf(given['lastPeriodicTrigger']),
    snapshots: ((given['snapshots'] ?? []) as readonly unknown[]).map(snapshotView),
    legacyTimestamp: kind === 'savepoint' ? savepointInfo.lastPeriodicSavepointTimestamp : checkpointInfo.lastPeriodicCheckpointTimestamp,
    creationTimestamp: meta.creationTimestamp,
  })
  const due = snapshotDue({
    kind,
    jobState: jobStatus.state,
    nonce,
    recordedNonce,
    last,
    now: timeOf(given['now']),
    flinkVersion: recorded.flinkVersion,
    inProgress: isSnapshotPending(kind === 'savepoint' ? savepointInfo : checkpointInfo),
    periodic: periodicExpression(kind === 'savepoint' ? options.periodicSavepointInterval : options.periodicCheckpointInterval),
  })
  return { lastTrigger: formatInstant(last), trigger: due._tag === 'Due' ? due.triggerType : null }
}

const status = (given: Given): unknown => {
  const { kind, jobStatus, nonce, recordedNonce } = deployment(given)
  const { savepointInfo, checkpointInfo } = jobStatus
  return {
    status: lastSnapshotStatus({
      nonce,
      recordedNonce,
      triggerId: (kind === 'savepoint' ? savepointInfo : checkpointInfo).triggerId,
      last: kind === 'savepoint' ? savepointInfo.lastSavepoint : checkpointInfo.lastCheckpoint,
    }),
  }
}

const answers: Readonly<Record<string, (given: Given) => unknown>> = { cron, expression, trigger, status }

export const snapshotTrigger: GoldenFamily = {
  name: 'snapshot-trigger',
  run: ({ given, expect }) => {
    const got = (answers[String(given['what'])]?.(given) ?? {}) as Readonly<Record<string, unknown>>
    return [...new Set([...Object.keys(expect), ...Object.keys(got)])].map(field => differenceOf(field, expect[field], got[field])).filter(
      it => it.want !== it.got,
    )
  },
}
