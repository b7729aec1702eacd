import type { DecodeError } from './finding.ts'
import type { ResourceMeta } from './resource-meta.ts'

/** The resource as the API server has it, decoded part by part. */
export interface Resource<Spec, Status> {
  readonly meta: ResourceMeta
  readonly spec: Spec
  readonly status: Status
  /**
   * The unreadable parts, by their path from the root of the resource. Placeholders take their place in `spec` and `status`; no decision
   * may take them for real values (F14). Writes keep the original. Absent: everything was read, or the resource was created here.
   */
  readonly unread?: readonly DecodeError[]
}

/** The status as it was read. A round never overwrites a status that it has not read. */
export interface Recorded<Status> {
  readonly meta: ResourceMeta
  readonly status: Status
}
