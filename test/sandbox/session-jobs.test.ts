import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { aFlinkDeployment, anOperator, aSandbox, deploymentsPath, onEnd, type Parsed, type TestSandbox, until } from './a-sandbox.ts'

const path = '/apis/flink.apache.org/v1beta1/namespaces/default/flinksessionjobs'
const merge = 'application/merge-patch+json'

/** A server of one jar, and an operator that may fetch from it. */
const aStage = async () => {
  const source = createServer((_, response) => void response.end(Buffer.concat([Buffer.from('PK\u0003\u0004'), Buffer.alloc(50_000)])))
  await new Promise<void>(resolve => {
    source.listen(0, '127.0.0.1', resolve)
  })
  onEnd(() =>
    new Promise(resolve => {
      source.close(resolve)
    })
  )
  const folder = mkdtempSync(join(tmpdir(), 'session-jobs-'))
  onEnd(() => Promise.resolve(rmSync(folder, { recursive: true })))
  const artifacts = 'kubernetes.operator.user.artifacts'
  writeFileSync(
    join(folder, 'config.yaml'),
    `${artifacts}.allowed-schemes: http;https\n${artifacts}.disallow-restricted-hosts: 'false'\nkubernetes.operator.reconcile.interval: 2 s\n`,
  )
  const sandbox = await aSandbox()
  const operator = await anOperator(sandbox, { folders: { folder, overrides: null } })
  const { job: _, ...spec } = aFlinkDeployment('session').spec
  await post(sandbox, deploymentsPath, { ...aFlinkDeployment('session'), spec })
  return { sandbox, operator, jarURI: `http://127.0.0.1:${(source.address() as AddressInfo).port}/job.jar` }
}

const post = async (sandbox: TestSandbox, to: string, body: unknown): Promise<void> => {
  const answer = await sandbox.call('POST', to, body)
  if (answer.status !== 201) throw new Error(JSON.stringify(answer.body))
}

const aSessionJob = (name: string, jarURI: string, job: Record<string, unknown> = {}) => ({
  apiVersion: 'flink.apache.org/v1beta1',
  kind: 'FlinkSessionJob',
  metadata: { name, namespace: 'default' },
  spec: { deploymentName: 'session', job: { jarURI, entryClass: 'Job', parallelism: 1, upgradeMode: 'savepoint', ...job } },
})

const read = async (sandbox: TestSandbox, name: string): Promise<Parsed> => (await sandbox.call('GET', `${path}/${name}`)).body

const untilStable = (sandbox: TestSandbox, name: string, generation = 1): Promise<Parsed> =>
  until(`${name} is STABLE in ${generation}`, async () => {
    const { status } = await read(sandbox, name)
    return status?.lifecycleState === 'STABLE' && status.jobStatus?.state === 'RUNNING' && status.observedGeneration === generation
      ? status : null
  }, 30_000).catch(async (error: unknown) => {
    throw new Error(`${String(error)}: ${JSON.stringify(await read(sandbox, name))} ${JSON.stringify(await sandbox.flinkState('session'))}`)
  })

const jars = async (sandbox: TestSandbox): Promise<readonly Parsed[]> =>
  (await sandbox.call('GET', '/flink/default/session/v1/jars')).body.files

const untilReady = (sandbox: TestSandbox): Promise<unknown> =>
  until(
    'the cluster is STABLE',
    async () => (await sandbox.call('GET', `${deploymentsPath}/session`)).body.status?.lifecycleState === 'STABLE',
  )

const jobsOf = async (sandbox: TestSandbox, name: string): Promise<readonly Parsed[]> =>
  (await sandbox.flinkState('session')).jobs.filter((job: Parsed) =>
    job.sessionJob === name && !['FINISHED', 'CANCELED', 'FAILED'].includes(job.state)
  )

test('section 2: session jobs are submitted by a jar from http, upgraded each in its mode while the others run on, and deleted', async () => {
  const { sandbox, jarURI } = await aStage()
  const modes = ['savepoint', 'last-state', 'stateless'] as const
  for (const mode of modes) await post(sandbox, path, aSessionJob(mode, jarURI, { upgradeMode: mode }))
  for (const mode of modes) await untilStable(sandbox, mode)
  const rest = async (path: string): Promise<Parsed> => (await sandbox.call('GET', `/flink/default/session/v1${path}`)).body
  expect((await rest('/jars')).files).toEqual([])
  for (const mode of modes) {
    await until(`${mode} has a checkpoint`, async () => (await jobsOf(sandbox, mode))[0]?.checkpoint ?? null)
    const others = await Promise.all(modes.filter(it => it !== mode).map(it => jobsOf(sandbox, it)))
    const [before] = await jobsOf(sandbox, mode)
    expect((await sandbox.call('PATCH', `${path}/${mode}`, { spec: { job: { args: ['--changed'] } } }, merge)).status).toBe(200)
    await untilStable(sandbox, mode, 2)
    const [after] = await jobsOf(sandbox, mode)
    expect(after?.jobId).not.toBe(before?.jobId)
    expect(after?.restoredFrom ?? '').toMatch({ savepoint: /savepoint-/, 'last-state': /chk-/, stateless: /^$/ }[mode])
    const now = await Promise.all(modes.filter(it => it !== mode).map(it => jobsOf(sandbox, it)))
    expect(now.flat().map(job => job.jobId)).toEqual(others.flat().map(job => job.jobId))
  }
  expect((await sandbox.flinkState('session')).mostAlive).toBe(1)
  for (const mode of modes) await sandbox.call('DELETE', `${path}/${mode}`)
  await until('all session jobs are gone', async () => (await sandbox.call('GET', path)).body.items.length === 0)
  expect((await sandbox.flinkState('session')).alive).toBe(0)
  expect((await rest('/jars')).files).toEqual([])
})

test('B02 the answers of upload and run are lost: the jar and the job are found by their name and id, and there is one job', async () => {
  const { sandbox, jarURI } = await aStage()
  await untilReady(sandbox)
  await sandbox.chaos('lose-flink-answers', { count: 2 })
  await post(sandbox, path, aSessionJob('a', jarURI))
  const status = await untilStable(sandbox, 'a')
  const jobs = await jobsOf(sandbox, 'a')
  expect(jobs.map(({ jobId }) => jobId)).toEqual([status.jobStatus.jobId])
  expect((await sandbox.flinkState('session')).mostAlive).toBe(1)
  expect(await jars(sandbox)).toEqual([])
})
