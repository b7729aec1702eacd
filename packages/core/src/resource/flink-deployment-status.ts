import type { ClusterStatus } from './cluster-status.ts'
import type { JobLifecycleStatus } from './job-lifecycle-status.ts'
import type { JsonObject } from './json.ts'

/** `status` of a FlinkDeployment in the reference operator's JSON form (control-flow.md, section 1.1), with our record beside it. */
export interface FlinkDeploymentStatus extends JobLifecycleStatus, ClusterStatus {}

/** Fields of the status that this version does not know; they survive our writes. */
export type UnknownStatusFields = JsonObject
