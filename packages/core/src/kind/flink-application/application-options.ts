import type { OperatorOptions } from '../../operator-options/operator-options.ts'
import type { Millis } from '../../resource/time.ts'
import type { ObjectOptions } from './objects/cluster-request.ts'

/** What of the operator's configuration is about FlinkApplications (lyft-flinkapplication.md, section 2.4). */
export interface ApplicationOptions {
  readonly objects: ObjectOptions
  readonly backoff: { readonly base: Millis; readonly maximum: Millis }
  /** So long a step may make no progress. */
  readonly errorTimeout: Millis
  /** So long the vertices of a submitted job may take until all of them run. */
  readonly jobVertexTimeout: Millis
}

export const applicationOptionsOf = (options: OperatorOptions): ApplicationOptions => ({
  objects: {
    containerNameFormat: options.flinkApplicationContainerNameFormat,
    ingressUrlFormat: options.flinkApplicationIngressUrlFormat,
    schedulerName: options.flinkApplicationSchedulerName,
  },
  backoff: { base: options.flinkApplicationBackoffBase, maximum: options.flinkApplicationBackoffMaximum },
  errorTimeout: options.flinkApplicationErrorTimeout,
  jobVertexTimeout: options.flinkApplicationJobVertexTimeout,
})
