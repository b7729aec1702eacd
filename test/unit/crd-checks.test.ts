import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Json, JsonObject } from '@flink-operator/core'
import { crdOf, isJsonObject, openApiSchemaOf } from '@flink-operator/core/crd'
import { type KindName, kindOf } from '@flink-operator/kinds'
import { describe, expect, test } from 'vitest'
import { operatorsErrors, resourceOf } from '../../conformance/operators-errors.ts'
import { acceptedSpecs, checkedKinds, refusedSpecs } from '../../conformance/refused-specs.ts'

const checks = ['minimum', 'maximum', 'maxLength', 'maxProperties', 'pattern', 'x-kubernetes-validations', 'required'] as const

/** Every schema below one, with its path. */
const schemasIn = (schema: JsonObject, path = ''): readonly (readonly [string, JsonObject])[] => [
  [path, schema],
  ...Object.entries(isJsonObject(schema['properties']) ? schema['properties'] : {}).flatMap(([key, inner]) =>
    isJsonObject(inner) ? schemasIn(inner, path === '' ? key : `${path}.${key}`) : []
  ),
  ...['items', 'additionalProperties'].flatMap(key => {
    const inner = schema[key]
    return isJsonObject(inner) ? schemasIn(inner, `${path}[]`) : []
  }),
]

const schemaOf = (crd: JsonObject): JsonObject => {
  const { versions: [version] } = crd['spec'] as unknown as {
    readonly versions: readonly [{ readonly schema: { readonly openAPIV3Schema: JsonObject } }]
  }
  return version.schema.openAPIV3Schema
}

const checkedPaths = (schema: JsonObject): readonly string[] =>
  schemasIn(schema).filter(([, each]) => checks.some(check => each[check] !== undefined)).map(([path]) => path)

const rulesIn = (schema: JsonObject): readonly string[] =>
  schemasIn(schema).flatMap(([, each]) => ((each['x-kubernetes-validations'] ?? []) as readonly { readonly message: string }[]))
    .map(({ message }) => message)

describe('N11 what a CRD checks', () => {
  test.each(checkedKinds)('%s: nothing of a status, so that the operator can always write it', kind => {
    const paths = checkedPaths(schemaOf(crdOf(kindOf(kind))))
    expect(paths.length).toBeGreaterThan(0)
    expect(paths.filter(path => path !== 'metadata.name' && path !== 'spec' && !path.startsWith('spec.'))).toEqual([])
  })

  test.each(checkedKinds)('%s: no rule at the root, which would be broken by a write of the status, too', kind => {
    expect(checkedPaths(schemaOf(crdOf(kindOf(kind))))).not.toContain('')
  })

  test.each(checkedKinds)('%s: the lenient CRD has the same types, and checks nothing more', kind => {
    const lenient = schemaOf(crdOf(kindOf(kind), 'Lenient'))
    expect(checkedPaths(lenient)).toEqual([])
    expect(lenient).toEqual(openApiSchemaOf(kindOf(kind).definition))
    const strict = schemasIn(schemaOf(crdOf(kindOf(kind)))).map(([path]) => path)
    expect(strict.filter(path => !path.startsWith('metadata'))).toEqual(schemasIn(lenient).map(([path]) => path))
  })

  test.each(checkedKinds)('%s: the operator accepts the spec from which the refused ones are made', kind => {
    expect(operatorsErrors(kind, resourceOf(kind, 'accepted', acceptedSpecs[kind]))).toEqual([])
  })

  test.each(refusedSpecs.map(each => [each.kind, each.title, each] as const))(
    '%s, %s: the operator refuses it, too, whatever is configured',
    (kind, _title, { name, spec, field }) => {
      const errors = operatorsErrors(kind, resourceOf(kind, name, spec)).map(each => each.replace(/^(?!spec|metadata)(?=.)/u, 'spec.'))
      expect(errors.filter(each => field.startsWith(each) || each.startsWith(field)), errors.join()).not.toEqual([])
    },
  )

  test.each(checkedKinds)('%s: each check has a refused spec', kind => {
    const schema = schemaOf(crdOf(kindOf(kind)))
    const refused = refusedSpecs.filter(each => each.kind === kind)
    const open = checkedPaths(schema).filter(path => !path.endsWith('spec'))
      .filter(path => !refused.some(({ field }) => path.replaceAll('[]', '') === field))
    // of a FlinkDeployment's two managers one is enough
    expect(open.filter(path => !/(?:jobManager|taskManager)\.(?:resource|resources|replicas)/u.test(path))).toEqual([])
    for (const message of rulesIn(schema)) expect(refused.some(({ allowed }) => allowed.test(message)), message).toBe(true)
  })
})

