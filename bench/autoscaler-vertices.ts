import { createServer } from 'node:http'
import { once } from 'node:events'
import { isMainThread, parentPort, Worker } from 'node:worker_threads'
import { absent, type Fact, known } from '@flink-operator/core'
import type { FlinkDeploymentAction } from '@flink-operator/core/kind/flink-deployment'
import { flinkDeploymentKind } from '@flink-operator/core/kinds'
import { factOf, type Query } from '@flink-operator/core/query'
import { roundOf } from '@flink-operator/core/round'
import { answerQuery, flinkHttp, type FlinkQueryTag, type QueryOf } from '@flink-operator/flink-rest-adapter'
import { jobId, runningCluster } from '../packages/core/fixtures/cluster-facts.ts'
import { runningStatus } from '../packages/core/fixtures/deployment-status.ts'
import { environment } from '../packages/core/fixtures/environment.ts'
import { aResource, t0 } from '../packages/core/fixtures/flink-deployment-resource.ts'

const idOf = (index: number): string => index.toString(16).padStart(32, '0')
const source = 'Source__in'
const values = (ids: readonly string[], seconds: number) =>
  ids.map(id => {
    const value = id.endsWith('numRecordsIn') ? 100 * seconds : id.endsWith('PerSecond') ? 100 : 1_000
    return { id, min: value, max: value, avg: value, sum: value }
  })

/** A chain of vertices, as Flink's REST API shows it so many seconds after the start of the job. */
const answer = (url: string, vertices: number, seconds: number): unknown => {
  const [path = '', query = ''] = url.split('?')
  const asked = new URLSearchParams(query).get('get')?.split(',') ?? null
  if (path === '/v1/jobmanager/metrics') return [{ id: 'taskSlotsTotal', value: '4' }, { id: 'taskSlotsAvailable', value: '0' }]
  if (path.endsWith('/metrics'))
    return asked === null
      ? [
        'busyTimeMsPerSecond',
        'backPressuredTimeMsPerSecond',
        `${source}.numRecordsIn`,
        `${source}.numRecordsInPerSecond`,
        `${source}.pendingRecords`,
      ]
        .map(id => ({ id })) : values(asked, seconds)
  const ids = Array.from({ length: vertices }, (_, index) => idOf(index))
  const metrics = {
    'read-records': 100 * seconds,
    'read-records-complete': true,
    'write-records': 100 * seconds,
    'write-records-complete': true,
    'accumulated-busy-time': 500 * seconds,
  }
  return {
    jid: jobId,
    name: 'app',
    state: 'RUNNING',
    timestamps: { RUNNING: t0 - 3_600_000 },
    vertices: ids.map(id => ({ id, name: id, maxParallelism: 128, parallelism: 4, status: 'RUNNING', metrics })),
    plan: {
      nodes: ids.map((id, index) => ({
        id,
        parallelism: 4,
        ...(index === 0 ? {} : { inputs: [{ id: idOf(index - 1), ship_strategy: 'HASH' }] }),
      })),
    },
  }
}

/** Flink in a thread of its own: its CPU time does not count. It tells its port, then how many requests came since it was last asked. */
const serve = (): void => {
  let at = { vertices: 0, seconds: 0 }
  let requests = 0
  const server = createServer((request, response) => {
    requests += 1
    response.setHeader('content-type', 'application/json')
    response.end(JSON.stringify(answer(request.url ?? '', at.vertices, at.seconds)))
  })
  parentPort?.on('message', (next: typeof at) => {
    parentPort?.postMessage(requests)
    at = next
    requests = 0
  })
  server.listen(0, '127.0.0.1', () => parentPort?.postMessage((server.address() as { readonly port: number }).port))
}
if (!isMainThread) serve()

const cpuMillis = (): number => {
  const { user, system } = process.threadCpuUsage()
  return (user + system) / 1_000
}

