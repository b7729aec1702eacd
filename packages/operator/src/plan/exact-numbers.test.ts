import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { makeEnv } from '@flink-operator/core'
import type { FileResource, PlanWords } from '@flink-operator/simulation/plan'
import * as E from 'fp-ts/lib/Either.js'
import { describe, expect, test } from 'vitest'
import { readInput } from './input/resource-files.ts'
import { planFileOffline, storedFile } from './plan-file.ts'
import { printed } from './report/printed.ts'

const largest = '9223372036854775807'
const unchanged = { type: 'IGNORE', changes: [] }
const nonce = '1732780000123456789'

const manifest = (redeploy: string, more = ''): string =>
  `apiVersion: flink.apache.org/v1beta1
kind: FlinkDeployment
metadata: { name: app }
spec:
  image: flink:2.1
  flinkVersion: v2_1
  serviceAccount: flink
  restartNonce: ${largest}
  flinkConfiguration:
    execution.checkpointing.savepoint-dir: s3://b/sp
    execution.checkpointing.dir: s3://b/cp
    state.backend.rocksdb.log.max-file-size: ${largest}
${more}
  jobManager: { resource: { memory: 1024m, cpu: 0.5 } }
  taskManager: { resource: { memory: 1024m, cpu: 0.5 } }
  job: { jarURI: "local:///opt/flink/job.jar", parallelism: 2, upgradeMode: savepoint, savepointRedeployNonce: ${redeploy}, initialSavepointPath: s3://b/sp/1 }
`

/** As the API server prints it: the recorded spec is a text that holds JSON. */
const running = (redeploy: string): string => {
  const spec =
    `{"image":"flink:2.1","flinkVersion":"v2_1","serviceAccount":"flink","restartNonce":${largest},"flinkConfiguration":{"execution.checkpointing.savepoint-dir":"s3://b/sp","execution.checkpointing.dir":"s3://b/cp","state.backend.rocksdb.log.max-file-size":${largest}},"jobManager":{"resource":{"memory":"1024m","cpu":0.5}},"taskManager":{"resource":{"memory":"1024m","cpu":0.5}},"job":{"jarURI":"local:///opt/flink/job.jar","parallelism":2,"state":"running","upgradeMode":"savepoint","savepointRedeployNonce":${redeploy},"initialSavepointPath":"s3://b/sp/1"}}`
  return `{"apiVersion":"flink.apache.org/v1beta1","kind":"FlinkDeployment","metadata":{"name":"app","namespace":"default","uid":"u","generation":1,"resourceVersion":"7"},"spec":${spec},"status":{"jobStatus":{"state":"RUNNING","jobId":"${
    'a'.repeat(32)
  }","savepointInfo":{"lastSavepoint":{"triggerNonce":${nonce}}}},"jobManagerDeploymentStatus":"READY","lifecycleState":"STABLE","observedGeneration":1,"reconciliationStatus":{"state":"DEPLOYED","reconciliationTimestamp":1732780000123,"lastReconciledSpec":${
    JSON.stringify(`{"spec":${spec},"resource_metadata":{"apiVersion":"flink.apache.org/v1beta1","firstDeployment":false}}`)
  }}}}`
}

const read = (name: string, text: string): FileResource => {
  const path = join(mkdtempSync(join(tmpdir(), 'exact-numbers-')), name)
  writeFileSync(path, text)
  const { resources: [resource], problems } = readInput([path])
  if (resource === undefined) throw new Error(problems.map(({ field, message }) => `${field ?? ''} ${message}`).join('\n'))
  return resource
}

const planned = (name: string, text: string, deployed: string | null): PlanWords => {
  const running = deployed === null ? null : read('deployed.json', deployed).json
  const words = planFileOffline(makeEnv({ now: 0 }), storedFile(read(name, text), running), running)
  if (E.isLeft(words)) throw new Error(words.left)
  if (words.right.findings.some(({ severity }) => severity === 'Error')) throw new Error(JSON.stringify(words.right.findings))
  return words.right
}

