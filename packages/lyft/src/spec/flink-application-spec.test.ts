import * as E from 'fp-ts/lib/Either.js'
import { describe, expect, test } from 'vitest'
import { deleteModeOf, modeOf, scalesInPlace } from './modes.ts'
import { emptyFlinkApplicationSpec, flinkApplicationSpec, flinkApplicationSpecByField } from './flink-application-spec-fields.ts'

describe('spec of a FlinkApplication (lyft-flinkapplication.md, section 1.3)', () => {
  test('defaults are those that the operator applies', () => {
    expect(flinkApplicationSpec.codec.decode({})).toEqual(E.right(emptyFlinkApplicationSpec))
    expect(emptyFlinkApplicationSpec).toMatchObject({
      rpcPort: 6123,
      blobPort: 6125,
      queryPort: 6124,
      metricsQueryPort: 50_101,
      uiPort: 8081,
      maxCheckpointRestoreAgeSeconds: null,
      jobManagerConfig: { replicas: 1, resources: null, offHeapMemoryFraction: null, envConfig: { env: [], envFrom: [] } },
      taskManagerConfig: { taskSlots: 16, systemMemoryFraction: null },
    })
  })

  test('null is absent; an object of which a part is told has the defaults of the others', () => {
    expect(flinkApplicationSpec.codec.decode({ image: null, jobManagerConfig: { replicas: null, envConfig: { env: null } } }))
      .toEqual(E.right(emptyFlinkApplicationSpec))
  })

  test('LD31 scalars of flinkConfig stay what they are, and what is none is kept to be told', () => {
    const flinkConfig = { 'high-availability': true, a: 1, b: 'c', d: { e: 'f' } }
    expect(flinkApplicationSpec.codec.decode({ flinkConfig })).toMatchObject({ right: { flinkConfig } })
  })

  test('field by field: what can not be read takes its default', () => {
    expect(flinkApplicationSpecByField.codec.decode({ parallelism: 'many', image: 'i' }))
      .toEqual(E.right({ ...emptyFlinkApplicationSpec, image: 'i' }))
  })

  test('unknown fields are kept by the API server, uiPort and forceRollback are known', () => {
    const { schema } = flinkApplicationSpec
    expect(schema['x-kubernetes-preserve-unknown-fields']).toBe(true)
    expect(Object.keys(schema['properties'] ?? {})).toEqual(expect.arrayContaining(['uiPort', 'forceRollback', 'tearDownVersionHash']))
  })

  test.each([
    ['', 'Dual'],
    ['Dual', 'Dual'],
    ['Single', 'Dual'],
    ['BlueGreen', 'BlueGreen'],
    ['bluegreen', 'Dual'],
  ])('LD24 deploymentMode %j is %s', (text, mode) => {
    expect(modeOf(text)).toBe(mode)
  })

  test.each([
    ['', 'Savepoint'],
    ['Savepoint', 'Savepoint'],
    ['None', 'None'],
    ['ForceCancel', 'ForceCancel'],
    ['none', 'Savepoint'],
  ])('LD23 deleteMode %j is %s', (deleteMode, mode) => {
    expect(deleteModeOf({ deleteMode })).toBe(mode)
  })

  test.each([
    ['', false],
    ['NewCluster', false],
    ['InPlace', true],
  ])('scaleMode %j scales in place: %s', (scaleMode, isInPlace) => {
    expect(scalesInPlace({ scaleMode })).toBe(isInPlace)
  })
})
