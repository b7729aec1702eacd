import type { AutoscalerConfiguration } from '../autoscaler/autoscaler-configuration.ts'
import type { SpecWithJob } from '../crd/recorded-spec.ts'
import type { Env } from '../contract/env.ts'
import type { JobFacts } from '../contract/fact/cluster-facts.ts'
import type { EffectiveConfiguration } from '../flink/configuration/effective-configuration.ts'
import type { ResourceOptions } from '../options/resource-options.ts'
import type { RestEndpoint } from '../contract/query/query.ts'
import type { JobManagerDeploymentStatus } from '../contract/resource/flink-deployment-status.ts'
import type { DecodeError, Finding } from '../contract/resource/finding.ts'
import type { JobSpec } from '../contract/resource/flink-deployment-spec.ts'
import type { JsonObject } from '../contract/resource/json.ts'
import type { FlinkVersion } from '../contract/resource/flink-version.ts'
import type { JobLifecycleStatus } from '../contract/resource/job-status.ts'
import type { Incarnation } from '../contract/resource/operation.ts'
import type { Recorded, ResourceMeta } from '../contract/resource/resource.ts'
import type { SpecDiff } from '../spec/diff/spec-diff.ts'
import type { RenewedDeadline } from './record/renewed-deadline.ts'

/** The parts of a spec that a job's rules need, with the effective configuration and the options. */
export interface ConfiguredJob {
  /** The spec of the job's kind; the job's rules only record it. */
  readonly spec: SpecWithJob
  readonly job: JobSpec
  readonly flinkVersion: FlinkVersion | null
  readonly effective: EffectiveConfiguration
  readonly options: ResourceOptions
}

/** A spec's autoscaler settings. */
export interface AutoscalerOfJob {
  /** False: the deployed spec has the autoscaler on and the desired one does not. The autoscaler's stored state has to be cleared. */
  readonly isOn: boolean
  /** `flinkConfiguration` of the recorded spec, with the overrides that the job runs with. */
  readonly deployed: JsonObject
  /** From the user's spec, without overrides. */
  readonly configuration: AutoscalerConfiguration
  /** `Shared`: the job runs on the TaskManagers of a session cluster, so a scaling need not change their number. */
  readonly taskManagers: 'Own' | 'Shared'
}

/** The submitted job, as recorded in `lastReconciledSpec` or `lastStableSpec` (control-flow.md, section 1.2). */
export interface SubmittedJob {
  readonly _tag: 'Deployed'
  readonly reconciled: { readonly spec: SpecWithJob; readonly job: JobSpec; readonly firstDeployment: boolean | null }
  readonly stable: { readonly job: JobSpec } | null
  /** The running spec, with the configuration to observe it by. */
  readonly running: ConfiguredJob
  readonly endpoint: RestEndpoint
}

/** A status's record of the job. */
export type JobRecord = SubmittedJob | { readonly _tag: 'Never' } | { readonly _tag: 'Undecodable' }

/** The parts of `JobDesired` that reports read. A session cluster has no job, and always counts as running. */
export interface ReportedDesired
  extends Pick<JobDesired, 'meta' | 'unread' | 'secrets' | 'findings' | 'invalid' | 'generation' | 'diff' | 'autoscaler'> {
  readonly wanted: (Pick<ConfiguredJob, 'options'> & { readonly job?: JobSpec }) | null
}

/** The desired state of a job, as its rules read it. */
export interface JobDesired {
  readonly meta: ResourceMeta
  readonly unread: readonly DecodeError[]
  readonly secrets: readonly string[]
  readonly findings: readonly Finding[]
  readonly invalid: Finding | null
  /** Null: there is no valid spec, and no job was submitted before. */
  readonly wanted: ConfiguredJob | null
  /** `metadata.generation` of `wanted`. */
  readonly generation: number
  readonly deployed: JobRecord
  readonly stable: ConfiguredJob | null
  readonly diff: SpecDiff
  /** True in ROLLED_BACK if the desired spec is the running one (D-35). */
  readonly wantsWhatRuns: boolean
  /** Null or absent: the job does not use the autoscaler. */
  readonly autoscaler?: AutoscalerOfJob | null
}

/**
 * The parts of a job's host that the job's rules read. The host is an application's own cluster or a session cluster; its kind fills this
 * in (design.md, section 2).
 */
export interface ObservedHost {
  /** The JobManager's deployment status. */
  readonly jobManager: JobManagerDeploymentStatus
  /** The JobManager's incarnation. Parts that were not observed are null. */
  readonly incarnation: Omit<Incarnation, 'jobStartTime'>
}

/** The observed state of a job, as its rules read it. */
export interface JobObserved<Status extends JobLifecycleStatus> {
  readonly recorded: Recorded<Status>
  readonly status: Status
  readonly facts: JobFacts
  readonly host: ObservedHost
  /** The operation's deadline, if it was moved later than the recorded one (F15). Absent: it was not. */
  readonly renewed?: RenewedDeadline
}

/** The inputs of a job's rules, wherever the job runs. */
export interface JobRound<Status extends JobLifecycleStatus = JobLifecycleStatus> {
  readonly desired: JobDesired
  readonly observed: JobObserved<Status>
  readonly env: Env
}
