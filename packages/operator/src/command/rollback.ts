import { stableSpecPatch } from '@flink-operator/core/explain'
import * as E from 'fp-ts/lib/Either.js'
import { type Outcome, usage } from '../exit-code.ts'
import { type ConnectedResource, type ResourceFlags, withResource } from '../explain/connected-resource.ts'
import { editResource, unchanged } from '../explain/edit-resource.ts'
import { applicationKinds, objectBelow } from '../explain/job-spec-place.ts'

/**
 * A FlinkApplication's status does not hold its previous spec: only an update in progress can be abandoned, and the running job
 * continues.
 */
const rollbackApplication = (resource: ConnectedResource, flags: ResourceFlags): Promise<Outcome> | Outcome => {
  const { json, namespace, name } = resource
  const { kind } = objectBelow(json, ['status', 'operation'])
  if (kind !== 'Deploy' && kind !== 'Rescale')
    return E.left(usage(`${namespace}/${name}: no update is in progress. To go back, apply the previous spec, which is then deployed`))
  const from = objectBelow(json, ['spec'])['forceRollback'] ?? null
  return from === true ? unchanged(resource, flags, 'the update is being given up already') : editResource(resource, flags, {
    patch: { forceRollback: true },
    changes: [{ path: 'forceRollback', from, to: true }],
    then: 'the update is given up; take forceRollback back before the next edit',
  })
}

/**
 * `flink-operator rollback RESOURCE`: restores the spec with which the job was last observed running, but keeps manual actions
 * (nonces, for example). For a FlinkBlueGreenDeployment, restores the spec of the active child, so that a failing transition is
 * abandoned. A FlinkApplication has a field for it.
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
