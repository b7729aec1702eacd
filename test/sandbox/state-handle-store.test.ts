import { execFile } from 'node:child_process'
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import {
  addAndLock,
  completedCheckpointStore,
  getAllAndLock,
  getAndIncrement,
  heldBy,
  leaderAnnotation,
  type Outcome,
  putPlan,
  executionPlanStore,
  formatRecord,
  releaseAndTryRemove,
} from '@flink-operator/high-availability'
import { carryOut, checkpointStoreDriver, configMapDriver, folderFiles } from '@flink-operator/k8s-adapter'
import { describe, expect, test } from 'vitest'
import { aSandbox, onEnd, type TestSandbox } from './a-sandbox.ts'

const configMap = 'app-00000000000000000000000000000001-config-map'
const options = { configMap, labels: { app: 'app', type: 'flink-native-kubernetes' }, retained: 1, fence: null }

const processOf = ({ http }: TestSandbox, folder: string) => ({
  configMaps: configMapDriver(http, { namespace: 'default' }),
  files: folderFiles(folder, 'completedCheckpoint'),
})

const aFolder = (): string => {
  const folder = mkdtempSync(join(tmpdir(), 'state-handle-store-'))
  onEnd(async () => rmSync(folder, { recursive: true, force: true }))
  return folder
}

const result = <R>(outcome: Outcome<R>): R => {
  if (outcome._tag === 'Failed') throw new Error(`${outcome.error._tag}: ${outcome.error.message}`)
  return outcome.result
}

describe('the state-handle store over HTTP', () => {
  test('law 11 three processes draw from one counter: no id twice, none skipped where no answer is lost', async () => {
    const sandbox = await aSandbox()
    const folder = aFolder()
    await checkpointStoreDriver(processOf(sandbox, folder), options).recover()
    const draws = await Promise.all(Array.from({ length: 3 }, async () => {
      const draw = carryOut({ ...processOf(sandbox, folder), maxRetries: 100 })(getAndIncrement({ configMap, fence: null }))
      const ids: number[] = []
      for (let n = 0; n < 10; n += 1) ids.push(result(await draw()).id)
      return ids
    }))
    expect(draws.flat().sort((a, b) => a - b)).toEqual(Array.from({ length: 30 }, (_, n) => n + 1))
    for (const ids of draws) expect(ids).toEqual([...ids].sort((a, b) => a - b))
  })

  test('law 10, H02 a process completes checkpoints and dies; the next goes on from the newest, its file is there', async () => {
    const sandbox = await aSandbox()
    const folder = aFolder()
    const first = checkpointStoreDriver(processOf(sandbox, folder), options)
    expect(result(await first.recover()).configMapMissing).toBe(true)
    for (let n = 0; n < 3; n += 1) {
      const { id } = result(await first.nextId())
      result(await first.add({ id, kind: 'Checkpoint' }, new Uint8Array([n]))())
    }
    const { checkpoints } = result(await checkpointStoreDriver(processOf(sandbox, folder), options).recover())
    expect(checkpoints.map(({ id }) => id)).toEqual([3])
    expect(readdirSync(folder)).toHaveLength(1)
    expect(checkpoints[0]!.file!.path.endsWith(readdirSync(folder)[0]!)).toBe(true)
  })

  test('laws 1, 8 three processes add and remove one key at once: at the end key and file agree', async () => {
    const sandbox = await aSandbox()
    const folder = aFolder()
    await checkpointStoreDriver(processOf(sandbox, folder), options).recover()
    const store = completedCheckpointStore(configMap, null)
    await Promise.all(Array.from({ length: 3 }, async () => {
      const run = carryOut({ ...processOf(sandbox, folder), maxRetries: 100 })
      for (let n = 0; n < 5; n += 1) {
        await run(addAndLock(store, 'checkpointID-1'), new Uint8Array([n]))()
        await run(releaseAndTryRemove(store, 'checkpointID-1'))()
      }
    }))
    const { handles } = result(await carryOut(processOf(sandbox, folder))(getAllAndLock(store))())
    expect(handles.map(({ file }) => file!.path.split('/').at(-1))).toEqual(readdirSync(folder))
  })

  test('law 6 a plan is put by the holder alone, and nothing else in the ConfigMap changes', async () => {
    const sandbox = await aSandbox()
    const folder = aFolder()
    const record = formatRecord({ holder: 'a', leaseDuration: 15_000, acquireTime: 1, renewTime: 1, transitions: 0 })
    const send = configMapDriver(sandbox.http, { namespace: 'default' })
    const address = { 'org.apache.flink.k8s.leader.dispatcher': 'x,y' }
    await send({ _tag: 'Create', name: 'app-cluster-config-map', labels: {}, annotations: { [leaderAnnotation]: record }, data: address })()
    const run = carryOut(processOf(sandbox, folder))
    const put = (identity: string) => run(putPlan(executionPlanStore('app-cluster-config-map', 2, heldBy(identity)), 'j', []))()
    expect(await put('b')).toMatchObject({ error: { _tag: 'NotHolder' }, leftFiles: [] })
    expect(readdirSync(folder)).toEqual([])
    expect((await put('a'))._tag).toBe('Done')
    const { body } = await sandbox.call('GET', '/api/v1/namespaces/default/configmaps/app-cluster-config-map')
    expect(body.data).toMatchObject(address)
    expect(body.metadata.annotations).toEqual({ [leaderAnnotation]: record })
  })

  test('a ConfigMap that would become too large: refused before it is sent, and by the server where it is sent all the same', async () => {
    const sandbox = await aSandbox()
    const folder = aFolder()
    const send = configMapDriver(sandbox.http, { namespace: 'default' })
    const big = { other: 'x'.repeat(1024 * 1024 - 100) }
    const created = await send({ _tag: 'Create', name: configMap, labels: {}, annotations: {}, data: big })()
    if (created._tag !== 'Written') throw new Error(created._tag)
    const outcome = await carryOut(processOf(sandbox, folder))(addAndLock(completedCheckpointStore(configMap, null), 'checkpointID-1'))()
    expect(outcome).toMatchObject({ error: { _tag: 'TooLarge' }, leftFiles: [] })
    const { uid, resourceVersion } = created.configMap!
    const data = { more: 'x'.repeat(101) }
    expect(await send({ _tag: 'Update', name: configMap, uid, resourceVersion, labels: {}, annotations: {}, data })())
      .toMatchObject({ _tag: 'Refused', why: 'TooLarge' })
  })
})

test('the example of docs/high-availability.md runs as it stands', async () => {
  const sandbox = await aSandbox()
  const root = join(import.meta.dirname, '../..')
  const found = /<!-- example: [^>]*-->\n```ts\n([\s\S]*?)```/.exec(readFileSync(join(root, 'docs/high-availability.md'), 'utf8'))
  const code = found![1]!.replace('/tmp/ha/app', aFolder())
  const run = () =>
    promisify(execFile)(process.execPath, ['--conditions=@flink-operator/source', '--input-type=module', '-e', code], {
      cwd: root,
      env: { ...process.env, KUBECONFIG: sandbox.kubeconfigFile },
    })
  expect((await run()).stdout).toBe('go on from nothing\ncheckpoint 1 Done\n')
  expect((await run()).stdout).toMatch(/^go on from file:\/.*\/completedCheckpoint[0-9a-f]{12}\ncheckpoint 2 Done\n$/)
})
