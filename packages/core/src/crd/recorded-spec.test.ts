import * as E from 'fp-ts/lib/Either.js'
import { describe, expect, test } from 'vitest'
import type { FlinkDeploymentSpec } from '../contract/resource/flink-deployment-spec.ts'
import { describeDecodeError } from './decode-error.ts'
import { decodeFlinkDeployment } from './flink-deployment.ts'
import { decodeRecordedSpec, encodeRecordedSpec, readRecords } from './recorded-spec.ts'

const specOf = (spec: unknown): FlinkDeploymentSpec => {
  const decoded = decodeFlinkDeployment({ metadata: { name: 'app' }, spec })
  return E.isRight(decoded) ? decoded.right.spec : expect.fail(describeDecodeError(decoded.left))
}

describe('write', () => {
  test('control-flow.md, section 1.2: every field in declaration order, nulls included', () => {
    const spec = specOf({
      job: { jarURI: 'local:///a.jar', parallelism: 2, args: ['a'] },
      flinkVersion: 'v1_20',
      jobManager: { resource: { cpu: 1, memory: '1g' } },
      taskManager: {},
    })
    expect(encodeRecordedSpec({ spec, firstDeployment: true })).toBe(
      '{"spec":{"job":{"jarURI":"local:///a.jar","parallelism":2,"entryClass":null,"args":["a"],"state":"running","savepointTriggerNonce":null,'
        + '"initialSavepointPath":null,"checkpointTriggerNonce":null,"upgradeMode":"stateless","allowNonRestoredState":null,"savepointRedeployNonce":null,'
        + '"autoscalerResetNonce":null},"restartNonce":null,"flinkConfiguration":{},"image":null,"imagePullPolicy":null,"serviceAccount":null,'
        + '"flinkVersion":"v1_20","ingress":null,"podTemplate":null,"jobManager":{"resource":{"cpu":1.0,"memory":"1g","ephemeralStorage":null},"replicas":1,'
        + '"podTemplate":null},"taskManager":{"resource":null,"replicas":null,"podTemplate":null},"logConfiguration":null,"mode":null},'
        + '"resource_metadata":{"apiVersion":"flink.apache.org/v1beta1","firstDeployment":true}}',
    )
  })

  test('the order in which the fields came plays no part', () => {
    const one = specOf({ image: 'a', job: { state: 'suspended', jarURI: 'j' } })
    const two = specOf({ job: { jarURI: 'j', state: 'suspended' }, image: 'a' })
    expect(encodeRecordedSpec({ spec: { ...two, image: 'a' }, firstDeployment: false })).toBe(
      encodeRecordedSpec({ spec: one, firstDeployment: false }),
    )
  })

  test.each([[1, '1.0'], [0.1, '0.1'], [2.5, '2.5'], [1e7, '1.0E7'], [1.5e8, '1.5E8'], [0.0005, '5.0E-4'], [0.001, '0.001'], [0, '0.0']])(
    'cores %d as Java prints them: %s',
    (cpu, text) => {
      expect(encodeRecordedSpec({ spec: specOf({ jobManager: { resource: { cpu } } }), firstDeployment: false })).toContain(
        `{"cpu":${text},`,
      )
    },
  )

  test('resources are written only where there are any: the reference has no such field before 1.16', () => {
    const spec = specOf({ jobManager: { resources: { limits: { cpu: 1 } } } })
    expect(encodeRecordedSpec({ spec, firstDeployment: false })).toContain(
      '"jobManager":{"resource":null,"resources":{"requests":{},"limits":{"cpu":1}},"replicas":1,',
    )
  })

  test('nonces of 64 bits are numbers, exactly, and come back as they were', () => {
    const spec = specOf({
      restartNonce: '9223372036854775807',
      job: { savepointTriggerNonce: '-9007199254740993', checkpointTriggerNonce: 5 },
    })
    const text = encodeRecordedSpec({ spec, firstDeployment: false })
    expect(text).toContain('"restartNonce":9223372036854775807,')
    expect(text).toContain('"savepointTriggerNonce":-9007199254740993,')
    expect(decodeRecordedSpec(text)).toEqual(E.right({ spec, firstDeployment: false }))
  })

  test('an unknown firstDeployment is written as false', () => {
    expect(encodeRecordedSpec({ spec: specOf({}), firstDeployment: null })).toContain('"firstDeployment":false}}')
  })
})

