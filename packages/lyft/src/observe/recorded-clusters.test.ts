import { expect, test } from 'vitest'
import { anApplication, ApplicationWorld } from '../../fixtures/flink-application-world.ts'
import { isTerminal, type JsonObject } from '@flink-operator/core/resource'
import { hashLabel, typeLabel } from '../objects/flink-application-labels.ts'
import { type RecordedCluster, recordedClusters } from './recorded-clusters.ts'

/** Jobs that are alive, by the cluster that they run in. */
const aliveIn = (world: ApplicationWorld) =>
  world.deployments.filter(({ labels }) => labels[typeLabel] === 'jobmanager').flatMap(({ uid, labels }) =>
    (world.flinks.get(uid)?.jobs ?? []).filter(({ state }) => !isTerminal(state)).map(({ jobId }) => ({
      hash: labels[hashLabel] ?? '',
      jobId,
    }))
  )

const clustersOf = ({ resource }: ApplicationWorld): readonly RecordedCluster[] => (resource === null ? [] : recordedClusters(resource))

/** Rounds until that state, and after each of them every job that is alive has a cluster that names it. */
const followed = (
  world: ApplicationWorld,
  until: (world: ApplicationWorld) => boolean,
  most = 60,
): readonly (readonly RecordedCluster[])[] => {
  const seen: (readonly RecordedCluster[])[] = []
  for (let i = 0; i < most && world.resource !== null; i += 1) {
    world.rounds(1)
    if (world.resource === null) break
    const clusters = clustersOf(world)
    for (const { hash, jobId } of aliveIn(world))
      expect(clusters.filter(it => it.hashes.includes(hash)), `${world.phase}: job ${jobId} of ${hash}`).toMatchObject([{
        jobId,
        isJobOver: false,
      }])
    seen.push(clusters)
    if (until(world)) return seen
  }
  if (world.resource !== null) throw new Error(`it is ${world.phase}`)
  return seen
}

const settled = ({ status }: ApplicationWorld): boolean => status.phase === 'Running' && status.operation === null
const opened = (spec: JsonObject): ApplicationWorld => {
  const world = new ApplicationWorld(anApplication(spec))
  followed(world, settled)
  return world
}
const counts = (seen: readonly (readonly RecordedCluster[])[]): readonly number[] =>
  seen.map(clusters => clusters.length).filter((it, index, all) => all[index - 1] !== it)

test('before anything is deployed there is none, and a first cluster is told before its job', () => {
  const world = new ApplicationWorld(anApplication())
  expect(clustersOf(world)).toEqual([])
  const [first] = followed(world, ({ phase }) => phase === 'ClusterStarting').at(-1) ?? []
  expect(first).toMatchObject({ jobId: null, jobState: null, isJobOver: false, colour: null })
})

test('an update has both clusters until the new job runs; the old job is over once it was seen to end', () => {
  const world = opened({})
  const [before] = clustersOf(world)
  const seen = followed(world.edit({ image: 'lyft/flink:2' }), settled)
  expect(counts(seen)).toEqual([2, 1])
  expect(seen.some(clusters => clusters.some(({ hash, isJobOver }) => hash === before?.hash && isJobOver))).toBe(true)
  expect(seen.at(-1)?.[0]).not.toMatchObject({ hash: before?.hash })
})

test('an update that is given up leaves the live one', () => {
  const world = opened({})
  const before = clustersOf(world)
  world.comesUp = false
  world.edit({ image: 'lyft/flink:2' }).until('ClusterStarting')
  world.edit({ image: 'lyft/flink:2', forceRollback: true })
  expect(followed(world, ({ phase }) => phase === 'DeployFailed').at(-1)?.map(({ hash }) => hash)).toEqual(before.map(({ hash }) => hash))
})

test('what is scaled in place is one cluster, under both of its hashes', () => {
  const world = opened({ scaleMode: 'InPlace' })
  const seen = followed(world.edit({ scaleMode: 'InPlace', parallelism: 6 }), settled)
  expect(seen.some(([cluster]) => cluster?.hashes.length === 2)).toBe(true)
  expect(seen.filter(clusters => clusters.some(({ jobId }) => jobId === null))).toEqual([])
})

test('two versions that run are two clusters, each with its colour, until one is torn down', () => {
  const world = opened({ deploymentMode: 'BlueGreen' })
  world.most = 2
  const live = world.status.deployHash
  const two = { deploymentMode: 'BlueGreen', image: 'lyft/flink:2' }
  const both = followed(world.edit(two), ({ phase }) => phase === 'DualRunning').at(-1) ?? []
  expect(both.map(({ hash, colour }) => [hash === live, colour])).toEqual([[true, 'green'], [false, 'blue']])
  const end = followed(world.edit({ ...two, tearDownVersionHash: live }), settled).at(-1) ?? []
  expect(end.map(({ colour }) => colour)).toEqual(['blue'])
})

test('what is deleted is shown until it is gone', () => {
  const world = opened({})
  expect(followed(world.delete(), () => false).at(-1)?.length).toBe(1)
})
