import * as E from 'fp-ts/lib/Either.js'
import { type Outcome, usage } from '../exit-code.ts'
import { type ConnectedResource, type ResourceFlags, withResource } from '../explain/connected-resource.ts'
import { editResource, jobOf, nextNonce, noJob } from '../explain/edit-resource.ts'
import { jobKinds, objectBelow } from '../explain/job-spec-place.ts'

/** The state of a FlinkBlueGreenDeployment during a transition; null: no transition is in progress. */
const switching = ({ kind, json }: ConnectedResource): string | null => {
  const state = objectBelow(json, ['status'])['blueGreenState'] ?? null
  return kind === 'FlinkBlueGreenDeployment' && typeof state === 'string' && !state.startsWith('ACTIVE_') ? state : null
}

/** `flink-operator savepoint RESOURCE`: requests one savepoint of the running job. */
export const savepoint = (argument: string, flags: ResourceFlags): Promise<Outcome> =>
  withResource(argument, flags, async resource => {
    const job = jobOf(resource)
    if (job === null) return noJob(resource)
    if (job['state'] === 'suspended')
      return E.left(usage(`${resource.namespace}/${resource.name} is suspended: there is no running job to take a savepoint of`))
    const state = switching(resource)
    if (state !== null)
      return E.left(
        usage(`${resource.namespace}/${resource.name} is ${state}: an edit now would change the transition; try again when it has ended`),
      )
    const from = job['savepointTriggerNonce'] ?? null
    const to = nextNonce(from, Date.now())
    return editResource(resource, flags, {
      patch: { job: { savepointTriggerNonce: to } },
      changes: [{ path: 'job.savepointTriggerNonce', from, to }],
      then: 'a savepoint is asked for',
    })
  }, jobKinds)
