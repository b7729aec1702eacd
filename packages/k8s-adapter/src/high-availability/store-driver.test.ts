import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import {
  addAndLock,
  type ConfigMapContent,
  type ConfigMapRequest,
  getAllHandles,
  type Outcome,
  readPointer,
  releaseAndTryRemove,
} from '@flink-operator/high-availability'
import * as T from 'fp-ts/lib/Task.js'
import * as TE from 'fp-ts/lib/TaskEither.js'
import { afterEach, describe, expect, test } from 'vitest'
import { checkpointStoreDriver } from './checkpoint-store-driver.ts'
import { folderFiles } from './folder-files.ts'
import { carryOut, type StoreDriver } from './store-driver.ts'

const folders: string[] = []
afterEach(() => {
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true, force: true })
})

/** One ConfigMap, and a folder; `lose` names the writes whose answers are lost. */
const aStore = (lose: readonly number[] = [], given: ConfigMapContent | null = null) => {
  const folder = mkdtempSync(join(tmpdir(), 'state-handles-'))
  folders.push(folder)
  let configMap = given
  let version = 0
  let writes = 0
  const send = (request: ConfigMapRequest): Awaited<ReturnType<ReturnType<StoreDriver['configMaps']>>> => {
    if (request._tag === 'Get') return { _tag: 'Got', configMap }
    if (request._tag === 'Delete') return { _tag: 'Refused', why: 'Other', message: 'not here' }
    if (request._tag === 'Update' && request.resourceVersion !== configMap?.resourceVersion)
      return { _tag: 'Refused', why: 'Conflict', message: 'conflict' }
    version += 1
    writes += 1
    const data = Object.entries({ ...configMap?.data, ...request.data }).filter((entry): entry is [string, string] => entry[1] !== null)
    const { labels, annotations } = request._tag === 'Create' ? request : configMap!
    configMap = {
      name: 'm',
      uid: 'u',
      resourceVersion: String(version),
      deleting: false,
      labels,
      annotations,
      data: Object.fromEntries(data),
    }
    return lose.includes(writes) ? { _tag: 'Unknown', message: 'lost' } : { _tag: 'Written', configMap }
  }
  const driver: StoreDriver = { configMaps: request => T.of(send(request)), files: folderFiles(folder, 'completedCheckpoint') }
  return { driver, data: () => configMap?.data ?? {}, labels: () => configMap?.labels, files: () => readdirSync(folder) }
}

const empty: ConfigMapContent = { name: 'm', uid: 'u', resourceVersion: '0', deleting: false, labels: {}, annotations: {}, data: {} }
const store = { configMap: 'm', prefix: 'checkpointID-', fence: null }
const bytes = (text: string) => new TextEncoder().encode(text)
const result = <R>(outcome: Outcome<R>): R => {
  if (outcome._tag === 'Failed') throw new Error(`${outcome.error._tag}: ${outcome.error.message}`)
  return outcome.result
}

describe('carryOut', () => {
  test('a file, its pointer as Flink reads it, and both gone again', async () => {
    const { driver, data, files } = aStore([], empty)
    const { file } = result(await carryOut(driver)(addAndLock(store, 'checkpointID-1'), bytes('state'))())
    expect(file.path).toMatch(/^file:\/[^/].*\/completedCheckpoint[0-9a-f]{12}$/)
    expect(readPointer(data()['checkpointID-1']!)).toEqual({ _tag: 'Pointer', marked: false, file })
    expect(readFileSync(fileURLToPath(file.path), 'utf8')).toBe('state')
    expect(file.size).toBe(5)
    result(await carryOut(driver)(releaseAndTryRemove(store, 'checkpointID-1'))())
    expect([data(), files()]).toEqual([{}, []])
  })

  test('H24 an answer is lost: it is looked at again', async () => {
    const { driver, files } = aStore([1], empty)
    expect((await carryOut(driver)(addAndLock(store, 'checkpointID-1'), bytes('x'))())._tag).toBe('Done')
    expect(files()).toHaveLength(1)
  })

  test('files that fail, or throw, are failures like any other; nothing rejects', async () => {
    const { driver } = aStore([], empty)
    const broken: StoreDriver = { ...driver, files: { store: () => TE.left('disk full'), discard: () => TE.left('busy') } }
    expect(await carryOut(broken)(addAndLock(store, 'k'))()).toMatchObject({ error: { _tag: 'NotStored', message: 'disk full' } })
    const throwing: StoreDriver = {
      ...driver,
      files: {
        store: () => {
          throw new Error('no disk')
        },
        discard: () => () => Promise.reject(new Error('no disk')),
      },
    }
    expect(await carryOut(throwing)(addAndLock(store, 'k'))()).toMatchObject({ error: { _tag: 'NotStored', message: 'no disk' } })
    result(await carryOut(driver)(addAndLock(store, 'checkpointID-1'), bytes('x'))())
    expect(await carryOut(throwing)(releaseAndTryRemove(store, 'checkpointID-1'))()).toMatchObject({ error: { _tag: 'NotDiscarded' } })
    const deaf: StoreDriver = { ...driver, configMaps: () => () => Promise.reject(new Error('no API server')) }
    expect(await carryOut(deaf)(getAllHandles(store))()).toMatchObject({ error: { _tag: 'Unreachable' } })
  })

  test('maxRetries is what was given', async () => {
    const asked: string[] = []
    const { driver } = aStore()
    const configMaps: StoreDriver['configMaps'] = request => {
      asked.push(request._tag)
      return T.of({ _tag: 'Unknown', message: 'late' })
    }
    await carryOut({ ...driver, configMaps, maxRetries: 2 })(getAllHandles(store))()
    expect(asked).toHaveLength(3)
  })
})

