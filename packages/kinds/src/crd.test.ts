import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import type { JsonObject } from '../../core/src/contract/resource/json.ts'
import { kinds } from '@flink-operator/kinds'
import { crdNameOf, crdOf, crdYaml, openApiSchemaOf } from '../../core/src/crd/crd.ts'
import { flinkDeploymentSpecFields } from '../../core/src/crd/flink-deployment-spec-fields.ts'
import { jobSpecFields } from '../../core/src/crd/job-spec-fields.ts'

const directory = join(import.meta.dirname, '../../../deploy/crds')

/** Every schema within a schema, with its path. */
const schemasIn = (schema: JsonObject, path = ''): readonly (readonly [string, JsonObject])[] => [
  [path, schema],
  ...Object.entries((schema['properties'] ?? {}) as Record<string, JsonObject>).flatMap(([key, inner]) =>
    schemasIn(inner, `${path}.${key}`)
  ),
  ...['items', 'additionalProperties'].flatMap(key => (schema[key] === undefined ? [] : schemasIn(schema[key] as JsonObject, `${path}[]`))),
]

const schemaAt = (kind: keyof typeof kinds, path: string): JsonObject | undefined =>
  schemasIn(openApiSchemaOf(kinds[kind].definition)).find(([each]) => each === path)?.[1]

describe.each(Object.values(kinds).map(kind => [kind.type.kind, kind] as const))('CRD of %s', (_name, kind) => {
  test('the file is what deploy/generate.ts writes', () => {
    expect(readFileSync(join(directory, `${crdNameOf(kind.type)}.yaml`), 'utf8')).toBe(crdYaml(kind))
  })

  test('it stays small: under 30 kB', () => {
    expect(crdYaml(kind).length).toBeLessThan(30_000)
  })

  test('api-and-config.md, section 1: no field is required, none has a default', () => {
    schemasIn(openApiSchemaOf(kind.definition)).forEach(([path, schema]) => {
      expect([path, schema['required'], schema['default']]).toEqual([path, undefined, undefined])
    })
  })

  test('kubectl explain says what the kind, its spec and its status are', () => {
    const schema = openApiSchemaOf(kind.definition)
    for (const path of ['', '.spec', '.status'])
      expect([path, schemasIn(schema).find(([each]) => each === path)?.[1]['description']]).toEqual([path, expect.stringMatching(/\w{3}/u)])
  })

  test('the schema is structural: a type, or int-or-string, everywhere', () => {
    schemasIn(openApiSchemaOf(kind.definition)).forEach(([path, schema]) => {
      expect([path, schema['type'] !== undefined || schema['x-kubernetes-int-or-string'] === true]).toEqual([path, true])
    })
  })
})

test.each([
  ['flink.k8s.io', { annotations: { 'api-approved.kubernetes.io': 'unapproved' } }],
  ['kubernetes.io', { annotations: { 'api-approved.kubernetes.io': 'unapproved' } }],
  ['flink.apache.org', {}],
  ['notk8s.io', {}],
])('lyft-flinkapplication.md, section 1.1: a CRD of the group %s is taken by an API server', (group, metadata) => {
  const { type, definition } = kinds.FlinkSessionJob
  expect(crdOf({ type: { ...type, group }, definition })['metadata']).toEqual({ name: `flinksessionjobs.${group}`, ...metadata })
})

describe('CRD of FlinkDeployment', () => {
  test("names, subresources and the reference operator's columns (api-and-config.md, section 1)", () => {
    expect(crdOf(kinds.FlinkDeployment)).toMatchObject({
      metadata: { name: 'flinkdeployments.flink.apache.org' },
      spec: {
        group: 'flink.apache.org',
        scope: 'Namespaced',
        names: { kind: 'FlinkDeployment', plural: 'flinkdeployments', shortNames: ['flinkdep'] },
        versions: [{
          name: 'v1beta1',
          subresources: {
            status: {},
            scale: {
              specReplicasPath: '.spec.taskManager.replicas',
              statusReplicasPath: '.status.taskManager.replicas',
              labelSelectorPath: '.status.taskManager.labelSelector',
            },
          },
          additionalPrinterColumns: expect.arrayContaining([
            expect.objectContaining({ name: 'Job Status', jsonPath: '.status.jobStatus.state', type: 'string', priority: 0 }),
            expect.objectContaining({ name: 'Lifecycle State', jsonPath: '.status.lifecycleState', type: 'string', priority: 0 }),
          ]),
        }],
      },
    })
  })

  test.each([
    ['.spec.podTemplate'],
    ['.spec.jobManager.podTemplate'],
    ['.spec.taskManager.podTemplate'],
    ['.spec.flinkConfiguration'],
    ['.status'],
    ['.status.operation'],
    ['.status.operatorRecord'],
  ])('%s: nothing in it is pruned', path => {
    expect(schemaAt('FlinkDeployment', path)).toMatchObject({ type: 'object', 'x-kubernetes-preserve-unknown-fields': true })
  })

  test('the spec itself is closed, so that kubectl reports a misspelt field', () => {
    expect(schemaAt('FlinkDeployment', '.spec')?.['x-kubernetes-preserve-unknown-fields']).toBeUndefined()
  })

  test("no enumeration in the status: another version of an operator may write a name that we don't know", () => {
    const enums = schemasIn(openApiSchemaOf(kinds.FlinkDeployment.definition)).filter(([, schema]) => schema['enum'] !== undefined).map((
      [path],
    ) => path)
    expect(enums).toEqual(['.spec.job.state', '.spec.job.upgradeMode', '.spec.flinkVersion', '.spec.mode'])
  })

  test('every field of the tables is in the schema, with words for people', () => {
    Object.keys(flinkDeploymentSpecFields).forEach(key => expect(schemaAt('FlinkDeployment', `.spec.${key}`)?.['description']).toBeTruthy())
    Object.keys(jobSpecFields).forEach(key => expect(schemaAt('FlinkDeployment', `.spec.job.${key}`)?.['description']).toBeTruthy())
  })
})
