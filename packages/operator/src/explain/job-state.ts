import type { Outcome } from '../exit-code.ts'
import { type ResourceFlags, withResource } from './connected-resource.ts'
import { editResource, jobOf, noJob, unchanged } from './edit-resource.ts'

/** Sets `spec.job.state`. */
export const setJobState = (argument: string, flags: ResourceFlags, to: 'running' | 'suspended', then: string): Promise<Outcome> =>
  withResource(argument, flags, async resource => {
    const job = jobOf(resource)
    if (job === null) return noJob(resource)
    const from = job['state'] ?? 'running'
    return from === to ? unchanged(resource, flags, `spec.job.state is ${to} already`)
      : editResource(resource, flags, { patch: { job: { state: to } }, changes: [{ path: 'job.state', from, to }], then })
  })