/** What a round with a cycle costs, of jobs with 10 and with 100 vertices, with full windows. Both take turns in one process. */
export const autoscalerVertices = async (): Promise<Record<string, unknown>> => {
  const flink = new Worker(new URL(import.meta.url))
  const told = async (): Promise<number> => Number((await once(flink, 'message'))[0])
  const url = `http://127.0.0.1:${await told()}`
  const http = flinkHttp({ resolveEndpoint: () => Promise.resolve({ url }), requestTimeout: 60_000 })
  const configuration = {
    'job.autoscaler.enabled': 'true',
    'job.autoscaler.scaling.enabled': 'false',
    'job.autoscaler.stabilization.interval': '0 s',
  }
  const resource = aResource({ spec: { configuration }, status: runningStatus({ recorded: { spec: { configuration } } }) })

  const job = (vertices: number) => {
    let data: Readonly<Record<string, string>> | null = null
    let minute = 0
    const answered = async (query: Query, now: number): Promise<Fact<unknown>> => {
      if (query._tag === 'ReadAutoscalerState')
        return data === null ? absent(now)
          : known({ name: query.name, uid: 's', resourceVersion: '1', deleting: false, ownerUids: [], data }, now)
      const ours = (runningCluster(now) as Readonly<Record<string, Fact<unknown>>>)[factOf(query)]
      return ours ?? answerQuery(http, () => now)(query as QueryOf<FlinkQueryTag>)()
    }
    /** One round: milliseconds of CPU time, and requests to Flink. */
    return async (): Promise<{ readonly cpu: number; readonly requests: number }> => {
      minute += 1
      const now = t0 + minute * 60_000
      flink.postMessage({ vertices, seconds: 3_600 + minute * 60 })
      await told()
      const before = cpuMillis()
      let round = roundOf(flinkDeploymentKind, resource, environment(now))
      while (round.command._tag === 'Look') {
        const queries = round.command.queries.flat()
        const seen = await Promise.all(queries.map(async query => [factOf(query), await answered(query, now)] as const))
        round = round.after({ _tag: 'Seen', facts: Object.fromEntries(seen) })
      }
      let isSampled = false
      while (round.command._tag === 'Perform') {
        const action = round.command.effect as FlinkDeploymentAction
        if (action._tag === 'WriteAutoscalerState') {
          data = Object.fromEntries(
            Object.entries({ ...data, ...action.data }).flatMap(([key, text]) => (text === null ? [] : [[key, text] as const])),
          )
          isSampled = true
        }
        round = round.after({ _tag: 'Done', version: '101' })
      }
      const cpu = cpuMillis() - before
      if (!isSampled) throw new Error(`no sample is stored: ${JSON.stringify(round.command)}`)
      flink.postMessage({ vertices, seconds: 0 })
      return { cpu, requests: await told() }
    }
  }
  const [few, many] = [job(10), job(100)]
  // the windows are full, and the code is warm
  for (let n = 0; n < 20; n++) for (const cycle of [few, many]) await cycle()
  const seen: { readonly cpu10: number; readonly cpu100: number; readonly requests10: number; readonly requests100: number }[] = []
  for (let n = 0; n < 31; n++) {
    const [ten, hundred] = [await few(), await many()]
    seen.push({ cpu10: ten.cpu, cpu100: hundred.cpu, requests10: ten.requests, requests100: hundred.requests })
  }
  const median = (of: (one: (typeof seen)[number]) => number): number => seen.map(of).sort((a, b) => a - b)[15] ?? NaN
  http.close()
  await flink.terminate()
  return {
    'cpuMillisACycle.10': Number(median(it => it.cpu10).toFixed(1)),
    'cpuMillisACycle.100': Number(median(it => it.cpu100).toFixed(1)),
    cpuOf100To10: Number(median(it => it.cpu100 / it.cpu10).toFixed(1)),
    'flinkRequestsACycle.10': median(it => it.requests10),
    'flinkRequestsACycle.100': median(it => it.requests100),
  }
}
