import * as E from 'fp-ts/lib/Either.js'
import { type Outcome, usage } from '../exit-code.ts'
import { type ResourceFlags, withResource } from '../explain/connected-resource.ts'
import { editResource, jobOf, nextNonce, noJob } from '../explain/edit-resource.ts'

/** `flink-operator savepoint RESOURCE`: asks for one savepoint of the running job. */
export const savepoint = (argument: string, flags: ResourceFlags): Promise<Outcome> =>
  withResource(argument, flags, async resource => {
    const job = jobOf(resource)
    if (job === null) return noJob(resource)
    if (job['state'] === 'suspended')
      return E.left(usage(`${resource.namespace}/${resource.name} is suspended: there is no running job to take a savepoint of`))
    const from = job['savepointTriggerNonce'] ?? null
    const to = nextNonce(from, Date.now())
    return editResource(resource, flags, {
      patch: { job: { savepointTriggerNonce: to } },
      changes: [{ path: 'job.savepointTriggerNonce', from, to }],
      then: 'a savepoint is asked for',
    })
  })
