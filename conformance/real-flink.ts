import { readFileSync, writeFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import type { Fact } from '@flink-operator/core'
import type { ClusterOverview, JobOverview } from '@flink-operator/core/fact'
import { answerQuery, execute, flinkHttp } from '@flink-operator/flink-rest-adapter'
import * as E from 'fp-ts/lib/Either.js'
import { eventually, exampleJar, startFlink } from '../packages/flink-rest-adapter/test/real-flink.ts'
import type { FlinkSide } from './flink-side.ts'
import { answerOf } from './side.ts'

export interface RealFlinkCluster {
  /** Runs another job on the same cluster and waits for its first checkpoint. */
  readonly runJob: (jobId: string) => Promise<FlinkSide>
  readonly stop: () => Promise<void>
}

/** What is needed of Flink's own answer; the adapter's codec leaves out what no decision asks for. */
interface CheckpointList {
  readonly history: readonly { readonly is_savepoint: boolean; readonly status: string; readonly num_acknowledged_subtasks: number }[]
}

const endpoint = { namespace: 'none', service: 'session', port: 8081, tls: false } as const

/** A session cluster from a Flink home, asked through the operator's own adapter. */
export const realFlink = async (home: string): Promise<RealFlinkCluster> => {
  const flink = await startFlink(home)
  const http = flinkHttp({ resolveEndpoint: () => Promise.resolve({ url: flink.url }) })
  const ask = (query: Parameters<ReturnType<typeof answerQuery>>[0]) => answerQuery(http, Date.now)(query)()
  await eventually(
    () => ask({ _tag: 'GetClusterOverview', endpoint }),
    fact => fact._tag === 'Known' && (fact.value as ClusterOverview).taskManagers === 1,
    150_000,
  )
  const jar = exampleJar(home)
  const form = new FormData()
  form.append('jarfile', new Blob([readFileSync(jar)]), basename(jar))
  const uploaded = await fetch(`${flink.url}/v1/jars/upload`, { method: 'POST', body: form })
  const jarId = basename(((await uploaded.json()) as { readonly filename: string }).filename)

  const runJob: RealFlinkCluster['runJob'] = async jobId => {
    const ran = await http.call(endpoint, {
      method: 'POST',
      path: `/v1/jars/${jarId}/run`,
      body: { jobId, programArgsList: ['--control', flink.directory, '--delay', '20'] },
    })()
    if (E.isLeft(ran)) throw new Error(ran.left.message)
    const jobs = async (): Promise<JobOverview | undefined> => {
      const fact = await ask({ _tag: 'GetJobsOverview', endpoint }) as Fact<readonly JobOverview[]>
      return fact._tag === 'Known' ? fact.value.find(it => it.jobId === jobId) : undefined
    }
    await eventually(jobs, job => job !== undefined && job.state === 'RUNNING' && job.tasks.running === job.tasks.total)
    await eventually(
      () => ask({ _tag: 'GetCheckpoints', endpoint, jobId }),
      fact => fact._tag === 'Known' && (fact.value as { readonly completed: unknown }).completed !== null,
    )
    return {
      jobId,
      endpoint,
      perform: async action => {
        const answer = await execute(http)(action)()
        return answerOf(E.isLeft(answer) ? answer.left : null)
      },
      ask: query => ask(query as Parameters<typeof ask>[0]),
      askCached: query => ask(query as Parameters<typeof ask>[0]),
      operation: query =>
        eventually(() => ask(query), fact => fact._tag !== 'Known' || (fact.value as { readonly _tag: string })._tag !== 'InProgress'),
      state: async wanted => (await eventually(jobs, job => job?.state === wanted).catch(jobs))?.state ?? null,
      age: millis => pause(millis),
      // much longer than the list of checkpoints may be old, by which it is seen that one is under way
      slowSnapshots: () => Promise.resolve(writeFileSync(join(flink.directory, 'snapshot-sleep'), '12')),
      savepointUnderWay: async () => {
        await eventually(
          async () => ((await (await fetch(`${flink.url}/v1/jobs/${jobId}/checkpoints`)).json()) as CheckpointList).history,
          history => history.some(it => it.is_savepoint && it.status === 'IN_PROGRESS' && it.num_acknowledged_subtasks > 0),
        )
      },
    }
  }
  return {
    runJob,
    stop: async () => {
      http.close()
      await flink.stop()
    },
  }
}
