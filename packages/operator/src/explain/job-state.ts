import type { Outcome } from '../exit-code.ts'
import { type ResourceFlags, withResource } from './connected-resource.ts'
import { editResource, jobOf, noJob, unchanged } from './edit-resource.ts'
import { jobKinds, jobSpecPlace } from './job-spec-place.ts'

/** Sets `job.state`. */
export const setJobState = (argument: string, flags: ResourceFlags, to: 'running' | 'suspended', then: string): Promise<Outcome> =>
  withResource(argument, flags, async resource => {
    const job = jobOf(resource)
    if (job === null) return noJob(resource)
    const from = job['state'] ?? 'running'
    const path = ['spec', ...jobSpecPlace(resource.kind), 'job.state'].join('.')
    return from === to ? unchanged(resource, flags, `${path} is ${to} already`)
      : editResource(resource, flags, { patch: { job: { state: to } }, changes: [{ path: 'job.state', from, to }], then })
  }, jobKinds)