describe('read every released form (control-flow.md, section 1.2, rule 2)', () => {
  const spec = specOf({ image: 'a', job: { upgradeMode: 'savepoint' } })
  const fields = '"image":"a","job":{"upgradeMode":"savepoint"}'

  test.each([
    ['with metadata', `{"spec":{${fields}},"resource_metadata":{"apiVersion":"flink.apache.org/v1beta1","firstDeployment":true}}`, true],
    [
      'with a nested metadata key',
      `{"spec":{${fields},"metadata":{"name":"x"}},"resource_metadata":{"firstDeployment":false,"metadata":{}},"metadata":{}}`,
      false,
    ],
    ['metadata without the flag', `{"spec":{${fields}},"resource_metadata":{"apiVersion":"flink.apache.org/v1beta1"}}`, null],
    ['without metadata: the text is the spec', `{"apiVersion":"flink.apache.org/v1beta1",${fields}}`, null],
    ['B40 null configuration', `{"spec":{${fields},"flinkConfiguration":null},"resource_metadata":{"firstDeployment":true}}`, true],
    [
      'B46 fields of a newer version',
      `{"spec":{${fields},"newField":{"a":1}},"resource_metadata":{"firstDeployment":true,"b":2},"c":3}`,
      true,
    ],
  ])('%s', (_title, text, firstDeployment) => {
    expect(decodeRecordedSpec(text)).toEqual(E.right({ spec, firstDeployment }))
  })

  test.each([
    ['', ': expected JSON text, found ""'],
    ['{"spec"', ': expected JSON text, found "{\\"spec\\""'],
    ['null', 'spec: expected the recorded spec, found null'],
    ['[]', 'spec: expected an object, found []'],
    ['{"resource_metadata":{"firstDeployment":true}}', 'spec: expected the recorded spec, found null'],
    [
      '{"spec":{"job":{"upgradeMode":"x"}},"resource_metadata":{}}',
      'spec.job.upgradeMode: expected one of stateless, savepoint, last-state, found "x"',
    ],
    [
      '{"flinkVersion":"v9_9"}',
      'spec.flinkVersion: expected one of v1_13, v1_14, v1_15, v1_16, v1_17, v1_18, v1_19, v1_20, v2_0, v2_1, v2_2, v2_3, v2_4, found "v9_9"',
    ],
  ])('B41 what can\'t be read is said, never thrown, and never "nothing recorded": %s', (text, wanted) => {
    expect(E.match(describeDecodeError, () => 'decoded')(decodeRecordedSpec(text))).toBe(wanted)
  })
})

describe('S06 each text of the two records of a status is read once', () => {
  test.each<[title: string, reconciled: string | null, stable: string | null, read: readonly string[]]>([
    ['none', null, null, []],
    ['one text, as of a job that is stable', 'a', 'a', ['a']],
    ['two texts', 'a', 'b', ['a', 'b']],
    ['the first deployment', 'a', null, ['a']],
    ['a stable one alone', null, 'b', ['b']],
  ])('%s', (_title, lastReconciledSpec, lastStableSpec, expected) => {
    const read: string[] = []
    const records = readRecords(text => read.push(text) > 0 && text, { lastReconciledSpec, lastStableSpec })
    expect(records).toEqual({ reconciled: lastReconciledSpec, stable: lastStableSpec })
    expect(read).toEqual(expected)
  })
})
