import type { LastState } from '../resource/last-state.ts'
import type { FlinkDeploymentStatus } from '../resource/flink-deployment-status.ts'
import type { ReconciliationStatus } from '../resource/job-lifecycle-status.ts'
import type { JobStatus } from '../resource/job-status.ts'
import type { OperatorRecord } from '../resource/operator-record.ts'

type Change<A> = { readonly [K in keyof A]?: A[K] }

const changed = <A extends object>(before: A, change: Change<A>): A =>
  (Object.keys(change) as (keyof A)[]).every(key => before[key] === change[key]) ? before : { ...before, ...change }

/** The status with some fields changed; the same object where nothing differs, so that "unchanged" is a comparison of references. */
export const withStatus = (status: FlinkDeploymentStatus, change: Change<FlinkDeploymentStatus>): FlinkDeploymentStatus =>
  changed(status, change)

export const withJob = (status: FlinkDeploymentStatus, change: Change<JobStatus>): FlinkDeploymentStatus =>
  withStatus(status, { jobStatus: changed(status.jobStatus, change) })

export const withRecord = (status: FlinkDeploymentStatus, change: Change<OperatorRecord>): FlinkDeploymentStatus =>
  withStatus(status, { operatorRecord: changed(status.operatorRecord, change) })

export const withReconciliation = (status: FlinkDeploymentStatus, change: Change<ReconciliationStatus>): FlinkDeploymentStatus =>
  withStatus(status, { reconciliationStatus: changed(status.reconciliationStatus, change) })

/** What the job was left with, as the record and the reference operator's field say it: never one without the other. */
export const withLastState = (status: FlinkDeploymentStatus, lastState: LastState): FlinkDeploymentStatus =>
  withRecord(lastState._tag === 'Path' ? withJob(status, { upgradeSavepointPath: lastState.path }) : status, { lastState })
