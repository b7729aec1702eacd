import type { ResourceType } from '../../resource/resource-type.ts'

/** Lyft's FlinkApplication, in its own group (lyft-flinkapplication.md, section 1.1). */
export const flinkApplicationType = {
  group: 'flink.k8s.io',
  version: 'v1beta1',
  kind: 'FlinkApplication',
  plural: 'flinkapplications',
  singular: 'flinkapplication',
  shortName: 'flinkapp',
} as const satisfies ResourceType

/** Added before the first job is submitted, taken away by the end of the deletion (section 3.7). */
export const flinkApplicationFinalizer = 'job.finalizers.flink.k8s.io'
