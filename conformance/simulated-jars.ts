import type { Fact } from '@flink-operator/core'
import type { FlinkAction } from '@flink-operator/core/action'
import type { JarView, JobOverview } from '@flink-operator/core/fact'
import { answerQuery, emptyWorld, fairEvents, perform, step, type World } from '@flink-operator/simulation'
import type { JarSide } from './jar-side.ts'
import { answerOf } from './side.ts'

const endpoint = { namespace: 'default', service: 'session-rest', port: 8081, tls: false } as const
const head = { uid: 'made', version: 'v1', deleting: false, ownerUids: [], annotations: {} }

/** The model of a session cluster whose JobManager was just made, without high availability. */
const cluster = (): World => {
  const world = emptyWorld({ abstract: false, restCacheMillis: 3_000, operationMemoryMillis: 300_000 }, 1_700_000_000_000, 'session')
  return {
    ...world,
    services: [{ ...head, name: endpoint.service }],
    configMaps: [{ ...head, name: 'flink-config-session' }],
    deployments: [{
      ...head,
      name: 'session',
      role: 'JobManager',
      created: world.now,
      input: { clusterId: 'session', flinkVersion: 'v1_20', attempt: null, configuration: { 'execution.target': 'kubernetes-session' } },
      replicas: 1,
      availableSince: null,
      started: false,
    }],
  }
}

/** Whatever comes of itself, but for the work of jobs. */
const settled = (world: World): World => {
  const next = fairEvents(world).find(({ _tag }) => _tag !== 'CompleteCheckpoint' && _tag !== 'Process')
  return next === undefined ? world : settled(step(world, next))
}

export const simulatedJars = (): JarSide => {
  let world = settled(cluster())
  const jars = (): readonly JarView[] =>
    (answerQuery(world, { _tag: 'GetJars', endpoint }) as Fact<readonly JarView[]> & { readonly _tag: 'Known' }).value
  const idOf = (name: string): string => jars().findLast(it => it.name === name)?.id ?? name
  const does = (action: FlinkAction, owner: string) => {
    const { world: next, error } = perform(world, action, '', 'Ok', owner)
    world = next
    return Promise.resolve(answerOf(error))
  }
  return {
    upload: name => does({ _tag: 'UploadJar', endpoint, name, jarURI: null }, 'a'),
    jars: () => Promise.resolve(jars().map(({ name }) => name).toSorted()),
    run: (name, jobId, { savepointPath } = {}) =>
      does({
        _tag: 'RunJar',
        endpoint,
        jarId: idOf(name),
        jobId,
        entryClass: null,
        args: [],
        parallelism: 1,
        savepointPath: savepointPath === undefined ? null : `file:/${savepointPath}`,
        allowNonRestoredState: false,
        configuration: {},
        flinkVersion: 'v1_20',
      }, jobId),
    remove: name => does({ _tag: 'DeleteJar', endpoint, jarId: idOf(name) }, 'a'),
    cancel: jobId => does({ _tag: 'CancelJob', endpoint, jobId, why: 'test' }, jobId),
    state: jobId => {
      world = settled(world)
      const fact = answerQuery(world, { _tag: 'GetJobsOverview', endpoint }) as Fact<readonly JobOverview[]>
      return Promise.resolve(fact._tag === 'Known' ? fact.value.find(it => it.jobId === jobId)?.state ?? null : fact._tag)
    },
    restart: () => {
      world = settled(step(world, { _tag: 'CrashJobManager', pod: world.pods[0]?.uid ?? '' }))
      return Promise.resolve()
    },
  }
}
