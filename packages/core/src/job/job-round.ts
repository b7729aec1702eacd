import type { AutoscalerConfiguration } from '../autoscaler/autoscaler-configuration.ts'
import type { SpecWithJob } from '../codec/recorded-spec.ts'
import type { Env } from '../env.ts'
import type { JobFacts } from '../fact/job-facts.ts'
import type { EffectiveConfiguration } from '../flink-configuration/effective-configuration.ts'
import type { ResourceOptions } from '../operator-options/resource-options.ts'
import type { RestEndpoint } from '../query/query.ts'
import type { JobManagerDeploymentStatus } from '../resource/cluster-status.ts'
import type { DecodeError, Finding } from '../resource/finding.ts'
import type { JobSpec } from '../resource/flink-deployment-spec.ts'
import type { JsonObject } from '../resource/json.ts'
import type { FlinkVersion } from '../resource/flink-version.ts'
import type { JobLifecycleStatus } from '../resource/job-lifecycle-status.ts'
import type { Incarnation } from '../resource/operation.ts'
import type { Recorded } from '../resource/resource.ts'
import type { ResourceMeta } from '../resource/resource-meta.ts'
import type { SpecDiff } from '../spec-diff/spec-diff.ts'
import type { RenewedDeadline } from './record/renewed-deadline.ts'

/** What a job needs of its spec, with the configuration that the spec makes and the options that it sets. */
export interface ConfiguredJob {
  /** Its kind's, and only recorded. */
  readonly spec: SpecWithJob
  readonly job: JobSpec
  readonly flinkVersion: FlinkVersion | null
  readonly effective: EffectiveConfiguration
  readonly options: ResourceOptions
}

/** What a spec asks of the autoscaler. */
export interface AutoscalerOfJob {
  /** False: it was on in what is recorded, and what it stored is to be cleared. */
  readonly isOn: boolean
  /** `flinkConfiguration` of what is recorded, with the overrides that the job runs with. */
  readonly deployed: JsonObject
  /** From the user's spec, before overrides. */
  readonly configuration: AutoscalerConfiguration
}

/** What was submitted, as `lastReconciledSpec` or `lastStableSpec` tells (control-flow.md, section 1.2). */
export interface SubmittedJob {
  readonly _tag: 'Deployed'
  readonly reconciled: { readonly spec: SpecWithJob; readonly job: JobSpec; readonly firstDeployment: boolean | null }
  readonly stable: { readonly job: JobSpec } | null
  /** What runs, with the configuration to observe it by. */
  readonly running: ConfiguredJob
  readonly endpoint: RestEndpoint
}

/** What a status records of a job. */
export type JobRecord = SubmittedJob | { readonly _tag: 'Never' } | { readonly _tag: 'Undecodable' }

/** What is told of a resource reads this of what it works towards. A session cluster has no job of its own, and is to run. */
export interface ToldDesired extends Pick<JobDesired, 'meta' | 'unread' | 'secrets' | 'invalid' | 'generation' | 'diff' | 'autoscaler'> {
  readonly wanted: (Pick<ConfiguredJob, 'options'> & { readonly job?: JobSpec }) | null
}

/** What the rules of a job read of what it works towards. */
export interface JobDesired {
  readonly meta: ResourceMeta
  readonly unread: readonly DecodeError[]
  readonly secrets: readonly string[]
  readonly invalid: Finding | null
  /** Null: there is no valid spec, and nothing was submitted before. */
  readonly wanted: ConfiguredJob | null
  /** `metadata.generation` of `wanted`. */
  readonly generation: number
  readonly deployed: JobRecord
  readonly stable: ConfiguredJob | null
  readonly diff: SpecDiff
  /** In ROLLED_BACK: is what is wanted the very spec that runs (D-35)? */
  readonly wantsWhatRuns: boolean
  /** Null, or left out: it has nothing to do with the job. */
  readonly autoscaler?: AutoscalerOfJob | null
}

/**
 * Where a job runs, as far as its rules have to know: an application's own cluster, or one that it shares. Its kind tells (design.md,
 * section 2).
 */
export interface ObservedHost {
  /** How its JobManager is. */
  readonly jobManager: JobManagerDeploymentStatus
  /** The life of its JobManager; parts that were not seen are null. */
  readonly incarnation: Omit<Incarnation, 'jobStartTime'>
}

/** What the rules of a job read of what is known. */
export interface JobObserved<Status extends JobLifecycleStatus> {
  readonly recorded: Recorded<Status>
  readonly status: Status
  readonly facts: JobFacts
  readonly host: ObservedHost
  /** The deadline of the operation, where it counts later than it is recorded (F15); absent: it does not. */
  readonly renewed?: RenewedDeadline
}

/** The inputs of a rule that is true of a job wherever it runs. */
export interface JobRound<Status extends JobLifecycleStatus = JobLifecycleStatus> {
  readonly desired: JobDesired
  readonly observed: JobObserved<Status>
  readonly env: Env
}
