import type { Outcome } from '../exit-code.ts'
import { type ResourceFlags, withResource } from '../explain/connected-resource.ts'
import { editResource, nextNonce, specOf } from '../explain/edit-resource.ts'

/** `flink-operator restart RESOURCE`: stopped by its upgrade mode and started again, with the same spec. */
export const restart = (argument: string, flags: ResourceFlags): Promise<Outcome> =>
  withResource(argument, flags, async resource => {
    const from = specOf(resource)['restartNonce'] ?? null
    const to = nextNonce(from, Date.now())
    return editResource(resource, flags, {
      patch: { restartNonce: to },
      changes: [{ path: 'restartNonce', from, to }],
      then: 'a restart is asked for',
    })
  })
