import type { ResourceType } from '@flink-operator/core/resource'

/** Lyft's FlinkApplication, in its own group (lyft-flinkapplication.md, section 1.1). */
export const flinkApplicationType = {
  group: 'flink.k8s.io',
  version: 'v1beta1',
  kind: 'FlinkApplication',
  plural: 'flinkapplications',
  singular: 'flinkapplication',
  shortName: 'flinkapp',
} as const satisfies ResourceType

/** The operator adds it before it submits the first job, and removes it at the end of the deletion (section 3.7). */
export const flinkApplicationFinalizer = 'job.finalizers.flink.k8s.io'
