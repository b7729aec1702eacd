import { describe, expect, test } from 'vitest'
import { lookOrder, type Query } from './query.ts'

const pods: Query = { _tag: 'ListJobManagerPods', namespace: 'ns', selector: {}, withMountEvents: false }
const configMaps: Query = { _tag: 'ListConfigMaps', namespace: 'ns', clusterId: 'app' }
const services: Query = { _tag: 'ListServices', namespace: 'ns', clusterId: 'app' }

describe('the order within one look (P01, P05)', () => {
  test.each<readonly [string, readonly Query[], readonly (readonly Query[])[]]>([
    ['what a JobManager wrote is looked at once its pods were', [configMaps, pods, services], [[pods, services], [configMaps]]],
    ['where its pods are not asked for, all at once', [configMaps, services], [[configMaps, services]]],
    ['what a watch told is told at once', [pods, { ...configMaps, freshness: 'watched' }], [[pods, {
      ...configMaps,
      freshness: 'watched',
    }]]],
    ['nothing', [], [[]]],
  ])('%s', (_title, queries, want) => {
    expect(lookOrder(queries)).toEqual(want)
  })
})