const shown = (words: PlanWords, output: 'text' | 'json'): string =>
  printed({ plans: [{ words, placeOf: () => ({ file: 'a', line: null, column: null }) }], problems: [], passedOver: [] }, {
    output,
    render: true,
  })

describe('U03: plan reads and prints whole numbers beyond 2^53 as the operator does', () => {
  test('the very manifest that runs is no change, as YAML and as JSON', () => {
    for (const value of [nonce, largest, '-9223372036854775808', '9007199254740993']) {
      expect(planned('a.yaml', manifest(value), running(value))).toMatchObject({ diff: unchanged })
      const { status: _, ...json } = JSON.parse(running('1')) as Record<string, unknown>
      const text = JSON.stringify(json).replace('"savepointRedeployNonce":1', `"savepointRedeployNonce":${value}`)
        .replaceAll('9223372036854776000', largest)
      expect(planned('a.json', text, running(value))).toMatchObject({ diff: unchanged })
    }
  })

  test('a nonce that is one more is a change, with both numbers', () => {
    const words = planned('a.yaml', manifest('1732780000123456790'), running(nonce))
    expect(words.diff).toMatchObject({
      type: 'SAVEPOINT_REDEPLOY',
      changes: [{ path: 'spec.job.savepointRedeployNonce', from: nonce, to: '1732780000123456790' }],
    })
  })

  test('--render prints the configuration as it was written, in each form', () => {
    const words = planned('a.yaml', manifest(nonce), null)
    expect(shown(words, 'text')).toContain(`max-file-size: '${largest}'`)
    expect(shown(words, 'json')).toContain(largest)
    expect(shown(words, 'json')).not.toContain('9223372036854776000')
  })

  test('--render prints numbers of a child resource as numbers', () => {
    const child = manifest(nonce).split('\n').slice(3).map(line => `    ${line}`).join('\n')
    const text =
      `apiVersion: flink.apache.org/v1beta1\nkind: FlinkBlueGreenDeployment\nmetadata: { name: app }\nspec:\n  template:\n${child}\n`
    const words = planned('a.yaml', text, null)
    expect(words.rendered.map(({ kind }) => kind)).toContain('FlinkDeployment')
    expect(shown(words, 'text')).toContain(`restartNonce: ${largest}`)
    expect(shown(words, 'json')).toContain(`"restartNonce": ${largest}`)
    expect(() => JSON.parse(shown(words, 'json')) as unknown).not.toThrow()
  })

  test.each([
    ['a text', `"${nonce}"`, 'expected a whole number, found text'],
    ['65 bits', '9223372036854775808', 'a whole number'],
    ['a fraction', '1.5', 'a whole number'],
    ['a number that no double holds, which kubectl takes for a text', '1e400', 'found "1e400"'],
  ])('what the API server refuses of a nonce is refused here: %s', (_what, value, why) => {
    expect(() => read('a.yaml', manifest(value))).toThrow(why)
  })

  test('a configuration value is what comes of it by way of kubectl and the API server', () => {
    const options = [
      ['1.0', '1'],
      ['-0', '0'],
      ['1.10', '1.1'],
      ['1e400', '1e400'],
      ['1e21', '1.0E21'],
      ['1e8', '100000000'],
      ['1:30', '1:30'],
      [nonce, nonce],
      ['9223372036854775808', '9223372036854776000'],
      ['"007"', '007'],
    ] as const
    const more = options.map(([written], index) => `    key.${index}: ${written}`).join('\n')
    const { json } = read('a.yaml', manifest('1', more))
    const configuration = (json['spec'] as { flinkConfiguration: Record<string, unknown> }).flinkConfiguration
    expect(options.map((_, index) => String(configuration[`key.${index}`]))).toEqual(options.map(([, value]) => value))
  })

  test('infinity has no form in JSON, and is told with its place', () => {
    expect(() => read('a.yaml', manifest('.inf'))).toThrow('.inf has no form in JSON')
  })

  test('a key of digits keeps all of them', () => {
    const { json } = read('a.yaml', manifest('1', `    ${nonce}: a`))
    expect(Object.keys((json['spec'] as { flinkConfiguration: object }).flinkConfiguration)).toContain(nonce)
  })
})
