import type { Outcome } from '../exit-code.ts'
import { type ResourceFlags, withResource } from '../explain/connected-resource.ts'
import { editResource, jobSpecOf, nextNonce } from '../explain/edit-resource.ts'
import { jobKinds } from '../explain/job-spec-place.ts'

/**
 * `flink-operator restart RESOURCE`: stopped by its upgrade mode and started again, with the same spec. A session cluster restarts with its
 * jobs, as an edit of it would; a FlinkBlueGreenDeployment switches.
 */
export const restart = (argument: string, flags: ResourceFlags): Promise<Outcome> =>
  withResource(argument, flags, async resource => {
    const from = jobSpecOf(resource)['restartNonce'] ?? null
    const to = nextNonce(from, Date.now())
    return editResource(resource, flags, {
      patch: { restartNonce: to },
      changes: [{ path: 'restartNonce', from, to }],
      then: resource.kind === 'FlinkBlueGreenDeployment' ? 'a restart is asked for: the other child takes over' : 'a restart is asked for',
    })
  }, jobKinds)
