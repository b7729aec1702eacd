import type { ResourceRequirements } from '../resource/flink-deployment-spec.ts'

/** `resources` says something: it is used instead of the older `resource` (api-and-config.md, section 2.2). */
export const isUsable = (resources: ResourceRequirements | null): resources is ResourceRequirements =>
  resources !== null && Object.keys(resources.requests).length + Object.keys(resources.limits).length > 0
