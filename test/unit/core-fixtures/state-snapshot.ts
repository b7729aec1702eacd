import { initialSnapshotStatus } from '../../../packages/core/src/codec/flink-state-snapshot-fields.ts'
import { decodeFlinkStateSnapshot } from '../../../packages/core/src/codec/flink-state-snapshot.ts'
import type { Action } from '../../../packages/core/src/action/action.ts'
import { known } from '../../../packages/core/src/fact/fact.ts'
import type { FlinkDeploymentView } from '../../../packages/core/src/fact/flink-deployment-view.ts'
import type { FlinkStateSnapshotFacts } from '../../../packages/core/src/fact/flink-state-snapshot-facts.ts'
import { finalizer } from '../../../packages/core/src/flink-state-snapshot/finalizer.ts'
import { flinkStateSnapshotKind as kind } from '../../../packages/core/src/flink-state-snapshot/flink-state-snapshot-kind.ts'
import type { SnapshotRound } from '../../../packages/core/src/flink-state-snapshot/round.ts'
import type { FlinkStateSnapshotStatus, SnapshotRecord } from '../../../packages/core/src/resource/flink-state-snapshot.ts'
import type { JsonObject } from '../../../packages/core/src/resource/json.ts'
import { aJob, clusterStart, jobId } from './cluster-facts.ts'
import { runningStatus, type StatusChange } from './deployment-status.ts'
import { environment } from './environment.ts'
import { aResource, namespace, type ResourceChange, t0 } from './flink-deployment-resource.ts'

export const snapshotUid = '00000000-0000-4000-8000-000000000009'
export const triggerId = 'f'.repeat(32)

/** What a test says of a snapshot and its moment; the rest is a savepoint of the job of `app` that nobody has asked for yet. */
export interface GivenSnapshot {
  readonly spec?: JsonObject
  readonly metadata?: JsonObject
  readonly status?: Partial<Omit<FlinkStateSnapshotStatus, 'operatorRecord'>> & { readonly record?: Partial<SnapshotRecord> }
  readonly facts?: FlinkStateSnapshotFacts
  readonly now?: number
  readonly failures?: number
}

/** The attempt that is under way was asked for at `t0`. */
export const underWay = (record: Partial<SnapshotRecord> = {}): NonNullable<GivenSnapshot['status']> => ({
  state: 'IN_PROGRESS', triggerId, triggerTimestamp: new Date(t0).toISOString(),
  record: { attempts: 1, jobId, jobStartTime: clusterStart + 60_000, kind: 'savepoint', ...record },
})

export const aTarget = (change: StatusChange = {}, resource: ResourceChange = {}): FlinkDeploymentView => aResource({ ...resource, status: runningStatus(change) })

/** Every look at a job that runs. */
export const runningJob = (now = t0, change: FlinkStateSnapshotFacts = {}): FlinkStateSnapshotFacts =>
  ({ target: known(aTarget(), now), jobs: known([aJob('RUNNING')], now), ...change })

export const snapshotRound = ({ spec = { savepoint: {} }, metadata = {}, status = {}, facts = {}, now = t0, failures = 0 }: GivenSnapshot): SnapshotRound => {
  const decoded = decodeFlinkStateSnapshot({
    apiVersion: 'flink.apache.org/v1beta1', kind: 'FlinkStateSnapshot',
    metadata: { name: 'snap', namespace, uid: snapshotUid, generation: 1, resourceVersion: '1', creationTimestamp: '2023-11-14T22:00:00Z', finalizers: [finalizer], labels: {}, annotations: {}, ...metadata },
    spec: { jobReference: { kind: 'FlinkDeployment', name: 'app' }, ...spec },
  })
  if (decoded._tag === 'Left') throw new Error(JSON.stringify(decoded.left))
  const { record, ...rest } = status
  const read = { ...decoded.right, status: { ...initialSnapshotStatus, ...rest, operatorRecord: { ...initialSnapshotStatus.operatorRecord, ...record } } }
  const env = environment(now, {}, failures, true)
  const desired = kind.validate(read, env)
  return { desired, observed: kind.observe(desired, { meta: read.meta, status: read.status }, facts, env), env }
}

export const snapshotActions = (given: GivenSnapshot): readonly Action<FlinkStateSnapshotStatus>[] => {
  const { desired, observed, env } = snapshotRound(given)
  return kind.reconcile(desired, observed, env)
}
