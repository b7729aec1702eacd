import { stableSpecPatch } from '@flink-operator/core/explain'
import * as E from 'fp-ts/lib/Either.js'
import { type Outcome, usage } from '../exit-code.ts'
import { type ConnectedResource, type ResourceFlags, withResource } from '../explain/connected-resource.ts'
import { editResource, unchanged } from '../explain/edit-resource.ts'
import { applicationKinds, objectBelow } from '../explain/job-spec-place.ts'

/** Its status does not hold the spec of before: an update that is under way is given up, and what ran goes on. */
const rollbackApplication = (resource: ConnectedResource, flags: ResourceFlags): Promise<Outcome> | Outcome => {
  const { json, namespace, name } = resource
  const { kind } = objectBelow(json, ['status', 'operation'])
  if (kind !== 'Deploy' && kind !== 'Rescale')
    return E.left(usage(`${namespace}/${name}: no update is under way. Apply the spec of before, which is then deployed`))
  const from = objectBelow(json, ['spec'])['forceRollback'] ?? null
  return from === true ? unchanged(resource, flags, 'the update is being given up already') : editResource(resource, flags, {
    patch: { forceRollback: true },
    changes: [{ path: 'forceRollback', from, to: true }],
    then: 'the update is given up; take forceRollback back before the next edit',
  })
}

/**
 * `flink-operator rollback RESOURCE`: the spec becomes again what it was when the job was last seen running; what was asked for by hand
 * stays. Of a FlinkBlueGreenDeployment: what it is of the child that serves, so that a switch that does not work is given up. A
 * FlinkApplication has a field for it.
 */
export const rollback = (argument: string, flags: ResourceFlags): Promise<Outcome> =>
  withResource(argument, flags, async resource => {
    if (resource.kind === 'FlinkApplication') return await rollbackApplication(resource, flags)
    const answer = stableSpecPatch(resource.json)
    if (E.isLeft(answer)) return E.left(usage(`${resource.namespace}/${resource.name}: ${answer.left}`))
    const { patch, changes } = answer.right
    const to = resource.kind === 'FlinkBlueGreenDeployment' ? 'the one that serves' : 'the last stable one'
    return changes.length === 0
      ? unchanged(resource, flags, `the spec is ${to} already`)
      : editResource(resource, flags, { patch, changes, then: `the spec becomes ${to} again` })
  }, applicationKinds)
