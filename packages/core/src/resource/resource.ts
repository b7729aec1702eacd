import type { DecodeError } from './finding.ts'
import type { ResourceMeta } from './resource-meta.ts'

/** The resource as the API server has it, decoded part by part. */
export interface Resource<Spec, Status> {
  readonly meta: ResourceMeta
  readonly spec: Spec
  readonly status: Status
  /**
   * What is there and can't be read, by its path from the root of the resource: in `spec` and `status` stand-ins take its place, of which
   * no decision may take them for what was written (F14). Writes keep it as it is. Absent: all of it was read, or made.
   */
  readonly unread?: readonly DecodeError[]
}

/** The status as it was read. A round never writes over one that it has not seen. */
export interface Recorded<Status> {
  readonly meta: ResourceMeta
  readonly status: Status
}
