import { describe, expect, test } from 'vitest'
import type { FlinkDeploymentSpec } from '../../contract/resource/flink-deployment-spec.ts'
import { clusterNodes, placed, nodeGroupSizes } from '../fit/cluster-capacity.ts'
import { withConfigChanges } from './apply-memory.ts'
import { mergedOverrides, overridesKey, withOverrides, withStoredOverrides } from './apply-parallelism.ts'

const spec = (taskManager: unknown): FlinkDeploymentSpec =>
  ({ flinkConfiguration: { a: '1' }, taskManager }) as unknown as FlinkDeploymentSpec
const changes = { overrides: { 'taskmanager.memory.process.size': '1 gb' }, removals: ['a'] }

describe('how stored overrides enter a spec (autoscaler.md, section 10.2)', () => {
  test('nothing stored changes nothing, not even the object', () => {
    const configuration = { a: '1' }
    expect(withStoredOverrides(configuration, {}, [], null)).toBe(configuration)
  })

  test('the stored ones win; the order of the deployed text is no change', () => {
    expect(
      withStoredOverrides({ pipeline: { 'jobvertex-parallelism-overrides': 'v:1,w:2' } }, { v: '3' }, [], { [overridesKey]: 'w:2,v:3' }),
    )
      .toStrictEqual({ [overridesKey]: 'w:2,v:3' })
  })

  test('A-22 only the configured list of excluded vertices counts when overrides are applied', () => {
    expect(mergedOverrides({ v: '1', w: '2' }, { v: '3', w: '4' }, ['v'])).toStrictEqual({ v: '1', w: '4' })
    expect(mergedOverrides({}, { v: '3' }, ['v'])).toStrictEqual({ v: '3' })
  })

  test('A-18 overrides that can not be read leave the deployed ones', () => {
    expect(withStoredOverrides({ a: '1' }, 'unreadable', [], { [overridesKey]: 'v:3' })).toStrictEqual({ a: '1', [overridesKey]: 'v:3' })
  })

  test('A-deployed overrides of the deployed spec that can not be read are another map', () => {
    expect(withOverrides({}, { v: '3' }, { [overridesKey]: "'v':'3'" })).toStrictEqual({ [overridesKey]: 'v:3' })
  })

  test('A-fraction an amount with a fraction is scaled like any other', () => {
    const applied = withConfigChanges(
      spec({ resource: { cpu: 1, memory: '1.5g', ephemeralStorage: null }, resources: null }),
      changes,
      null,
      '1.15.0',
    )
    expect(applied).toMatchObject({
      flinkConfiguration: { 'taskmanager.memory.process.size': '1 gb' },
      taskManager: { resource: { memory: '1073741824' } },
    })
  })

  test('of a request and a limit the limit is scaled by the same ratio', () => {
    const resources = { requests: { memory: '2Gi' }, limits: { memory: '4Gi', cpu: 1 } }
    expect(withConfigChanges(spec({ resource: null, resources }), changes, null, 'main').taskManager?.resources).toStrictEqual({
      requests: { memory: '1073741824' },
      limits: { memory: '2147483648', cpu: 1 },
    })
  })
})

describe('the nodes of the cluster (section 9.2)', () => {
  test.each([
    ['NodeGroups:\n  Name:        small\n  Health:      Healthy (ready=2)\n               cloudProviderTarget=2 (minSize=1, maxSize=4)\n'],
    ['NodeGroups:\n  Name:        small\n  Health:      Healthy (ready=2 cloudProviderTarget=2 (minSize=1, maxSize=4))\n'],
    ['nodeGroups:\n- name: small\n  health:\n    minSize: 1\n    maxSize: 4\n'],
  ])('A-17 each layout of the status is read, and what can not be read are no future nodes', text => {
    expect(nodeGroupSizes(text)).toStrictEqual([{ name: 'small', maxSize: 4 }])
    const node = { labels: { 'eks.amazonaws.com/nodegroup': 'small' }, allocatable: { cpu: '2', memory: '4Gi' }, usage: { cpu: 'x' } }
    expect(clusterNodes([node], text).length).toBe(4)
    expect(clusterNodes([node], 'something else').length).toBe(1)
  })

  test('there is room where each TaskManager fits on some node as a whole', () => {
    const nodes = [1, 1].map(cpu => ({ allocatable: { cpu, memory: 4 }, used: { cpu: 0, memory: 0 } }))
    const request = { taskManagersNow: 0, taskManagersAfter: 3, memory: 1 }
    expect(placed(nodes, { ...request, cpu: 1 }).count).toBe(2)
    expect(placed(nodes, { ...request, cpu: 2 }).count).toBe(0)
  })
})
