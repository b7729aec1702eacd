import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'
import { Worker } from 'node:worker_threads'
import { crdOf } from '@flink-operator/core/codec'
import { kindNames, kindOf, kinds } from '@flink-operator/kinds'
import { loadCredentials } from '@flink-operator/k8s-adapter'
import * as E from 'fp-ts/lib/Either.js'
import { pino } from 'pino'
import { afterEach, expect, test } from 'vitest'
import { type FakeApi, startFakeApi } from '../../test/fake-api.ts'
import { startOperator } from '../run.ts'
import type { RunningOperator } from '../running-operator.ts'
import { poolLimits, readingPool } from './reading-pool.ts'
import { readingWorker } from './reading-worker.ts'

const lease = '/apis/coordination.k8s.io/v1/namespaces/operators/leases/flink-operator'

/**
 * Nine answers of ten come within 100 ms, beyond what a server with nothing to do takes beside it: the workers alone have more work than
 * this machine has processors. A loop that waited for a worker would not answer at all.
 */
const aim = { answer: 100, longest: 5_000 }

const closing: (() => Promise<unknown>)[] = []
afterEach(async () => {
  for (const close of closing.splice(0).reverse()) await close()
})

const fileWith = (name: string, text: string): { readonly folder: string; readonly file: string } => {
  const folder = mkdtempSync(join(tmpdir(), 'flink-operator-beside-'))
  writeFileSync(join(folder, name), text)
  return { folder, file: join(folder, name) }
}

const operate = async (api: FakeApi): Promise<RunningOperator> => {
  for (const name of kindNames) api.put('/apis/apiextensions.k8s.io/v1/customresourcedefinitions', crdOf(kindOf(name)))
  const { file } = fileWith(
    'config',
    JSON.stringify({
      apiVersion: 'v1',
      kind: 'Config',
      'current-context': 'c',
      contexts: [{ name: 'c', context: { cluster: 'c', user: 'u', namespace: 'operators' } }],
      clusters: [{ name: 'c', cluster: { server: api.url } }],
      users: [{ name: 'u', user: {} }],
    }),
  )
  const credentials = loadCredentials({ kubeconfig: file, environment: {} })
  if (E.isLeft(credentials)) throw new Error(credentials.left)
  const operator = await startOperator({
    credentials: credentials.right,
    kinds,
    folders: { folder: fileWith('config.yaml', 'kubernetes.operator.leader-election.retry-period: 100 ms').folder, overrides: null },
    namespaces: [],
    watchNamespaces: undefined,
    reach: { resolution: 'cluster-ip', zooKeeperDigest: null },
    port: 0,
    crashAt: null,
    logger: pino({ level: 'silent' }),
  })
  if (E.isLeft(operator)) throw new Error(operator.left.message)
  closing.push(operator.right.stop)
  return operator.right
}

/** A server that has nothing to do, in a process of its own. */
const idleServer = async (): Promise<string> => {
  const code =
    `require('http').createServer((_, answer) => answer.end()).listen(0, '127.0.0.1', function () { console.log(this.address().port) })`
  const child = spawn(process.execPath, ['-e', code], { stdio: ['ignore', 'pipe', 'inherit'] })
  closing.push(() => Promise.resolve(child.kill()))
  const [port] = await once(child.stdout, 'data') as [Buffer]
  return `http://127.0.0.1:${port.toString().trim()}/`
}

/** How long each address took to answer, in milliseconds: another process asks all in turn. */
const answered = async (times: number, urls: readonly string[]): Promise<Readonly<Record<string, readonly number[]>>> => {
  const script = fileURLToPath(new URL('../../test/ask-in-turn.ts', import.meta.url))
  const child = spawn(process.execPath, [script, String(times), ...urls], { stdio: ['ignore', 'pipe', 'inherit'] })
  closing.push(() => Promise.resolve(child.kill()))
  return JSON.parse(await text(child.stdout)) as Readonly<Record<string, readonly number[]>>
}

/** What nine of ten stay under. */
const ninth = (took: readonly number[]): number => took.toSorted((a, b) => a - b)[Math.floor(took.length * 0.9)] ?? Number.MAX_VALUE

const renewed = (api: FakeApi): string => String(api.get(lease)?.spec?.['renewTime'])

test.each([
  ['spins', 'for (;;) Math.random()', { time: 2_000 }],
  ['runs out of memory', 'const eaten = []; for (;;) eaten.push({ more: [eaten.length] })', { heapMebibytes: 48 }],
])('with a worker that %s /healthz answers and the Lease is renewed', async (_, poison, limits) => {
  const api = await startFakeApi()
  closing.push(api.close)
  const operator = await operate(api)
  await expect.poll(() => api.get(lease)?.spec?.['holderIdentity'] ?? '', { timeout: 60_000 }).not.toBe('')
  const pool = readingPool({ ...poolLimits, ...limits }, given => {
    const code = `
      const { parentPort } = require('node:worker_threads')
      parentPort.on('message', () => { ${poison} })
      parentPort.postMessage({ _tag: 'Ready' })`
    const resourceLimits = { maxOldGenerationSizeMb: given.heapMebibytes, maxYoungGenerationSizeMb: 8 }
    return readingWorker(Promise.resolve(new Worker(code, { eval: true, resourceLimits })), given)
  })
  closing.push(pool.stop)

  const state = { isOver: false }
  // all workers, again and again, until the Lease was renewed five times
  const poisoned = Promise.all(['a', 'b'].map(async owner => {
    const tags: string[] = []
    while (!state.isOver) {
      const read = await pool.read({ task: 'answer', input: null, bytes: 1, owner })
      tags.push(E.isLeft(read) ? read.left._tag : 'Right')
    }
    return tags
  }))
  const idle = await idleServer()
  const healthz = `http://127.0.0.1:${String(operator.port)}/healthz`
  const asked = answered(100, [healthz, idle])
  const seen = new Set<string>()
  await expect.poll(() => seen.add(renewed(api)).size, { timeout: 120_000, interval: 20 }).toBeGreaterThan(5)
  const took = await asked
  state.isOver = true
  const tags = (await poisoned).flat()
  expect(new Set(tags)).toEqual(new Set(['Exceeded']))
  expect(Math.max(...took[healthz] ?? [])).toBeLessThan(aim.longest)
  expect(ninth(took[healthz] ?? [])).toBeLessThan(aim.answer + 2 * ninth(took[idle] ?? []))
}, 300_000)
