import { expect } from 'vitest'
import { decodeRecordedSpec, encodeRecordedSpec } from '../../../packages/core/src/crd/recorded-spec.ts'
import type { FlinkDeploymentStatus } from '../../../packages/core/src/contract/resource/flink-deployment-status.ts'
import type { JsonObject } from '../../../packages/core/src/contract/resource/json.ts'
import { runUntilQuiet } from '../../golden/scripted-rounds.ts'
import type { ScriptedWorld } from '../../golden/scripted-world.ts'
import { settings, worldOf } from './corpus-world.ts'
import { entry, lose } from './settled-world.ts'

export const other = { args: ['--name', 'other'] }
export const statuses = (world: ScriptedWorld): readonly FlinkDeploymentStatus[] =>
  world.log.flatMap(it => (it._tag === 'Status' ? [it.status] : []))
export const last = (world: ScriptedWorld): FlinkDeploymentStatus => statuses(world).at(-1) ?? expect.fail('nothing was written')
export const events = (world: ScriptedWorld): readonly string[] => world.log.flatMap(it => (it._tag === 'Event' ? [it.reason] : []))
export const calls = (world: ScriptedWorld): readonly string[] =>
  world.calls().map((
    { call, savepointPath },
  ) => (savepointPath === undefined ? call : `${call} from ${String(savepointPath as string | null)}`))

/** The status as the reference operator would have written it. */
export const withStatus = (world: ScriptedWorld, change: (status: JsonObject) => JsonObject): ScriptedWorld => {
  const { operation: _operation, operatorRecord: _record, ...status } = world.resource['status'] as JsonObject
  world.resource = { ...world.resource, status: change(status) }
  return world
}
export const jobStatus = (status: JsonObject, change: JsonObject): JsonObject => ({
  ...status,
  jobStatus: { ...(status['jobStatus'] as JsonObject), ...change },
})
export const reconciliation = (status: JsonObject, change: JsonObject): JsonObject => ({
  ...status,
  reconciliationStatus: { ...(status['reconciliationStatus'] as JsonObject), ...change },
})

/** The record with another job state or mode. */
export const recorded = (
  status: JsonObject,
  job: { readonly state?: 'running' | 'suspended'; readonly upgradeMode?: 'stateless' | 'savepoint' | 'last-state' },
  firstDeployment = false,
): JsonObject => {
  const record = decodeRecordedSpec((status['reconciliationStatus'] as JsonObject)['lastReconciledSpec'] as string)
  if (record._tag === 'Left' || record.right.spec.job === null) return expect.fail('no record')
  return reconciliation(status, {
    lastReconciledSpec: encodeRecordedSpec({ spec: { ...record.right.spec, job: { ...record.right.spec.job, ...job } }, firstDeployment }),
  })
}

/** Suspended by the reference operator, its cluster gone. */
export const suspended = (id: string, upgradeMode: 'stateless' | 'savepoint' | 'last-state', path: string | null): ScriptedWorld => {
  const world = withStatus(
    worldOf(entry(id)),
    status => ({
      ...jobStatus(recorded(status, { state: 'suspended', upgradeMode }), { state: 'FINISHED', upgradeSavepointPath: path }),
      jobManagerDeploymentStatus: 'MISSING',
    }),
  )
  lose(world)()
  return world
}

export const quiet = (world: ScriptedWorld): ScriptedWorld => {
  runUntilQuiet(world, settings)
  return world
}
