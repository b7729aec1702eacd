import type { ClusterStatus } from './cluster-status.ts'
import type { JobLifecycleStatus } from './job-lifecycle-status.ts'
import type { JsonObject } from './json.ts'

/** `status` of a FlinkDeployment in the reference operator's JSON form (control-flow.md, section 1.1), with our record beside it. */
export interface FlinkDeploymentStatus extends JobLifecycleStatus, ClusterStatus {}

/** Status fields that this version does not know; our writes keep them. */
export type UnknownStatusFields = JsonObject
