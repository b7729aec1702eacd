import { isRight } from 'fp-ts/lib/Either.js'
import { describe, expect, test } from 'vitest'
import { decodeFlinkDeployment } from '@flink-operator/core/codec'
import type { FlinkDeploymentStatus } from '@flink-operator/core/resource'
import { emptyWorld } from '../world/empty-world.ts'
import { flinkDeploymentOf, noResources, withFlinkDeployment } from '../world/resources.ts'
import { uidOf, versionOf, type World } from '../world/world.ts'
import { deleteResource, editSpec, persistStatus, touchResource } from './resource-writes.ts'

const decoded = decodeFlinkDeployment({
  apiVersion: 'flink.apache.org/v1beta1',
  kind: 'FlinkDeployment',
  metadata: {
    name: 'app',
    namespace: 'default',
    uid: uidOf(1),
    resourceVersion: versionOf(1),
    generation: 1,
    creationTimestamp: '2023-11-14T22:13:20Z',
    finalizers: ['ours'],
  },
  spec: { image: 'flink:1.20', flinkVersion: 'v1_20', job: { jarURI: 'local:///job.jar', parallelism: 1, upgradeMode: 'savepoint' } },
})
const fresh: World = {
  ...emptyWorld({ abstract: false, restCacheMillis: 3_000, operationMemoryMillis: 300_000 }, 1_700_000_000_000),
  resources: { ...noResources, FlinkDeployment: isRight(decoded) ? [decoded.right] : [] },
}
const read = flinkDeploymentOf(fresh)!
const wrote = (lifecycleState: FlinkDeploymentStatus['lifecycleState']): FlinkDeploymentStatus => ({ ...read.status, lifecycleState })
const write = (world: World, status: FlinkDeploymentStatus, over?: FlinkDeploymentStatus) =>
  persistStatus(world, read.meta.resourceVersion, { _tag: 'PersistStatus', status, reason: '', ...(over === undefined ? {} : { over }) })

const meanwhile: readonly (readonly [string, (world: World) => World])[] = [
  ['an edit', world => editSpec(world, { ...read.spec, restartNonce: 1 })],
  ['a deletion', deleteResource],
  ['something that nobody reads', touchResource],
]

describe('a status write of the simulated world', () => {
  test.each(meanwhile)('P15 is a conflict after %s', (_what, change) => {
    const { world, error } = write(change(fresh), wrote('STABLE'))
    expect([error?._tag, flinkDeploymentOf(world)?.status]).toEqual(['Conflict', read.status])
  })

  test.each(meanwhile)('P01 that tells what came of effects is made after %s, which it leaves as it is', (_what, change) => {
    const changed = change(fresh)
    const { world, error } = write(changed, wrote('STABLE'), { ...read.status })
    expect(error).toBeNull()
    expect(flinkDeploymentOf(world)).toMatchObject({
      status: wrote('STABLE'),
      spec: flinkDeploymentOf(changed)!.spec,
      meta: {
        generation: flinkDeploymentOf(changed)!.meta.generation,
        deletionTimestamp: flinkDeploymentOf(changed)!.meta.deletionTimestamp,
      },
    })
    expect(flinkDeploymentOf(world)?.meta.resourceVersion).not.toBe(flinkDeploymentOf(changed)!.meta.resourceVersion)
  })

  test('P15 that tells what came of effects is a conflict where somebody else wrote the status', () => {
    const other = write(fresh, wrote('FAILED')).world
    expect([
      write(other, wrote('STABLE'), read.status).error?._tag,
      write(withFlinkDeployment(fresh, null), wrote('STABLE'), read.status).error?._tag,
    ]).toEqual(['Conflict', 'NotFound'])
  })
})
