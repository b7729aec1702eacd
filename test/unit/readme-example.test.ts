import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

const root = join(import.meta.dirname, '..', '..')

/** The code block that follows the mark in the README. */
const example = (): string => {
  const found = /<!-- example: [^>]*-->\n```ts\n([\s\S]*?)```/.exec(readFileSync(join(root, 'README.md'), 'utf8'))
  if (found?.[1] === undefined) throw new Error('README.md: the marked example is gone')
  return found[1]
}

const resource = {
  apiVersion: 'flink.apache.org/v1beta1',
  kind: 'FlinkDeployment',
  metadata: { name: 'app', namespace: 'default', uid: 'u', generation: 1, resourceVersion: '1', creationTimestamp: '2026-01-01T00:00:00Z' },
  spec: {
    image: 'flink:1.20',
    flinkVersion: 'v1_20',
    serviceAccount: 'flink',
    jobManager: { resource: { memory: '1g' } },
    taskManager: { resource: { memory: '1g' } },
    job: { jarURI: 'local:///job.jar', parallelism: 1 },
  },
}

test('the example of the README runs as it stands: a new resource is written down before anything is created (P03)', () => {
  const code = `const resource = ${JSON.stringify(resource)}\n${example()}`
  const printed = execFileSync(process.execPath, ['--conditions=@flink-operator/source', '--input-type=module', '-e', code], {
    cwd: root,
    encoding: 'utf8',
  })
  expect(printed.trim().split('\n')).toEqual([
    'PersistStatus',
    'EmitEvent',
    'AddFinalizer',
    'CreateObject',
    'CreateObject',
    'CreateObject',
    'Requeue',
    "{ _tag: 'Stateless', why: 'the job restarts from empty state' }",
  ])
})

test("examples/check-own-policy.mjs: the operator's own policy keeps the properties, one that starts empty loses state (P01)", () => {
  const printed = execFileSync(process.execPath, ['--conditions=@flink-operator/source', join(root, 'examples', 'check-own-policy.mjs')], {
    cwd: root,
    encoding: 'utf8',
  })
  expect(printed).toContain('the policy of the operator: 1 world, 0 violations')
  expect(printed).toMatch(/start empty: 1 world, [1-9]\d* violations\n {2}P01 in savepoint\/ha\/edit\/calm/)
}, 120_000)
