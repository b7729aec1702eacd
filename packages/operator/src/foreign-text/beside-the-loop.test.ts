import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Worker } from 'node:worker_threads'
import { crdOf } from '@flink-operator/core/codec'
import { kindNames, kindOf, kinds } from '@flink-operator/core/kinds'
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

/** The aim is 100 ms, on a machine that has nothing else to do; a loop that waited for a worker would not answer at all. */
const longestAnswer = 5_000

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
  const took: number[] = []
  const seen = new Set<string>()
  while (seen.size < 6) {
    const asked = performance.now()
    const { status } = await fetch(`http://127.0.0.1:${String(operator.port)}/healthz`)
    took.push(performance.now() - asked)
    expect(status).toBe(200)
    seen.add(renewed(api))
  }
  state.isOver = true
  const tags = (await poisoned).flat()
  expect(new Set(tags)).toEqual(new Set(['Exceeded']))
  expect(Math.max(...took)).toBeLessThan(longestAnswer)
}, 300_000)
