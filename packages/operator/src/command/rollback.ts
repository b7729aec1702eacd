import { stableSpecPatch } from '@flink-operator/core/explain'
import * as E from 'fp-ts/lib/Either.js'
import { type Outcome, usage } from '../exit-code.ts'
import { type ResourceFlags, withResource } from '../explain/connected-resource.ts'
import { editResource, unchanged } from '../explain/edit-resource.ts'

/**
 * `flink-operator rollback RESOURCE`: the spec becomes again what it was when the job was last seen running; what was asked for by hand
 * stays.
 */
export const rollback = (argument: string, flags: ResourceFlags): Promise<Outcome> =>
  withResource(argument, flags, async resource => {
    const answer = stableSpecPatch(resource.json)
    if (E.isLeft(answer)) return E.left(usage(`${resource.namespace}/${resource.name}: ${answer.left}`))
    const { patch, changes } = answer.right
    return changes.length === 0
      ? unchanged(resource, flags, 'the spec is the last stable one already')
      : editResource(resource, flags, { patch, changes, then: 'the last stable spec is put back' })
  })
