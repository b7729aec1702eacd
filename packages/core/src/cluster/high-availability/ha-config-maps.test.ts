import { describe, expect, test } from 'vitest'
import { aConfigMap, clusterConfigMap, flinkConfigMap, haConfigMap, jobId, podTemplateMap } from '../../../fixtures/cluster-facts.ts'
import { name, t0 } from '../../../fixtures/flink-deployment-resource.ts'
import { absent, known, unknown } from '../../contract/fact/fact.ts'
import type { ConfigMapView } from '../../contract/fact/object-view.ts'
import {
  executionPlanKeys,
  haConfigMaps,
  haMetadataOf,
  haMetadataOfOthers,
  hasCheckpointPointer,
  isBeforeFirstCheckpoint,
  ownConfigMaps,
} from './ha-config-maps.ts'

const other = 'f'.repeat(32)
const of = (...configMaps: readonly ConfigMapView[]) => haMetadataOf(known(configMaps, t0), name, jobId)
const leader = aConfigMap(`${name}-${jobId}-jobmanager-leader`)
const dispatcher = aConfigMap(`${name}-dispatcher-leader`)
const autoscaler = aConfigMap(`autoscaler-${name}`, { labels: { component: 'autoscaler' } })

describe('is HA metadata of this very job there? (kubernetes-ha.md, section 7.2)', () => {
  test.each<readonly [string, readonly ConfigMapView[], string]>([
    ['its ConfigMap', [haConfigMap()], 'Available'],
    ['its leader ConfigMap of Flink before 1.15', [leader], 'Available'],
    ['B07 without any checkpoint', [haConfigMap(jobId, [])], 'Available'],
    ["B06 the cluster's ConfigMap is none", [clusterConfigMap], 'NotAvailable'],
    ['B06 a leader ConfigMap of the dispatcher is none', [dispatcher], 'NotAvailable'],
    ["H34 H-D06 another job's is none", [haConfigMap(other)], 'NotAvailable'],
    [
      'H35 H-D07 a resource that is named like one',
      [aConfigMap('flink-config-x-config-map'), aConfigMap('pod-template-x-config-map')],
      'NotAvailable',
    ],
    ["B08 another cluster's is none", [aConfigMap(`other-${jobId}-config-map`)], 'NotAvailable'],
    [
      'the name counts as a whole, not its end',
      [aConfigMap(`x-${name}-${jobId}-config-map`), aConfigMap(`${name}-${jobId}-config-map-x`)],
      'NotAvailable',
    ],
    ['H36 B06 one that is being deleted is none', [{ ...haConfigMap(), deleting: true }, { ...leader, deleting: true }], 'NotAvailable'],
    ['nothing', [], 'NotAvailable'],
    [
      'B06 irrelevant ones beside it change nothing',
      [clusterConfigMap, dispatcher, haConfigMap(other), haConfigMap(), flinkConfigMap()],
      'Available',
    ],
  ])('%s', (_title, configMaps, want) => {
    expect(of(...configMaps)).toBe(want)
    expect(of(...[...configMaps].reverse())).toBe(want)
  })

  test.each(
    [
      ['P14 a list that could not be read is neither yes nor no', unknown<never>('Timeout', 'late', t0), 'Unknown'],
      ['no look', undefined, 'NotLooked'],
      ['B62 a cache may be old', known([haConfigMap()], t0, 'cache'), 'NotLooked'],
      ['B62 an unsynced cache', unknown<never>('NotSynced', 'no', t0, 'cache'), 'NotLooked'],
      ['absent', absent<never>(t0), 'NotAvailable'],
    ] as const,
  )('%s', (_title, fact, want) => {
    expect(haMetadataOf(fact, name, jobId)).toBe(want)
  })

  test('without a job id none is its own', () => {
    expect(haMetadataOf(known([haConfigMap(), aConfigMap(`${name}-null-config-map`)], t0), name, null)).toBe('NotAvailable')
    expect(haMetadataOf(unknown('Timeout', 'late', t0), name, null)).toBe('Unknown')
  })
})

/** The first of these pointers can't be used. */
const spoilt = (...pointers: readonly [string, ...(readonly string[])]): ConfigMapView => ({
  ...haConfigMap(jobId, ['counter', ...pointers]),
  unusablePointers: [pointers[0]],
})

