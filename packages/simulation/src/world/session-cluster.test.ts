import { describe, expect, test } from 'vitest'
import type { RunJar } from '@flink-operator/core/action'
import type { RestEndpoint } from '@flink-operator/core/query'
import { lastStateMarker } from '@flink-operator/core/resource'
import { answerQuery } from './answer-query.ts'
import { emptyWorld } from './empty-world.ts'
import { fairEvents } from './fair-events.ts'
import { fromJob } from './jobs.ts'
import { type Outcome, perform } from './perform.ts'
import type { World, JobAction } from './world.ts'
import { step } from './step-world.ts'

const endpoint: RestEndpoint = { namespace: 'default', service: 'sessions-rest', port: 8081, tls: false }
const [first, second, third] = ['1', '2', '3'].map(it => it.repeat(32)) as [string, string, string]

/** A session cluster whose JobManager was just made. */
const cluster = (highAvailability: boolean): World => ({
  ...emptyWorld({ abstract: false, restCacheMillis: 3_000, operationMemoryMillis: 300_000 }, 1_700_000_000_000, 'sessions'),
  services: [{ name: endpoint.service, uid: 'service', version: 'v1', deleting: false, ownerUids: [], annotations: {} }],
  configMaps: [{ name: 'flink-config-sessions', uid: 'config', version: 'v1', deleting: false, ownerUids: [], annotations: {} }],
  deployments: [{
    name: 'sessions',
    uid: 'deployment',
    version: 'v1',
    deleting: false,
    ownerUids: [],
    annotations: {},
    role: 'JobManager',
    created: 1_700_000_000_000,
    input: {
      clusterId: 'sessions',
      flinkVersion: 'v1_20',
      attempt: null,
      configuration: { 'execution.target': 'kubernetes-session', ...(highAvailability ? { 'high-availability.type': 'kubernetes' } : {}) },
    },
    replicas: 1,
    availableSince: null,
    started: false,
  }],
})

/** Whatever comes of itself, but for the work of jobs. */
const settled = (world: World): World => {
  const next = fairEvents(world).find(({ _tag }) => _tag !== 'CompleteCheckpoint' && _tag !== 'Process')
  return next === undefined ? world : settled(step(world, next))
}
const did = (world: World, action: JobAction, owner: string | null, outcome: Outcome = 'Ok') => perform(world, action, '', outcome, owner)
const jars = (world: World) =>
  (answerQuery(world, { _tag: 'GetJars', endpoint }) as { readonly value?: readonly { readonly id: string }[] }).value
const jobs = (world: World) =>
  (answerQuery(world, { _tag: 'GetJobsOverview', endpoint }) as {
    readonly value?: readonly { readonly jobId: string; readonly state: string }[]
  })
    .value?.map(({ jobId, state }) => `${jobId[0] ?? ''} ${state}`)

const uploaded = (world: World): World => did(world, { _tag: 'UploadJar', endpoint, name: 'a.jar', jarURI: null }, 'a').world
const runOf = (world: World, jobId: string, savepointPath: string | null = null): RunJar => ({
  _tag: 'RunJar',
  endpoint,
  jarId: jars(world)?.at(-1)?.id ?? 'no jar',
  jobId,
  entryClass: null,
  args: [],
  parallelism: 1,
  savepointPath,
  allowNonRestoredState: false,
  configuration: {},
  flinkVersion: 'v1_20',
})
const run = (world: World, jobId: string, owner: string, path: string | null = null) => did(world, runOf(world, jobId, path), owner)
const podOf = (world: World): string => world.pods[0]!.uid
const checkpoint = (world: World, jobId: string): World => {
  const worked = step(world, { _tag: 'Process', pod: podOf(world), jobId })
  return step(worked, { _tag: 'CompleteCheckpoint', pod: podOf(world), jobId })
}
const crashed = (world: World): World => settled(step(world, { _tag: 'CrashJobManager', pod: podOf(world) }))

const empty = settled(cluster(false))
const two = settled(run(settled(run(uploaded(empty), first, 'a').world), second, 'b').world)

