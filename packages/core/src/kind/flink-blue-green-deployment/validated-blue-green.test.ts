import { describe, expect, test } from 'vitest'
import { activeBlue, blueGreenRound, edited, settled } from '../../../fixtures/blue-green.ts'
import { aPlay, type Play } from '../../../fixtures/played-blue-green.ts'
import { aBlueGreen, blueGreenSpec } from '../../../fixtures/a-blue-green.ts'
import { errorIn, image, rowIn, switching, withMeta, withStatus } from '../../../fixtures/blue-green-plays.ts'
import type { JsonObject } from '../../contract/resource/json.ts'

const desiredOf = (play: Play) => blueGreenRound(play.parent ?? expect.fail('gone')).desired
const template = (spec: JsonObject | null, rest: JsonObject = {}): JsonObject => ({ template: { spec }, ...rest })
const { spec: whole } = blueGreenSpec()['template'] as { readonly spec: JsonObject }
const operationOf = (play: Play) => play.parent?.status.operation

describe('F14 what can not be read asks for nothing, and what runs goes on (P10, P14)', () => {
  test('a spec with a field of another type is not valid: where, and that what runs stays', () => {
    const bad = { ...blueGreenSpec(), ingress: 7 }
    const desired = desiredOf(edited(activeBlue(), bad))
    expect(desired.invalid).toMatchObject({ severity: 'Error', field: expect.stringMatching(/^spec/u) as string })
    expect(desired.invalid?.message).toMatch(/The running job is not touched$/u)
    expect([desired.wanted, desired.unread, desired.findings.length]).toEqual([null, [], 1])
    const play = edited(activeBlue(), bad)
    expect([rowIn(play), settled(play).log]).toEqual(['active-child/invalid', play.log])
  })

  test.each<readonly [string, object, string, RegExp]>([
    ['what was reconciled: no JSON', { lastReconciledSpec: '{' }, 'status.lastReconciledSpec', /something else/u],
    [
      'what was reconciled: no template',
      { lastReconciledSpec: '{"spec":{}}' },
      'status.lastReconciledSpec',
      /no template\.spec, expected a spec with a template/u,
    ],
    ['the target: no JSON', { operation: { ...operationOf(switching()), target: '{' } }, 'status.operation.target', /something else/u],
    [
      'the target: no template',
      { operation: { ...operationOf(switching()), target: '{"spec":{}}' } },
      'status.operation.target',
      /no template\.spec/u,
    ],
  ])('blue-green/unreadable %s', (_title, status, path, reported) => {
    const play = withStatus(activeBlue(), status)
    const [unread, ...others] = desiredOf(play).unread
    expect([unread?.path.startsWith(path), others]).toEqual([true, []])
    expect(`found ${unread?.found ?? ''}, expected ${unread?.expected ?? ''}`).toMatch(reported)
    expect([rowIn(play), errorIn(play).startsWith(path), settled(play).log]).toEqual(['blue-green/unreadable', true, play.log])
  })
})