describe('does it point to a checkpoint?', () => {
  test.each<readonly [string, readonly ConfigMapView[], boolean]>([
    ['yes', [haConfigMap()], true],
    ['in its leader ConfigMap', [{ ...leader, dataKeys: ['checkpointID-1'] }], true],
    ['only the counter and a job graph', [haConfigMap(jobId, ['counter', 'jobGraph-x'])], false],
    ['the key has to begin so', [haConfigMap(jobId, ['x-checkpointID-1'])], false],
    ["H34 another job's", [haConfigMap(other), haConfigMap(jobId, [])], false],
    ['B06 one that is being deleted', [{ ...haConfigMap(), deleting: true }], false],
    ['any key will do', [haConfigMap(jobId, ['counter', 'checkpointID-1'])], true],
    ['any of its ConfigMaps will do', [haConfigMap(jobId, []), { ...leader, dataKeys: ['checkpointID-1'] }], true],
    ['none', [], false],
    ['H31 one that is marked for deletion', [spoilt('checkpointID-1')], false],
    ['H30 one that cannot be read, beside an older one that can', [spoilt('checkpointID-2', 'checkpointID-1')], true],
  ])('%s', (_title, configMaps, want) => {
    expect(hasCheckpointPointer(configMaps, name, jobId)).toBe(want)
  })

  test('H31 H-D12 a pointer that cannot be used is no sign that there was no checkpoint yet', () => {
    expect(isBeforeFirstCheckpoint([haConfigMap(jobId, ['counter'])], name, jobId)).toBe(true)
    expect(isBeforeFirstCheckpoint([spoilt('checkpointID-1')], name, jobId)).toBe(false)
  })
})

const plans = (...jobs: readonly string[]): ConfigMapView => ({
  ...clusterConfigMap,
  dataKeys: ['org.apache.flink.k8s.leader.restserver', ...jobs.map(job => `jobGraph-${job}`)],
})

describe('whose is a ConfigMap?', () => {
  test.each<readonly [string, ConfigMapView, 'HA' | 'others HA' | 'own' | 'neither']>([
    ['of the job', haConfigMap(), 'HA'],
    ['F09 H34 of a job that the status does not name', haConfigMap(other), 'others HA'],
    ['of the cluster', clusterConfigMap, 'HA'],
    ["of the cluster, with the job's graph", plans(jobId), 'HA'],
    ["F09 of the cluster, with another job's graph beside it", plans(jobId, other), 'others HA'],
    ['of the dispatcher', dispatcher, 'HA'],
    ['of the job, before 1.15', leader, 'HA'],
    [
      "F09 a user's, with the labels and the end of the name",
      aConfigMap(`${name}-routing-config-map`, { labels: { app: name, type: 'flink-native-kubernetes' } }),
      'neither',
    ],
    [
      "F09 a user's, that has the very name of the cluster's and no content of Flink's",
      aConfigMap(`${name}-cluster-config-map`, { dataKeys: ['nginx.conf'] }),
      'neither',
    ],
    ['H35 of another cluster', aConfigMap(`x${name}-${jobId}-config-map`), 'neither'],
    ["Flink's configuration", flinkConfigMap(), 'own'],
    ['the pod template', podTemplateMap(), 'own'],
    ["Hadoop's configuration", aConfigMap(`hadoop-config-${name}`), 'own'],
    ["the autoscaler's", autoscaler, 'neither'],
    ["the autoscaler's, named like HA metadata", { ...autoscaler, name: 'x-config-map' }, 'neither'],
    ["a user's", aConfigMap('settings'), 'neither'],
    ["H35 another cluster's configuration", aConfigMap('flink-config-other'), 'neither'],
  ])('%s: %s', (_title, configMap, want) => {
    expect(haConfigMaps([configMap], name, [jobId])).toEqual(want === 'HA' ? [configMap] : [])
    expect(haMetadataOfOthers([configMap], name, [jobId])).toEqual(want === 'others HA' ? [{ ...configMap, jobId: other }] : [])
    expect(haConfigMaps([configMap], name, [])).toEqual([])
    expect(ownConfigMaps([configMap], name)).toEqual(want === 'own' ? [configMap] : [])
  })

  test('H35 the configuration of a cluster named x-config-map is its own, and no HA metadata', () => {
    const maps = [
      aConfigMap('flink-config-x-config-map'),
      aConfigMap('pod-template-x-config-map'),
      aConfigMap('hadoop-config-x-config-map'),
    ]
    expect(haConfigMaps(maps, 'x-config-map', [jobId])).toEqual([])
    expect(ownConfigMaps(maps, 'x-config-map')).toEqual(maps)
  })
})

describe('stored job graphs and execution plans (B21, H33)', () => {
  test.each<readonly [readonly string[], readonly string[]]>([
    [[`jobGraph-${jobId}`, `executionPlan-${jobId}`, 'checkpointID-1', 'counter'], [`jobGraph-${jobId}`, `executionPlan-${jobId}`]],
    [['checkpointID-1', 'counter', `x-jobGraph-${jobId}`], []],
    [[`jobGraph-${other}`, `executionPlan-${other}`], []],
    [[], []],
  ])('%j: %j', (dataKeys, want) => {
    expect(executionPlanKeys(haConfigMap(jobId, dataKeys), [jobId])).toEqual(want)
  })
})
