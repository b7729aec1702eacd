import { stableSpecPatch } from '@flink-operator/core/explain'
import * as E from 'fp-ts/lib/Either.js'
import { type Outcome, usage } from '../exit-code.ts'
import { type ResourceFlags, withResource } from '../explain/connected-resource.ts'
import { editResource, unchanged } from '../explain/edit-resource.ts'
import { jobKinds } from '../explain/job-spec-place.ts'

/**
 * `flink-operator rollback RESOURCE`: the spec becomes again what it was when the job was last seen running; what was asked for by hand
 * stays. Of a FlinkBlueGreenDeployment: what it is of the child that serves, so that a switch that does not work is given up.
 */
export const rollback = (argument: string, flags: ResourceFlags): Promise<Outcome> =>
  withResource(argument, flags, async resource => {
    const answer = stableSpecPatch(resource.json)
    if (E.isLeft(answer)) return E.left(usage(`${resource.namespace}/${resource.name}: ${answer.left}`))
    const { patch, changes } = answer.right
    const to = resource.kind === 'FlinkBlueGreenDeployment' ? 'the one that serves' : 'the last stable one'
    return changes.length === 0
      ? unchanged(resource, flags, `the spec is ${to} already`)
      : editResource(resource, flags, { patch, changes, then: `the spec becomes ${to} again` })
  }, jobKinds)
