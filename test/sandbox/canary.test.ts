import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { anOperator, aSandbox, deploymentsPath, onEnd, until } from './a-sandbox.ts'

test('a canary is raised and seen again and again; nothing is deployed for it, and it goes at once', async () => {
  const sandbox = await aSandbox()
  const folder = mkdtempSync(join(tmpdir(), 'flink-operator-test-'))
  onEnd(async () => {
    rmSync(folder, { recursive: true, force: true })
  })
  writeFileSync(join(folder, 'config.yaml'), 'kubernetes.operator.health.canary.resource.timeout: 100 ms\n')
  await anOperator(sandbox, { folders: { folder, overrides: null } })
  const labels = { 'flink.apache.org/canary': 'true' }
  const canary = {
    apiVersion: 'flink.apache.org/v1beta1',
    kind: 'FlinkDeployment',
    metadata: { name: 'canary', namespace: 'default', labels },
    spec: {},
  }
  expect((await sandbox.call('POST', deploymentsPath, canary)).status).toBe(201)
  const read = async () => (await sandbox.call('GET', `${deploymentsPath}/canary`)).body
  const raised = await until('it is raised three times', async () => {
    const body = await read()
    return body.spec.restartNonce >= 3 && body
  })
  expect([raised.status, raised.metadata.finalizers]).toEqual([undefined, undefined])
  const { body } = await sandbox.call('GET', '/apis/apps/v1/namespaces/default/deployments')
  expect(body.items).toEqual([])
  await sandbox.call('DELETE', `${deploymentsPath}/canary`)
  await until('it is gone', async () => (await sandbox.call('GET', `${deploymentsPath}/canary`)).status === 404)
})