/** Texts of units, blanks and signs around a number. */
const amounts = [
  '',
  'b',
  'k',
  'KB',
  'kibibytes',
  'm',
  'MB',
  'Mi',
  'mi',
  'MiB',
  'mebiBytes',
  'g',
  ' gb',
  'Gi',
  'G i',
  'T',
  'P',
  'Ei',
  'e3',
  'E3b',
  'n',
  'u',
]
  .flatMap(unit =>
    ['1', '1.5', ' 2048 ', '+3', '.5', '1e3', '1000e-3', '2 0'].flatMap(number => [`${number}${unit}`, `${number} ${unit} `])
  )

describe('a check contradicts no amount that the operator accepts', () => {
  const schemas = new Map(schemasIn(schemaOf(crdOf(kindOf('FlinkDeployment')))))
  const pattern = schemas.get('spec.jobManager.resources.requests[]')?.['pattern'] as string
  const spec = (manager: Json): JsonObject => ({ ...acceptedSpecs.FlinkDeployment, taskManager: manager })
  const isAccepted = (manager: Json): boolean =>
    operatorsErrors('FlinkDeployment', resourceOf('FlinkDeployment', 'app', spec(manager))).length === 0

  test.each<[string, (amount: string) => Json]>([
    ['the memory of a process', memory => ({ resource: { memory } })],
    ['its ephemeral storage', ephemeralStorage => ({ resource: { memory: '2g', ephemeralStorage } })],
    ['the request of memory', memory => ({ resources: { requests: { memory } } })],
    ['the limit of CPU', cpu => ({ resources: { requests: { memory: '2Gi' }, limits: { cpu } } })],
  ])('%s', (_title, manager) => {
    const accepted = amounts.filter(amount => isAccepted(manager(amount)))
    expect(accepted.length).toBeGreaterThan(10)
    expect(accepted.filter(amount => !new RegExp(pattern, 'u').test(amount))).toEqual([])
  })

  test('the rule for memory is the same pattern, and refuses negative amounts', () => {
    const [rule] = (schemas.get('spec.taskManager.resource.memory')?.['x-kubernetes-validations'] ?? []) as readonly { rule: string }[]
    expect(rule?.rule).toContain(`self.matches('${pattern}')`)
    expect(isAccepted({ resource: { memory: '-1' } })).toBe(false)
    expect(/^-[^A-Za-z]*[1-9]/u.test('-1')).toBe(true)
  })
})

test.each(readdirSync(join(import.meta.dirname, '../../deploy/crds')))('the lenient file of %s is a smaller one of the same name', file => {
  const [strict, lenient] = ['crds', 'lenient-crds'].map(folder =>
    readFileSync(join(import.meta.dirname, '../../deploy', folder, file), 'utf8')
  )
  expect(lenient?.length).toBeLessThan(strict?.length ?? 0)
})

test.each<KindName>(['FlinkDeployment'])('%s: a session cluster, and TaskManagers that determine the parallelism, are accepted', kind => {
  const { job, ...session } = acceptedSpecs.FlinkDeployment
  expect(operatorsErrors(kind, resourceOf(kind, 'app', session))).toEqual([])
  const scaled = { ...session, job: { ...job, parallelism: -2 }, taskManager: { ...session.taskManager, replicas: 2 } }
  expect(operatorsErrors(kind, resourceOf(kind, 'app', scaled))).toEqual([])
})
