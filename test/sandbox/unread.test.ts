import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import {
  aFlinkDeployment,
  anOperator,
  aSandbox,
  deploymentsPath,
  onEnd,
  type Parsed,
  type TestSandbox,
  until,
  untilStable,
  untilStatus,
} from './a-sandbox.ts'
import { apply, read, runningJob } from './deployment-calls.ts'

const ofNewer = {
  kind: 'TearDown',
  id: 'e'.repeat(32),
  attempt: 9,
  mintedAt: 1,
  targetGeneration: 1,
  purpose: 'WarmStandby',
  jobId: null,
  incarnation: null,
  giveUpAt: 2,
  deleteHaMetadata: false,
  ofNewer: { a: [1] },
}

const writeStatus = async (sandbox: TestSandbox, name: string, change: Parsed): Promise<void> => {
  const resource = await read(sandbox, name)
  const { status } = await sandbox.call('PUT', `${deploymentsPath}/${name}/status`, {
    ...resource,
    status: { ...resource.status, ...change },
  })
  expect(status).toBe(200)
}

const gone = (sandbox: TestSandbox, name: string): Promise<unknown> =>
  until(`${name} is gone`, async () => (await sandbox.call('GET', `${deploymentsPath}/${name}`)).status === 404)
const count = async (sandbox: TestSandbox, path: string): Promise<number> => (await sandbox.call('GET', path)).body.items.length

/** A resource whose job runs; its operator is stopped, and an older one comes after a newer one has written. */
const downgraded = async (change: Parsed): Promise<TestSandbox> => {
  const sandbox = await aSandbox()
  const first = await anOperator(sandbox)
  await apply(sandbox, aFlinkDeployment('app'))
  await untilStable(sandbox, 'app')
  await first.stop()
  await writeStatus(sandbox, 'app', change)
  // a status that a person writes wakes nobody (B67): it is looked at each second
  const folder = mkdtempSync(join(tmpdir(), 'flink-operator-test-'))
  onEnd(async () => {
    rmSync(folder, { recursive: true, force: true })
  })
  writeFileSync(join(folder, 'config.yaml'), 'kubernetes.operator.reconcile.interval: 1 s\n')
  await anOperator(sandbox, { folders: { folder, overrides: null } })
  return sandbox
}

describe("F14 a status that this version can't read, with the real adapters on the sandbox", () => {
  test('an operation of a newer version: told, kept to the last field, its job goes on; then it is deleted', async () => {
    const sandbox = await downgraded({ operation: ofNewer })
    const { status } = await untilStatus(sandbox, 'app', 'reported', it => it.error?.includes('status.operation.purpose'))
    expect(status).toMatchObject({ operation: ofNewer, lifecycleState: 'DEPLOYED', jobStatus: { state: 'RUNNING' } })
    expect(status.conditions).toEqual(
      expect.arrayContaining([
        expect.objectContaining({ type: 'Stalled', status: 'True' }),
        expect.objectContaining({ type: 'Ready', status: 'False' }),
      ]),
    )
    expect((await runningJob(sandbox, 'app')).state).toBe('RUNNING')
    await sandbox.call('DELETE', `${deploymentsPath}/app`)
    await gone(sandbox, 'app')
    for (
      const path of [
        '/apis/apps/v1/namespaces/default/deployments',
        '/api/v1/namespaces/default/pods',
        '/api/v1/namespaces/default/services',
      ]
    ) expect(await count(sandbox, path)).toBe(0)
  })

  test('the record is mended: the same job is looked after again', async () => {
    const sandbox = await downgraded({ operation: ofNewer })
    const { jobId } = await runningJob(sandbox, 'app')
    await untilStatus(sandbox, 'app', 'reported', it => it.error?.includes('status.operation.purpose'))
    await writeStatus(sandbox, 'app', { operation: null })
    expect(
      (await untilStatus(sandbox, 'app', 'STABLE again', it => it.lifecycleState === 'STABLE' && (it.error ?? null) === null)).status
        .jobStatus,
    ).toMatchObject({ jobId, state: 'RUNNING' })
    expect((await sandbox.flinkState('app')).mostAlive).toBe(1)
  })

  test('a spec with a text that is too long, which the API server lets through: told, deleted', async () => {
    const sandbox = await aSandbox()
    await anOperator(sandbox)
    const resource = aFlinkDeployment('app')
    await apply(sandbox, { ...resource, spec: { ...resource.spec, job: { ...resource.spec.job, entryClass: 'x'.repeat(140_000) } } })
    await untilStatus(sandbox, 'app', 'reported', it => it.error?.includes('spec.job.entryClass'))
    await sandbox.call('DELETE', `${deploymentsPath}/app`)
    await gone(sandbox, 'app')
  })
})
