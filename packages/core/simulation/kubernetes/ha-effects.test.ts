import { expect, test } from 'vitest'
import { decodeFlinkDeployment } from '../../src/codec/flink-deployment.ts'
import { isRight } from 'fp-ts/lib/Either.js'
import type { WorldAction } from '../../src/action/action.ts'
import { emptyWorld } from '../world/empty-world.ts'
import { perform } from '../world/perform.ts'
import { noResources } from '../world/resources.ts'
import { uidOf, versionOf, type World } from '../world/world.ts'
import { step } from '../world/world-event.ts'
import { deleteResource } from './resource-writes.ts'

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
  spec: { image: 'flink:1.20', flinkVersion: 'v1_20', job: { jarURI: 'local:///job.jar', parallelism: 1, upgradeMode: 'last-state' } },
})
const fresh: World = {
  ...emptyWorld({ abstract: false, restCacheMillis: 3_000, operationMemoryMillis: 300_000 }, 1_700_000_000_000),
  resources: { ...noResources, FlinkDeployment: isRight(decoded) ? [decoded.right] : [] },
}

const create: WorldAction = {
  _tag: 'CreateObject',
  manifest: {
    _tag: 'ClusterManifest',
    part: 'JobManagerDeployment',
    input: {
      namespace: 'default',
      clusterId: 'app',
      flinkVersion: 'v1_20',
      mode: 'native',
      owner: { apiVersion: '', kind: '', name: 'app', uid: uidOf(1) },
      configuration: {
        'high-availability.type': 'kubernetes',
        'jobmanager.memory.process.size': '1g',
        'taskmanager.memory.process.size': '1g',
      },
      jobManagerPodTemplate: null,
      taskManagerPodTemplate: null,
      logConfiguration: {},
      attempt: 'one',
    },
  },
}
const pod = (world: World): World => step(world, { _tag: 'MakePod', deployment: world.deployments[0]!.uid })
const created = (world: World): World => pod(perform(world, create, '', 'Ok').world)
const arrived = (world: World): World => pod(step(perform(world, create, '', 'Late').world, { _tag: 'ArriveLate', index: 0 }))

const haUid = uidOf(99)
/** What breaks when HA metadata goes. */
const afterDelete = (world: World): readonly string[] => {
  const withHa: World = { ...world, ha: { ...world.ha, cluster: { uid: haUid, version: versionOf(9), plans: [] } } }
  return perform(
    withHa,
    { _tag: 'DeleteHaMetadata', namespace: 'default', clusterId: 'app', configMaps: [{ name: 'app-cluster-config-map', uid: haUid }] },
    '',
    'Ok',
  ).world.breaches.map(({ property }) => property)
}

test.each<readonly [string, World, readonly string[]]>([
  ['nothing is there', fresh, []],
  ['a JobManager pod is there', created(fresh), ['P05']],
  ['a JobManager pod is there, and the resource is deleted', created(deleteResource(fresh)), ['P05']],
  ['its create has just arrived, and nothing is deleted', arrived(fresh), ['P05']],
  ['its create has just arrived while the resource is deleted: no look of this round could see it', arrived(deleteResource(fresh)), []],
  ['its create arrived some time ago', step(arrived(deleteResource(fresh)), { _tag: 'PassTime', millis: 5_000 }), ['P05']],
])('P05 B85 HA metadata goes in the world: %s', (_title, world, breaches) => {
  expect(afterDelete(world)).toEqual(breaches)
})
