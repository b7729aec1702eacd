import type { KindName } from '@flink-operator/kinds'
import type { Outcome } from '../exit-code.ts'
import { type ResourceFlags, withResource } from '../explain/connected-resource.ts'
import { editResource, jobSpecOf, nextNonce } from '../explain/edit-resource.ts'
import { applicationKinds } from '../explain/job-spec-place.ts'

const byWhom: Readonly<Partial<Record<KindName, string>>> = {
  FlinkBlueGreenDeployment: ': the other child takes over',
  FlinkApplication: ': a new cluster takes over',
}

/**
 * `flink-operator restart RESOURCE`: stops the job by its upgrade mode and starts it again with the same spec. A session cluster
 * restarts with its jobs, as after an edit; a FlinkBlueGreenDeployment makes a transition; a FlinkApplication moves to a new
 * cluster.
 */
export const restart = (argument: string, flags: ResourceFlags): Promise<Outcome> =>
  withResource(argument, flags, async resource => {
    const from = jobSpecOf(resource)['restartNonce'] ?? null
    const to = resource.kind === 'FlinkApplication' ? String(Date.now()) : nextNonce(from, Date.now())
    return editResource(resource, flags, {
      patch: { restartNonce: to },
      changes: [{ path: 'restartNonce', from, to }],
      then: `a restart is asked for${byWhom[resource.kind] ?? ''}`,
    })
  }, applicationKinds)
