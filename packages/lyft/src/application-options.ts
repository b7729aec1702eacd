import type { OperatorOptions } from '@flink-operator/core/operator-options'
import type { Millis } from '@flink-operator/core/resource'
import type { ObjectOptions } from './objects/cluster-request.ts'

/** The options of the operator configuration for FlinkApplications (lyft-flinkapplication.md, section 2.4). */
export interface ApplicationOptions {
  readonly objects: ObjectOptions
  readonly backoff: { readonly base: Millis; readonly maximum: Millis }
  /** The longest time without progress of a step. */
  readonly errorTimeout: Millis
  /** The longest time until all vertices of a submitted job run. */
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
