import { describe, expect, test } from 'vitest'
import { runUntilQuiet } from '../../golden/scripted-rounds.ts'
import type { JsonObject } from '../../../packages/core/src/contract/resource/json.ts'
import { settings } from './corpus-world.ts'
import type { ScriptedWorld } from '../../golden/scripted-world.ts'
import { edit, settled, withHa, withoutHa } from './settled-world.ts'

/** A pending savepoint whose trigger id the JobManager does not know: it restarted. */
const pending = {
  triggerId: '0123456789abcdef0123456789abcdef',
  triggerTimestamp: 1,
  triggerType: 'MANUAL',
  formatType: 'CANONICAL',
  savepointHistory: [],
  lastPeriodicSavepointTimestamp: 0,
}

describe('a round looks at most five times (core/action/look.ts)', () => {
  const upgraded = (world: ScriptedWorld): readonly string[] => {
    const status = world.resource['status'] as JsonObject
    world.resource = {
      ...world.resource,
      status: { ...status, jobStatus: { ...(status['jobStatus'] as JsonObject), savepointInfo: pending } },
    }
    edit(world, { args: ['--name', 'other'] })
    runUntilQuiet(world, settings)
    return world.calls().map(({ call }) => call)
  }

  test.each(
    [
      ['HA', withHa, ['deleteCluster', 'deployApplicationCluster']],
      ['no HA', withoutHa, ['stopWithSavepoint', 'deleteCluster', 'deployApplicationCluster']],
    ] as const,
  )('an upgrade while a savepoint is pending that nobody knows of, %s', (_name, id, calls) => {
    expect(upgraded(settled(id))).toEqual(calls)
  })

  test('H31 an upgrade while a savepoint is pending that nobody knows of, and HA metadata points to nothing that Flink restores', () => {
    const world = settled(withHa)
    world.configMaps = world.configMaps.map(it => ({ ...it, unusablePointers: it.dataKeys.filter(key => key.startsWith('checkpointID-')) }))
    expect(upgraded(world)).toEqual(['cancelJob', 'deleteCluster', 'deleteHaData', 'deployApplicationCluster'])
  })
})
