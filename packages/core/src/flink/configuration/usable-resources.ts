import type { ResourceRequirements } from '../../contract/resource/flink-deployment-spec.ts'

/** True if `resources` is not empty: then it replaces the older `resource` (api-and-config.md, section 2.2). */
export const isUsable = (resources: ResourceRequirements | null): resources is ResourceRequirements =>
  resources !== null && Object.keys(resources.requests).length + Object.keys(resources.limits).length > 0
