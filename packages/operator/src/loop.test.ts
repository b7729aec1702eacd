import type { JsonObject } from '@flink-operator/core'
import { kindOf } from '@flink-operator/kinds'
import * as E from 'fp-ts/lib/Either.js'
import { expect, test, vi } from 'vitest'
import { createCrashSwitch } from './effect/crash-switch.ts'
import { loadFlinkDefaults } from './configuration/configuration-files.ts'
import { settingsOf } from './configuration/live-settings.ts'
import { createLoop } from './loop.ts'
import { manualClock } from './manual-clock.ts'

const key = { namespace: 'ns', name: 'app' }
const resource: JsonObject = {
  apiVersion: 'flink.apache.org/v1beta1',
  kind: 'FlinkDeployment',
  metadata: { ...key, uid: 'u', resourceVersion: '7', generation: 1, creationTimestamp: '2026-01-31T12:00:00Z' },
  spec: { flinkVersion: 'v1_20', image: 'flink:1.20', job: { jarURI: 'local:///job.jar', parallelism: 1, upgradeMode: 'stateless' } },
}

test('P24 B72 a resource that goes while its round writes leaves nothing behind, neither of what was written nor of what is told', async () => {
  const defaults = loadFlinkDefaults({ folder: null, overrides: null })
  if (E.isLeft(defaults)) throw new Error(defaults.left)
  const { settings } = settingsOf(defaults.right)
  const reported: string[] = []
  const loop = createLoop({
    kind: kindOf('FlinkDeployment'),
    clock: manualClock(Date.parse('2026-01-31T12:00:00Z')),
    random: () => 0,
    port: {
      readResource: () => Promise.resolve(E.right(resource)),
      answer: () => Promise.resolve({ source: 'live', asOf: 0, _tag: 'Absent' }),
      perform: () => {
        loop.forget(key)
        return Promise.resolve(E.left({ _tag: 'NotFound', message: 'gone', applied: 'No', httpStatus: 404, retryAfter: null }))
      },
    },
    settings: () => settings,
    carriedOut: () => ({ hasSnapshotController: false }),
    cached: () => undefined,
    isWatched: () => false,
    isOlder: () => false,
    initialFacts: () => ({}),
    render: () => E.right({}),
    crashSwitch: createCrashSwitch(null),
    concurrency: 1,
    onRound: () => reported.push('a round'),
    onUnread: (_key, message) => reported.push(message),
    onBug: (_key, error) => reported.push(String(error)),
    onGone: () => reported.push('gone'),
  })
  loop.wake(key)
  await vi.waitFor(() => expect(reported).toContain('a round'))
  await vi.waitFor(() => expect(loop.depth().running).toBe(0))
  expect([loop.kept(), reported]).toEqual([0, ['a round', 'gone']])
})
