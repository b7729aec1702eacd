import type { JsonObject } from '@flink-operator/core'
import type { DeploymentView } from '@flink-operator/core/fact'
import { describe, expect, test } from 'vitest'
import { fakeClock } from '../test/fake-clock.ts'
import * as O from 'fp-ts/lib/Option.js'
import { type CacheOptions, createCache } from './cache.ts'
import { compactJson } from './compact-json.ts'
import { textAt } from './json-path.ts'
import { isOlderThan } from './resource-version.ts'
import { deploymentView } from './view/deployment-view.ts'

const createDeploymentCache = (options: Pick<CacheOptions<DeploymentView, 'ownerUid'>, 'onChange' | 'clock'> = {}) =>
  createCache<DeploymentView, 'ownerUid'>({
    ...options,
    project: object => O.toNullable(O.getRight(deploymentView(object))),
    indexes: { ownerUid: entry => entry.view.ownerUids },
  })

const deployment = (name: string, resourceVersion: string, owner = 'owner-1'): JsonObject => ({
  metadata: {
    namespace: 'ns',
    name,
    uid: `uid-${name}`,
    resourceVersion,
    creationTimestamp: '2026-01-31T12:00:00Z',
    ownerReferences: [{ uid: owner }],
  },
})

describe('cache', () => {
  test('entries are found by name and by index; an index follows the change', () => {
    const reported: string[] = []
    const cache = createDeploymentCache({ onChange: (type, entry) => reported.push(`${type} ${entry.name}`) })
    cache.onEvent('added', deployment('a', '1'))
    cache.onEvent('added', deployment('b', '2'))
    expect(cache.get('ns', 'a')?.view.uid).toBe('uid-a')
    expect(cache.byIndex('ownerUid', 'owner-1').map(entry => entry.name)).toEqual(['a', 'b'])
    cache.onEvent('modified', deployment('a', '3', 'owner-2'))
    expect(cache.byIndex('ownerUid', 'owner-1').map(entry => entry.name)).toEqual(['b'])
    expect(cache.byIndex('ownerUid', 'owner-2').map(entry => entry.resourceVersion)).toEqual(['3'])
    cache.onEvent('deleted', { metadata: { namespace: 'ns', name: 'a' } })
    expect([cache.get('ns', 'a'), cache.byIndex('ownerUid', 'owner-2'), cache.size()]).toEqual([undefined, [], 1])
    expect(reported).toEqual(['added a', 'added b', 'modified a', 'deleted a'])
  })

  test('an object that can not be projected is not kept', () => {
    const cache = createCache({ project: object => textAt(object, 'wanted'), indexes: {} })
    cache.onEvent('added', { metadata: { name: 'a' }, wanted: 'yes' })
    cache.onEvent('modified', { metadata: { name: 'a' } })
    expect(cache.size()).toBe(0)
  })
})

describe('read your writes', () => {
  test('an entry is older until the watch has told what was written', async () => {
    const clock = fakeClock()
    const cache = createDeploymentCache({ clock })
    cache.onEvent('added', deployment('a', '9'))
    expect(cache.isOlderThan('ns', 'a', '10')).toBe(true)
    const seen = cache.awaitResourceVersion('ns', 'a', '10', 1000)
    cache.onEvent('modified', deployment('a', '11'))
    expect(await seen).toBe(true)
    expect(cache.isOlderThan('ns', 'a', '10')).toBe(false)
    expect(clock.timers()).toEqual([])
  })

  test('what was written is there already: no waiting', async () => {
    const cache = createDeploymentCache({ clock: fakeClock() })
    cache.onEvent('added', deployment('a', '10'))
    expect(await cache.awaitResourceVersion('ns', 'a', '10', 1000)).toBe(true)
  })

  test('deleted meanwhile: nothing more to wait for', async () => {
    const cache = createDeploymentCache({ clock: fakeClock() })
    cache.onEvent('added', deployment('a', '9'))
    const seen = cache.awaitResourceVersion('ns', 'a', '10', 1000)
    cache.onEvent('deleted', deployment('a', '9'))
    expect(await seen).toBe(true)
  })

  test('the watch is behind: false when the time is over, present or not', async () => {
    const clock = fakeClock()
    const cache = createDeploymentCache({ clock })
    cache.onEvent('added', deployment('a', '9'))
    const seen = [cache.awaitResourceVersion('ns', 'a', '10', 1000), cache.awaitResourceVersion('ns', 'new', '10', 1000)]
    clock.advance(1000)
    expect(await Promise.all(seen)).toEqual([false, false])
  })

  test.each([
    ['9', '10', true],
    ['10', '10', false],
    ['11', '10', false],
    ['18446744073709551616', '18446744073709551617', true],
    ['abc', '10', true],
    ['abc', 'abc', false],
  ])('%s is older than %s: %s', (read, written, older) => {
    expect(isOlderThan(read, written)).toBe(older)
  })
})

describe('what is kept of an object', () => {
  const resource: JsonObject = {
    apiVersion: 'flink.apache.org/v1beta1',
    metadata: {
      name: 'a',
      namespace: 'ns',
      generation: 3,
      deletionTimestamp: '2026-01-31T12:00:00Z',
      managedFields: [{ manager: 'kubectl' }],
      annotations: { 'kubectl.kubernetes.io/last-applied-configuration': '{}', mine: 'stays' },
    },
    spec: { unknownToUs: { stays: true } },
  }

  test("a custom resource as text, without managedFields and kubectl's copy", () => {
    expect(JSON.parse(compactJson(resource))).toEqual({
      apiVersion: 'flink.apache.org/v1beta1',
      metadata: { name: 'a', namespace: 'ns', generation: 3, deletionTimestamp: '2026-01-31T12:00:00Z', annotations: { mine: 'stays' } },
      spec: { unknownToUs: { stays: true } },
    })
  })

  test('annotations that held nothing else are gone', () => {
    expect(compactJson({ metadata: { name: 'a', annotations: { 'kubectl.kubernetes.io/last-applied-configuration': '{}' } } })).toBe(
      '{"metadata":{"name":"a"}}',
    )
  })
})
