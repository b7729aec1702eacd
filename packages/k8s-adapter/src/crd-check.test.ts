import type { JsonObject } from '@flink-operator/core'
import { kinds } from '@flink-operator/kinds'
import { encodeStatus, initialFlinkDeploymentStatus } from '@flink-operator/core/codec'
import { crdOf } from '@flink-operator/core/crd'
import { describe, expect, test } from 'vitest'
import { scriptedApiServer, statusObject } from '../test/scripted-api-server.ts'
import { checkCrd, crdFitness } from './crd-check.ts'
import { prunedPaths } from './pruned-paths.ts'

const question = {
  group: 'flink.apache.org',
  version: 'v1beta1',
  kind: 'FlinkDeployment',
  status: { error: '', operatorRecord: { attempts: 1 }, operation: { id: 'x' } },
}
const object = { type: 'object', 'x-kubernetes-preserve-unknown-fields': true }
const version = (status: JsonObject, more: JsonObject = {}): JsonObject => ({
  name: 'v1beta1',
  served: true,
  subresources: { status: {} },
  schema: { openAPIV3Schema: { type: 'object', properties: { status: { type: 'object', ...status } } } },
  ...more,
})
const crd = (...versions: JsonObject[]): JsonObject => ({
  spec: { versions },
  status: { conditions: [{ type: 'Established', status: 'True' }, { type: 'NamesAccepted', status: 'True' }] },
})
const theirs = { properties: { error: { type: 'string' } } }
const ours = { properties: { error: { type: 'string' }, operatorRecord: object, operation: object } }

describe('is the CRD usable?', () => {
  test.each(
    [
      ['ours', crd(version(ours)), { _tag: 'Usable' }],
      ['one that keeps everything', crd(version({ 'x-kubernetes-preserve-unknown-fields': true })), { _tag: 'Usable' }],
      ["the reference operator's", crd(version(theirs)), { _tag: 'PrunesStatus', paths: ['operatorRecord', 'operation'] }],
      ['an older one of ours', crd(version({ properties: { ...ours.properties, operation: { type: 'object', properties: {} } } })), {
        _tag: 'PrunesStatus',
        paths: ['operation.id'],
      }],
      ['without the status subresource', crd(version(ours, { subresources: {} })), { _tag: 'NoStatusSubresource' }],
      ['with another version only', crd({ name: 'v1', served: true }, version(ours, { served: false })), {
        _tag: 'VersionNotServed',
        served: ['v1'],
      }],
      ['with a name that is taken', {
        ...crd(version(ours)),
        status: { conditions: [{ type: 'NamesAccepted', status: 'False', message: 'taken' }] },
      }, { _tag: 'NotEstablished', message: 'taken' }],
    ] as const,
  )('%s', (_title, given, want) => {
    expect(crdFitness(given, question)).toEqual(want)
  })

  test('the CRD that core makes keeps the status that core writes', () => {
    expect(crdFitness(crdOf(kinds.FlinkDeployment), { ...question, status: encodeStatus(initialFlinkDeploymentStatus, {}) as JsonObject }))
      .toEqual({ _tag: 'Usable' })
  })

  test.each(
    [
      ['not there', 404, 'NotFound', { _tag: 'NotInstalled' }],
      ['not to be seen', 403, 'Forbidden', { _tag: 'NotSeen', error: { _tag: 'Forbidden' } }],
    ] as const,
  )('%s', async (_title, code, reason, want) => {
    const server = await scriptedApiServer(call => call.json(code, statusObject(code, reason, 'no', { name: 'x' })))
    expect(await checkCrd(server.http())(question)()).toMatchObject(want)
    expect(server.calls[0]?.path).toBe('/apis/apiextensions.k8s.io/v1/customresourcedefinitions/flinkdeployments.flink.apache.org')
    await server.close()
  })
})

describe('what a schema drops', () => {
  test.each([
    ['a map keeps its keys', { additionalProperties: { type: 'string' } }, { a: 'b' }, []],
    ['a map of objects looks into them', { additionalProperties: { properties: { x: {} } } }, { a: { x: 1, y: 2 } }, ['a.y']],
    ['a list looks into its items', { properties: { l: { items: { properties: { x: {} } } } } }, { l: [{ x: 1 }, { y: 2 }, { y: 3 }] }, [
      'l[].y',
    ]],
    [
      'preserved, but for what is declared inside',
      { 'x-kubernetes-preserve-unknown-fields': true, properties: { a: { type: 'object' } } },
      { z: 1, a: { b: 1 } },
      ['a.b'],
    ],
    ['null is nothing', { properties: { a: {} } }, { a: null }, []],
  ])('%s', (_title, schema, value, want) => {
    expect(prunedPaths(schema as JsonObject, value as JsonObject)).toEqual(want)
  })
})
