import { execFile } from 'node:child_process'
import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'

const main = join(import.meta.dirname, '../main.ts')
const folder = mkdtempSync(join(tmpdir(), 'flink-operator-plugins-'))

const file = (name: string, text: string): string => {
  const path = join(folder, name)
  writeFileSync(path, text)
  return path
}

const planned = (
  path: string,
  environment: Readonly<Record<string, string>>,
): Promise<{ readonly code: number; readonly out: string; readonly err: string }> =>
  new Promise(resolve => {
    const env = { PATH: process.env['PATH'] ?? '', HOME: folder, ...environment }
    const args = ['--conditions=@flink-operator/source', main, 'plan', '--offline', path]
    execFile(process.execPath, args, { env, timeout: 600_000 }, (error, out, err) => {
      resolve({ code: error === null ? 0 : Number(error.code), out, err })
    })
  })

const resource = (labels = '{}'): string => `
apiVersion: flink.apache.org/v1beta1
kind: FlinkDeployment
metadata: {name: wordcount, namespace: jobs, labels: ${labels}}
spec:
  image: flink:1.20
  flinkVersion: v1_20
  serviceAccount: flink
  jobManager: {resource: {memory: 1024m, cpu: 0.5}}
  taskManager: {resource: {memory: 1024m, cpu: 0.5}}
  job: {jarURI: "local:///opt/flink/x.jar", parallelism: 1, upgradeMode: stateless, state: running}
`

const plugin = file(
  'house.mjs',
  `export default {
    name: 'house',
    mutate: ({ resource }) => ({ ...resource, spec: { ...resource.spec, image: 'registry.example/flink:1.20' } }),
    validate: ({ resource }) => resource.spec.job.parallelism < 2
      ? [{ severity: 'Error', field: 'spec.job.parallelism', message: 'at least 2 in this house' }] : [],
  }`,
)

describe('plan asks the plugins of the operator', () => {
  test('the spec is as mutators leave it, and refused where a validator refuses it', async () => {
    const path = file('one.yaml', resource())
    const refused = await planned(path, { FLINK_OPERATOR_PLUGINS: plugin })
    expect([refused.code, refused.out]).toEqual([1, expect.stringContaining('at least 2 in this house (house)')])
    const two = await planned(file('two.yaml', resource().replace('parallelism: 1', 'parallelism: 2')), { FLINK_OPERATOR_PLUGINS: plugin })
    expect([two.code, two.err]).toEqual([0, ''])
    expect(two.out).not.toContain('in this house')
  })

  test('plugins that are not here are told: the plan is one without them', async () => {
    const { code, out } = await planned(file('three.yaml', resource()), { FLINK_OPERATOR_PLUGINS: '/nowhere/house.mjs' })
    expect([code, out]).toEqual([
      0,
      expect.stringContaining("the plugins of the operator are not asked: plugin /nowhere/house.mjs can't be loaded"),
    ])
  })

  test('a canary is passed over: nothing is deployed for it', async () => {
    const { code, err } = await planned(file('canary.yaml', resource('{flink.apache.org/canary: "true"}')), {})
    expect([code, err]).toEqual([
      0,
      expect.stringContaining('passed over: FlinkDeployment "wordcount", a canary: nothing is deployed for it'),
    ])
  })
})