describe('C-D16 E-28 which field is wrong, and why', () => {
  const found = (play: Play): readonly string[] => desiredOf(play).findings.map(({ severity, field }) => `${severity} ${field}`)
  test.each<readonly [string, Play, string, RegExp]>([
    ['no template', aPlay(aBlueGreen({})), 'spec.template.spec', /must be set: the operator creates the children from it\.$/u],
    ['no spec in it', aPlay(aBlueGreen({ template: {} })), 'spec.template.spec', /must be set/u],
    ['no job', aPlay(aBlueGreen(template({ ...whole, job: null }))), 'spec.template.spec.job', /must be set: each child runs one job\.$/u],
    [
      'a name of 40 characters',
      withMeta(aPlay(), { name: 'a'.repeat(40) }),
      'metadata.name',
      /its child a{40}-green would have 46 characters, and 45 are allowed\. At most 39 characters\.$/u,
    ],
    ['a name that no cluster may have', withMeta(aPlay(), { name: '-a' }), 'metadata.name', /^(?!spec)/u],
    [
      'a child that would not be valid',
      aPlay(aBlueGreen(blueGreenSpec({ job: { parallelism: -1 } }))),
      'spec.template.spec.job.parallelism',
      /larger than 0/u,
    ],
    [
      'an image that is none',
      aPlay(aBlueGreen(blueGreenSpec({ rest: { serviceAccount: null } }))),
      'spec.template.spec.serviceAccount',
      /must be defined/u,
    ],
  ])('%s', (_title, play, field, message) => {
    const { invalid } = desiredOf(play)
    expect([invalid?.field, invalid?.severity]).toEqual([field, 'Error'])
    expect(invalid?.message).toMatch(message)
  })

  test('what both children have wrong is told once, though each is told by its name', () => {
    for (const play of [withMeta(aPlay(), { name: '-a' }), aPlay(aBlueGreen(blueGreenSpec({ job: { parallelism: -1 } })))])
      expect(found(play)).toEqual([...new Set(found(play))])
  })

  test('E-39 an option is told by where it stands', () => {
    const options = (value: string) => ({
      ...blueGreenSpec(),
      configuration: { 'kubernetes.operator.bluegreen.abort.grace-period': value },
    })
    expect(desiredOf(aPlay(aBlueGreen(options('soon')))).invalid?.field).toBe(
      'spec.configuration.kubernetes.operator.bluegreen.abort.grace-period',
    )
    expect(desiredOf(aPlay(aBlueGreen(options('soon')))).wanted).toBeNull()
  })

  test('P10 while a spec is not valid its options are those of what is worked towards', () => {
    const grace = (value: string, rest: JsonObject = {}): JsonObject => ({
      ...image('two'),
      configuration: { 'kubernetes.operator.bluegreen.abort.grace-period': value },
      ...rest,
    })
    const play = edited(switching(grace('7 min')), { ...grace('1 min'), template: { spec: { ...whole, job: null } } })
    expect(desiredOf(play).options.abortGracePeriod).toBe(420_000)
    const first = aPlay(aBlueGreen({ ...grace('1 min'), template: {} }))
    expect(desiredOf(first).options.abortGracePeriod).toBe(600_000)
  })
})

describe('S13 what the operator lets a FlinkBlueGreenDeployment ask for', () => {
  const operator = {
    'kubernetes.operator.security.allowed-service-accounts': 'flink',
    'kubernetes.operator.security.allowed-ingress-annotations': 'a.io/*',
    'kubernetes.operator.security.forbidden-pod-fields': 'hostPath',
  }
  const fieldsOf = (spec: JsonObject, by: Readonly<Record<string, string>> = operator): readonly string[] =>
    blueGreenRound(aBlueGreen(spec), {}, undefined, by).desired.findings.filter(({ severity }) => severity === 'Error').map(({ field }) =>
      field
    )
  const rest = (over: JsonObject): JsonObject => blueGreenSpec({ rest: { serviceAccount: 'flink', ...over } })
  const ingress = { template: '{{name}}.x.org', annotations: { 'a.io/x': '', 'b.io/snippet': '' } }

  test.each<readonly [what: string, spec: JsonObject, fields: readonly string[]]>([
    ['nothing that is not allowed', rest({}), []],
    ['a ServiceAccount of the children', rest({ serviceAccount: 'evil' }), ['spec.template.spec.serviceAccount']],
    ['a pod of the children', rest({ podTemplate: { spec: { volumes: [{ name: 'v', hostPath: { path: '/' } }] } } }), [
      'spec.template.spec.podTemplate.spec.volumes[0].hostPath',
    ]],
    ['the ingress of the children', rest({ ingress }), ['spec.template.spec.ingress.annotations.b.io/snippet']],
    ['its own ingress', { ...rest({}), ingress }, ['spec.ingress.annotations.b.io/snippet']],
  ])('%s', (_what, spec, fields) => {
    expect(fieldsOf(spec)).toEqual(fields)
    expect(fieldsOf(spec, {})).toEqual([])
  })
})
