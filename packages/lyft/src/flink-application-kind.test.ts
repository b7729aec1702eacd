import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import * as E from 'fp-ts/lib/Either.js'
import { describe, expect, test } from 'vitest'
import { parse } from 'yaml'
import { crdOf, crdYaml } from '@flink-operator/core/crd'
import { operatorOptions } from '@flink-operator/core/operator-options'
import type { JsonObject } from '@flink-operator/core/resource'
import { definition } from './flink-application-kind.ts'
import { decodeFlinkApplication, encodeApplicationStatus } from './flink-application-codec.ts'
import { flinkApplicationType as type } from './type.ts'
import { validateFlinkApplication } from './validation/validate-application.ts'

interface Schema {
  readonly properties?: Readonly<Record<string, Schema>>
  readonly items?: Schema
  readonly 'x-kubernetes-preserve-unknown-fields'?: true
  readonly type?: string
  readonly required?: unknown
  readonly default?: unknown
}

const crd = crdOf({ type, definition }) as unknown as {
  readonly metadata: unknown
  readonly spec: {
    readonly versions: readonly [{
      readonly name: string
      readonly subresources: unknown
      readonly additionalPrinterColumns: readonly {
        readonly name: string
        readonly type: string
        readonly jsonPath: string
        readonly priority: number
      }[]
      readonly schema: { readonly openAPIV3Schema: Schema }
    }]
  }
}
const [version] = crd.spec.versions
const root = version.schema.openAPIV3Schema.properties ?? {}

const objectsIn = (schema: Schema, path: string): readonly (readonly [string, Schema])[] => [
  [path, schema],
  ...Object.entries(schema.properties ?? {}).flatMap(([key, each]) => objectsIn(each, `${path}.${key}`)),
  ...(schema.items === undefined ? [] : objectsIn(schema.items, `${path}[]`)),
]
const all = Object.entries(root).flatMap(([key, schema]) => objectsIn(schema, key))

describe('CRD of FlinkApplication (lyft-flinkapplication.md, section 1)', () => {
  test('names, and the annotation without which no API server takes it', () => {
    expect(crd).toMatchObject({
      metadata: { name: 'flinkapplications.flink.k8s.io', annotations: { 'api-approved.kubernetes.io': 'unapproved' } },
      spec: {
        group: 'flink.k8s.io',
        names: { kind: 'FlinkApplication', listKind: 'FlinkApplicationList', singular: 'flinkapplication', shortNames: ['flinkapp'] },
      },
    })
    expect([version.name, version.subresources]).toEqual(['v1beta1', { status: {} }])
  })

  test("1.2: Lyft's columns first", () => {
    expect(version.additionalPrinterColumns.slice(0, 6).map(({ name, type: of, jsonPath, priority }) => [name, of, jsonPath, priority]))
      .toEqual([
        ['Phase', 'string', '.status.phase', 0],
        ['Cluster Health', 'string', '.status.clusterStatus.health', 0],
        ['Job Health', 'string', '.status.jobStatus.health', 0],
        ['Healthy TMs', 'string', '.status.clusterStatus.healthyTaskManagers', 1],
        ['Total TMs', 'string', '.status.clusterStatus.numberOfTaskManagers', 1],
        ['Job Restarts', 'integer', '.status.jobStatus.jobRestartCount', 0],
      ])
  })

  test('LD01 the time of the last error is declared', () => {
    expect(root['status']?.properties?.['lastSeenError']?.properties).toHaveProperty('lastErrorUpdateTime')
  })

  test('LD01 unknown fields are kept, however deep', () => {
    const named = all.filter(([, { properties }]) => properties !== undefined)
    expect(named.map(([path]) => path)).toEqual(
      expect.arrayContaining(['spec', 'spec.jobManagerConfig.envConfig', 'status.versionStatuses[].jobStatus']),
    )
    expect(named.filter(([, schema]) => schema['x-kubernetes-preserve-unknown-fields'] !== true)).toEqual([])
  })

  test('no field is required, none has a default, all have a type; it stays small', () => {
    expect(all.filter(([, { required, default: standard }]) => required !== undefined || standard !== undefined)).toEqual([])
    expect(all.filter(([, schema]) => schema.type === undefined)).toEqual([])
    expect(crdYaml({ type, definition }).length).toBeLessThan(30_000)
  })
})

describe('resources are read, and statuses written', () => {
  const json = parse(readFileSync(join(import.meta.dirname, '../../../examples/flink-application.yaml'), 'utf8')) as JsonObject

  test('examples/flink-application.yaml is right', () => {
    const decoded = decodeFlinkApplication(json)
    if (E.isLeft(decoded)) expect.fail(decoded.left.path)
    const { meta, spec, status, unread } = decoded.right
    expect(unread).toEqual([])
    const restrictions = operatorOptions({}).options
    const options = { containerNameFormat: '', schedulerName: '', ingressUrlFormat: '' }
    expect(validateFlinkApplication({ meta, spec, recordedMode: status.deploymentMode, options, restrictions })).toEqual([])
  })

  test('B46 what this version does not know of a status stays', () => {
    const original = { phase: 'Running', deployHash: '1a2b3c4d', newer: 1, jobStatus: { jobID: 'j', newer: 2 } }
    const decoded = decodeFlinkApplication({ ...json, status: original })
    if (E.isLeft(decoded)) expect.fail(decoded.left.path)
    expect(encodeApplicationStatus(decoded.right.status, original)).toMatchObject(original)
  })

  test('P11 a spec that can not be read whole is told, and the rest is read', () => {
    const decoded = decodeFlinkApplication({ ...json, spec: { image: 'i', parallelism: 'many' } })
    expect(decoded).toMatchObject({ right: { spec: { image: 'i', parallelism: 0 }, unread: [{ path: 'spec.parallelism' }] } })
  })

  test('another kind is none of ours', () => {
    expect(E.isLeft(decodeFlinkApplication({ ...json, apiVersion: 'flink.apache.org/v1beta1' }))).toBe(true)
  })
})