describe('a session cluster in the model', () => {
  test('starts without a job, and lists what was uploaded and not deleted again', () => {
    expect(jobs(empty)).toEqual([])
    const both = uploaded(uploaded(empty))
    expect(jars(both)).toHaveLength(2)
    expect(new Set(jars(both)?.map(({ id }) => id)).size).toBe(2)
    const left = did(both, { _tag: 'DeleteJar', endpoint, jarId: jars(both)![0]!.id }, 'a').world
    expect(jars(left)).toEqual(jars(both)!.slice(1))
  })

  test('flink trap 11: an id that was used is refused while the job runs and after it ended', () => {
    const world = two
    expect(run(world, first, 'a').error).toMatchObject({ _tag: 'DuplicateJob', applied: 'No' })
    const ended = settled(step(world, { _tag: 'CancelFromOutside', pod: podOf(world), jobId: first }))
    expect(jobs(ended)).toEqual(['1 CANCELED', '2 RUNNING'])
    expect(run(ended, first, 'a').error).toMatchObject({ _tag: 'DuplicateJob' })
  })

  test('P02 two runs of one FlinkSessionJob are told; those of two are none of it', () => {
    expect(two.breaches).toEqual([])
    expect(run(two, third, 'a').world.breaches).toEqual([{ property: 'P02', what: '2 jobs are alive at once' }])
  })

  test('P01 each is judged by its own states: what the other stored is no reason', () => {
    const ahead = checkpoint(checkpoint(two, first), second)
    expect(fromJob(ahead, 'a').storage.map(({ path }) => path)).not.toEqual(fromJob(ahead, 'b').storage.map(({ path }) => path))
    const ended = settled(step(ahead, { _tag: 'CancelFromOutside', pod: podOf(ahead), jobId: first }))
    const [own] = fromJob(ended, 'a').storage
    expect(run(ended, third, 'a', own!.path).world.breaches).toEqual([])
    expect(run(ended, third, 'a').world.breaches.map(({ property }) => property)).toEqual(['P01'])
  })

  test('a state that is not there: refused, and the job stands as FAILED under its id', () => {
    const { world, error } = run(uploaded(empty), first, 'a', lastStateMarker)
    expect(error).toMatchObject({ _tag: 'Invalid', applied: 'Maybe' })
    expect(jobs(world)).toEqual(['1 FAILED'])
    expect(run(world, first, 'a').error).toMatchObject({ _tag: 'DuplicateJob' })
  })

  test('without HA a JobManager that restarts knows neither jobs nor jars; the ids are free again', () => {
    const again = crashed(two)
    expect(jobs(again)).toEqual([])
    expect(jars(again)).toEqual([])
    expect(run(again, first, 'a').error).toMatchObject({ _tag: 'NotFound', applied: 'No' })
    expect(run(uploaded(again), first, 'a').error).toBeNull()
  })

  test('with HA it runs its jobs again under their ids, each from its newest checkpoint, and refuses the ids', () => {
    const world = uploaded(settled(cluster(true)))
    const running = settled(run(settled(run(world, first, 'a').world), second, 'b').world)
    const again = crashed(checkpoint(running, second))
    expect(jobs(again)).toEqual(['1 RUNNING', '2 RUNNING'])
    expect(again.pods[0]?.process?.jobs.map(({ source }) => source?.path ?? null)).toEqual([null, fromJob(again, 'b').storage[0]?.path])
    expect(run(uploaded(again), first, 'a').error).toMatchObject({ _tag: 'DuplicateJob' })
  })

  test('with HA a job that was run from a savepoint goes on from that until it has a checkpoint', () => {
    const world = settled(run(uploaded(settled(cluster(true))), first, 'a').world)
    const ended = settled(step(checkpoint(world, first), { _tag: 'CancelFromOutside', pod: podOf(world), jobId: first }))
    const path = fromJob(ended, 'a').storage[0]!.path
    const again = crashed(settled(run(ended, third, 'a', path).world))
    expect(again.pods[0]?.process?.jobs.map(({ jobId, source }) => [jobId, source?.path])).toEqual([[third, path]])
  })

  test('with HA a job that ended is not run again, though its JobManager died before it had cleaned up', () => {
    const world = settled(run(uploaded(settled(cluster(true))), first, 'a').world)
    const ended = step(step(world, { _tag: 'CancelFromOutside', pod: podOf(world), jobId: first }), {
      _tag: 'FinishCancelling',
      pod: podOf(world),
      jobId: first,
    })
    expect(ended.ha.cluster?.plans.map(({ jobId }) => jobId)).toEqual([first])
    const again = crashed(ended)
    expect(jobs(again)).toEqual([])
    expect(again.ha.cluster?.plans).toEqual([])
  })

  test('B02 a run that arrives late runs where nobody waits for it any more, though its jar was deleted meanwhile', () => {
    const world = uploaded(empty)
    const sent = did(world, runOf(world, first), 'a', 'Late')
    expect(sent.error).toMatchObject({ applied: 'Maybe' })
    expect(jobs(sent.world)).toEqual([])
    const deleted = did(sent.world, { _tag: 'DeleteJar', endpoint, jarId: jars(world)![0]!.id }, 'a').world
    expect(jobs(settled(step(deleted, { _tag: 'ArriveLate', index: 0 })))).toEqual(['1 RUNNING'])
    expect(jobs(settled(step(crashed(sent.world), { _tag: 'ArriveLate', index: 0 })))).toEqual([])
  })
})
