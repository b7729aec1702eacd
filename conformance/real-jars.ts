import { readFileSync } from 'node:fs'
import type { Fact } from '@flink-operator/core'
import type { FlinkAction } from '@flink-operator/core/action'
import type { JarView, JobOverview } from '@flink-operator/core/fact'
import type { FlinkQuery } from '@flink-operator/core/query'
import type { FlinkVersion } from '@flink-operator/core/resource'
import { answerQuery, execute, flinkHttp } from '@flink-operator/flink-rest-adapter'
import * as E from 'fp-ts/lib/Either.js'
import { jarServer } from '../packages/flink-rest-adapter/test/jar-server.ts'
import { eventually, exampleJar, startFlink } from '../packages/flink-rest-adapter/test/real-flink.ts'
import type { JarSide } from './jar-side.ts'
import { answerOf } from './side.ts'

const endpoint = { namespace: 'none', service: 'session', port: 8081, tls: false } as const

/** A session cluster from a Flink home, as Kubernetes runs one: what was uploaded is gone with the process. */
export const realJars = async (home: string, flinkVersion: FlinkVersion): Promise<JarSide & { readonly stop: () => Promise<void> }> => {
  const flink = await startFlink(home, { 'web.upload.dir': null })
  const jar = readFileSync(exampleJar(home))
  const source = await jarServer('127.0.0.1', (_, outgoing) => void outgoing.end(jar))
  const http = flinkHttp({ resolveEndpoint: () => Promise.resolve({ url: flink.url }) })
  const rules = { allowedSchemes: ['http'], restriction: () => null, headers: {}, maxBytes: 1e8, maxRedirects: 0, timeout: 60_000 }
  const ask = (query: FlinkQuery): Promise<Fact<unknown>> => answerQuery(http, Date.now)(query)()
  const perform = async (action: FlinkAction) => {
    const answer = await execute(http, { jar: { rules }, submissionTimeout: 60_000 })(action)()
    return answerOf(E.isLeft(answer) ? answer.left : null)
  }
  const uploaded = async () => {
    const fact = await ask({ _tag: 'GetJars', endpoint }) as Fact<readonly JarView[]>
    return fact._tag === 'Known' ? fact.value.toSorted((a, b) => b.uploaded - a.uploaded) : []
  }
  const idOf = async (name: string): Promise<string> => (await uploaded()).find(it => it.name === name)?.id ?? name
  const stateOf = async (jobId: string): Promise<string | null> => {
    const fact = await ask({ _tag: 'GetJobsOverview', endpoint }) as Fact<readonly JobOverview[]>
    if (fact._tag !== 'Known') return fact._tag
    return fact.value.find(it => it.jobId === jobId)?.state ?? null
  }
  const ready = async (): Promise<void> => {
    await eventually(() => ask({ _tag: 'GetJobsOverview', endpoint }), fact => fact._tag === 'Known', 150_000)
  }
  await ready()
  return {
    upload: name => perform({ _tag: 'UploadJar', endpoint, name, jarURI: `${source.url}/${name}` }),
    jars: async () => {
      const fact = await ask({ _tag: 'GetJars', endpoint }) as Fact<readonly JarView[]>
      return fact._tag === 'Known' ? fact.value.map(({ name }) => name).toSorted() : fact._tag
    },
    run: async (name, jobId, { entryClass = 'TestJob', savepointPath } = {}) =>
      perform({
        _tag: 'RunJar',
        endpoint,
        jarId: await idOf(name),
        jobId,
        entryClass,
        args: ['--control', flink.directory, '--delay', '20'],
        parallelism: 1,
        savepointPath: savepointPath === undefined ? null : `file://${flink.directory}/${savepointPath}`,
        allowNonRestoredState: false,
        configuration: {},
        flinkVersion,
      }),
    remove: async name => perform({ _tag: 'DeleteJar', endpoint, jarId: await idOf(name) }),
    cancel: jobId => perform({ _tag: 'CancelJob', endpoint, jobId, why: 'test' }),
    state: jobId =>
      eventually(() => stateOf(jobId), state => ![...'CREATED INITIALIZING CANCELLING RESTARTING'.split(' ')].includes(state ?? '')),
    restart: async () => {
      await flink.killJobManager()
      flink.startJobManager()
      await ready()
    },
    stop: async () => {
      http.close()
      await source.close()
      await flink.stop()
    },
  }
}
