import { kindOf } from '@flink-operator/kinds'
import { type Credentials, createHttp } from '@flink-operator/k8s-adapter'
import * as E from 'fp-ts/lib/Either.js'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { startFakeApi } from '../../test/fake-api.ts'
import { manualClock } from '../manual-clock.ts'
import { keyText } from '../port/cluster-port.ts'
import { watchKind } from './watched-kind.ts'

const closing: (() => unknown)[] = []
afterEach(async () => {
  for (const close of closing.splice(0).reverse()) await close()
})

const collection = '/apis/flink.apache.org/v1beta1/flinksessionjobs'
const recordOf = (deploymentName: string): string => JSON.stringify({ spec: { deploymentName, job: {} }, resource_metadata: {} })
const sessionJob = (deploymentName: string | undefined, lastReconciledSpec: string | undefined) => ({
  apiVersion: 'flink.apache.org/v1beta1',
  kind: 'FlinkSessionJob',
  metadata: { name: 'job', namespace: 'jobs' },
  spec: { deploymentName },
  status: { jobStatus: { state: 'RUNNING' }, reconciliationStatus: { lastReconciledSpec } },
})

const credentials = (origin: string): Credentials => ({
  server: { origin, basePath: '' },
  proxy: null,
  namespace: 'default',
  source: 'a test',
  session: () => Promise.resolve(E.right({ ca: null, cert: null, key: null, serverName: null, verify: true, headers: {} })),
})

const reportedToCluster = kindOf('FlinkDeployment').watch.find(rule => rule._tag === 'Referring' && rule.type.kind === 'FlinkSessionJob')

/** Which of these clusters wake the job, and which cluster is told of what becomes of the job. */
const heard = async (deploymentName: string | undefined, record: string | undefined) => {
  const api = await startFakeApi()
  closing.push(api.close)
  api.put(collection, sessionJob(deploymentName, record))
  const reported: string[] = []
  const woken: string[] = []
  const seen: string[] = []
  if (reportedToCluster?._tag !== 'Referring') throw new Error('a FlinkDeployment is told of its session jobs')
  const http = createHttp({ credentials: credentials(api.url) })
  const ofCluster = { kind: 'FlinkDeployment', by: reportedToCluster }
  const watch = watchKind(
    kindOf('FlinkSessionJob'),
    [{ values: reportedToCluster.values, names: ofCluster, tell: key => reported.push(key.name) }],
    null,
    {
      http,
      clock: manualClock(1_000_000),
      namespaces: null,
      labelSelector: null,
      onWake: key => woken.push(keyText(key)),
      onReported: (_key, change) => seen.push(change),
      onGone: () => undefined,
      onError: () => undefined,
    },
  )
  closing.push(http.close, watch.stop)
  await watch.settled
  await vi.waitFor(() => expect(woken.splice(0)).toEqual(['jobs/job']))
  const by = ['app', 'other'].filter(name => {
    watch.wakeReferring('FlinkDeployment', { namespace: 'jobs', name })
    return woken.splice(0).length > 0
  })
  api.edit('/apis/flink.apache.org/v1beta1/namespaces/jobs/flinksessionjobs/job', live => ({
    ...live,
    status: { ...live.status, jobStatus: { state: 'FAILED' } },
  }))
  await vi.waitFor(() => expect(seen).toEqual(['added', 'modified']))
  return { by, reported }
}

describe('a session job hears of the cluster that it was submitted to, and that cluster of it (E-6, E-55)', () => {
  test.each<readonly [string, deploymentName: string | undefined, record: string | undefined, cluster: readonly string[]]>([
    ['before the first submit: the one that it names', 'app', undefined, ['app']],
    ['it runs where it says', 'app', recordOf('app'), ['app']],
    ['an edit names another cluster, which is refused: it runs where it ran', 'other', recordOf('app'), ['app']],
    ['an edit names none', undefined, recordOf('app'), ['app']],
    ['what was submitted can not be read: the one that it names', 'other', '{', ['other']],
    ['it names none', undefined, undefined, []],
  ])('%s', async (_title, deploymentName, record, cluster) => {
    expect(await heard(deploymentName, record)).toEqual({ by: cluster, reported: cluster })
  })
})
