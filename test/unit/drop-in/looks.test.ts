import { describe, expect, test } from 'vitest'
import { runUntilQuiet } from '../../golden/scripted-rounds.ts'
import type { JsonObject } from '../../../packages/core/src/resource/json.ts'
import { settings } from './corpus-world.ts'
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

describe('a round looks at most four times (core/action/look.ts)', () => {
  test.each(
    [
      ['HA', withHa, ['deleteCluster', 'deployApplicationCluster']],
      ['no HA', withoutHa, ['stopWithSavepoint', 'deleteCluster', 'deployApplicationCluster']],
    ] as const,
  )('an upgrade while a savepoint is pending that nobody knows of, %s', (_name, id, calls) => {
    const world = settled(id)
    const status = world.resource['status'] as JsonObject
    world.resource = {
      ...world.resource,
      status: { ...status, jobStatus: { ...(status['jobStatus'] as JsonObject), savepointInfo: pending } },
    }
    edit(world, { args: ['--name', 'other'] })
    runUntilQuiet(world, settings)
    expect(world.calls().map(({ call }) => call)).toEqual(calls)
  })
})
