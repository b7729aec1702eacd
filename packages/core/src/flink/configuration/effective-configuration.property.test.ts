import { fc, test } from '@fast-check/vitest'
import { describe, expect } from 'vitest'
import { operatorOptions } from '../../options/operator-options.ts'
import { optionTable } from '../../options/option-table.ts'
import { resourceOptions } from '../../options/resource-options.ts'
import type { FlinkDeploymentSpec } from '../../contract/resource/flink-deployment-spec.ts'
import type { JsonObject } from '../../contract/resource/json.ts'
import { flinkVersions } from '../../contract/resource/flink-version.ts'
import { aliasTable } from './alias-table.ts'
import { deployConfiguration, observeConfiguration } from './deploy-configuration.ts'
import { flinkOptions } from './flink-options.ts'
import { jobManagerMemory, taskManagerMemory } from './memory-model.ts'

const keys = [
  ...aliasTable.flat(),
  ...Object.values(flinkOptions).map(({ key }) => key),
  ...Object.values(optionTable).map(({ key }) => key),
  'jobmanager.memory.process.size',
  'taskmanager.memory.flink.size',
]

const value = fc.oneof(fc.string(), fc.constantFrom('1', '2g', '10 min', 'true', 'kubernetes', 'a:1,b:2', "'", '', '-1', '1.5Gi'))
const configuration = fc.dictionary(fc.oneof(fc.constantFrom(...keys), fc.string()), value, { maxKeys: 6 })
const json = fc.option(fc.dictionary(fc.constantFrom('metadata', 'spec', 'containers', 'name'), fc.jsonValue() as fc.Arbitrary<JsonObject>))
const text = fc.option(value)
const amounts = fc.dictionary(fc.constantFrom('cpu', 'memory', 'ephemeral-storage'), fc.oneof(value, fc.integer()))

const manager = fc.record({
  resource: fc.option(fc.record({ cpu: fc.option(fc.double({ noNaN: true })), memory: text, ephemeralStorage: text })),
  resources: fc.option(fc.record({ requests: amounts, limits: amounts })),
  replicas: fc.integer(),
  podTemplate: json,
})

const spec: fc.Arbitrary<FlinkDeploymentSpec> = fc.record({
  job: fc.option(fc.record({
    jarURI: fc.option(fc.oneof(fc.webUrl(), fc.string(), fc.constant('local:///a.jar'))),
    parallelism: fc.integer(),
    entryClass: text,
    args: fc.array(value),
    state: fc.constant('running' as const),
    savepointTriggerNonce: fc.constant(null),
    initialSavepointPath: text,
    checkpointTriggerNonce: fc.constant(null),
    upgradeMode: fc.constantFrom('stateless', 'savepoint', 'last-state'),
    allowNonRestoredState: fc.option(fc.boolean()),
    savepointRedeployNonce: fc.constant(null),
    autoscalerResetNonce: fc.constant(null),
  })),
  restartNonce: fc.constant(null),
  flinkConfiguration: configuration,
  image: text,
  imagePullPolicy: fc.constantFrom(null, 'Always', 'x'),
  serviceAccount: text,
  flinkVersion: fc.constantFrom(null, ...flinkVersions),
  ingress: fc.constant(null),
  podTemplate: json,
  jobManager: fc.option(manager),
  taskManager: fc.option(manager),
  logConfiguration: fc.option(configuration),
  mode: fc.constantFrom(null, 'native', 'standalone'),
})

const meta = { namespace: 'ns', name: 'app', generation: 1 }

describe('total, and without effect on what is given', () => {
  test.prop([spec, configuration])('effective configuration: api-and-config.md, sections 8 and 9', (given, base) => {
    const before = JSON.stringify([given, base])
    const defaults = { configuration: base, logConfiguration: {} }
    expect(deployConfiguration(meta, given, defaults)).toEqual(deployConfiguration(meta, given, defaults))
    expect(() => observeConfiguration(meta, given, given, defaults)).not.toThrow()
    expect(JSON.stringify([given, base])).toBe(before)
  })

  test.prop([configuration])('options and memory: api-and-config.md, section 12; cluster-manifests.md, section 8', given => {
    expect(() => [operatorOptions(given), resourceOptions(given), jobManagerMemory(given), taskManagerMemory(given, 'v1_20')]).not.toThrow()
  })

  test.prop([fc.bigInt({ min: 700n * 1024n ** 2n, max: 64n * 1024n ** 3n })])('memory: parts add up to the process', bytes => {
    const [job, task] = [
      jobManagerMemory({ 'jobmanager.memory.process.size': `${bytes}b` }),
      taskManagerMemory({ 'taskmanager.memory.process.size': `${bytes}b` }, 'v1_20'),
    ]
    if (job._tag === 'Right') expect(job.right.heap + job.right.offHeap + job.right.metaspace + job.right.overhead).toBe(bytes)
    if (task._tag === 'Right') {
      const { frameworkHeap, frameworkOffHeap, taskHeap, taskOffHeap, managed, network, metaspace, overhead } = task.right
      expect(frameworkHeap + frameworkOffHeap + taskHeap + taskOffHeap + managed + network + metaspace + overhead).toBe(bytes)
    }
    expect(job._tag).toBe('Right')
  })
})