describe('the checkpoints of one job', () => {
  const options = { configMap: 'm', labels: { app: 'a', type: 'flink-native-kubernetes' }, retained: 1, fence: null }
  const checkpoint = (id: number) => ({ id, kind: 'Checkpoint' as const })

  test('made where there is none, with its labels, and told so (H-D05)', async () => {
    const { driver, labels } = aStore()
    expect(result(await checkpointStoreDriver(driver, options).recover())).toEqual({
      checkpoints: [],
      unreadable: [],
      configMapMissing: true,
    })
    expect(labels()).toEqual(options.labels)
    expect(result(await checkpointStoreDriver(driver, options).recover())).toMatchObject({ configMapMissing: false })
  })

  test('law 10 adds the new one first, then older ones go; another process goes on from the last, with the next id', async () => {
    const { driver, data, files } = aStore()
    const first = checkpointStoreDriver(driver, options)
    await first.recover()
    for (const text of ['one', 'two']) {
      const { id } = result(await first.nextId())
      expect(await first.add(checkpoint(id), bytes(text))()).toMatchObject({ _tag: 'Done', notSubsumed: [] })
    }
    expect(Object.keys(data())).toEqual(['counter', 'checkpointID-0000000000000000002'])
    expect(files()).toHaveLength(1)
    const second = checkpointStoreDriver(driver, options)
    const { checkpoints } = result(await second.recover())
    expect(checkpoints.map(({ id }) => id)).toEqual([2])
    expect(readFileSync(fileURLToPath(checkpoints[0]!.file!.path), 'utf8')).toBe('two')
    expect(result(await second.nextId()).id).toBe(3)
  })

  test('the counter is gone, the checkpoints are not: ids go on behind them', async () => {
    const { driver } = aStore([], empty)
    result(await carryOut(driver)(addAndLock(store, 'checkpointID-0000000000000000007'), bytes('x'))())
    const process = checkpointStoreDriver(driver, options)
    await process.recover()
    expect(result(await process.nextId()).id).toBe(8)
  })

  test('H32 a savepoint is no last resort: the newest checkpoint before it stays, also after a recovery', async () => {
    const { driver, data } = aStore()
    const savepoints = new Set<string>()
    const process = checkpointStoreDriver(driver, options, path => savepoints.has(path) ? 'Savepoint' : 'Checkpoint')
    await process.recover()
    await process.add(checkpoint(1), bytes('c'))()
    savepoints.add(result(await process.add({ id: 2, kind: 'Savepoint' }, bytes('s'))()).file.path)
    await process.recover()
    savepoints.add(result(await process.add({ id: 3, kind: 'Savepoint' }, bytes('s'))()).file.path)
    expect(Object.keys(data()).map(key => Number(key.slice(-1))).filter(Number.isInteger)).toEqual(expect.arrayContaining([1, 3]))
    expect(data()).not.toHaveProperty('checkpointID-0000000000000000002')
  })

  test('what can not be subsumed is told, and goes with the next', async () => {
    const { driver, files } = aStore()
    let works = false
    const process = checkpointStoreDriver({
      ...driver,
      files: { ...driver.files, discard: path => works ? driver.files.discard(path) : TE.left('busy') },
    }, options)
    await process.recover()
    await process.add(checkpoint(1), bytes('1'))()
    expect(await process.add(checkpoint(2), bytes('2'))()).toMatchObject({ _tag: 'Done', notSubsumed: [{ _tag: 'NotDiscarded' }] })
    works = true
    expect(await process.add(checkpoint(3), bytes('3'))()).toMatchObject({ _tag: 'Done', notSubsumed: [] })
    expect(files()).toHaveLength(1)
  })

  test('H06, H04 suspended: all stays; globally terminal: pointers and files go', async () => {
    const { driver, data, files } = aStore()
    const process = checkpointStoreDriver(driver, { ...options, retained: 2 })
    await process.recover()
    for (const id of [1, 2]) await process.add(checkpoint(id), bytes('x'))()
    expect(await process.end('Suspended')()).toEqual([])
    expect(files()).toHaveLength(2)
    expect((await process.end('GloballyTerminal')()).map(({ _tag }) => _tag)).toEqual(['Done', 'Done', 'Done'])
    expect([Object.keys(data()).filter(key => key.startsWith('checkpointID-')), files()]).toEqual([[], []])
  })
})

test('a file is never written over another, and one that is gone is discarded', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'state-handles-'))
  folders.push(folder)
  const files = folderFiles(join(folder, 'a b', 'ü'), 'x')
  const stored = await files.store(bytes('1'))()
  if (stored._tag === 'Left') throw new Error(stored.left)
  expect(stored.right.path).toContain('/a%20b/')
  expect(existsSync(fileURLToPath(stored.right.path))).toBe(true)
  expect(await files.discard(stored.right.path)()).toMatchObject({ _tag: 'Right' })
  expect(await files.discard(stored.right.path)()).toMatchObject({ _tag: 'Right' })
  expect(await files.discard('s3://bucket/x')()).toMatchObject({ _tag: 'Left' })
})
