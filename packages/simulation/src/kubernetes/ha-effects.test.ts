import { expect, test } from 'vitest'
import type { WorldAction } from '@flink-operator/core/action'
import { decodeFlinkDeployment } from '@flink-operator/core/codec'
import { isRight } from 'fp-ts/lib/Either.js'
import { attemptKeyPatch } from '../../../core/src/manifest/attempt-key.ts'
import { aDeploy } from '../../../core/fixtures/deployment-status.ts'
import { emptyWorld } from '../world/empty-world.ts'
import { perform } from '../world/perform.ts'
import { flinkDeploymentOf, noResources, withFlinkDeployment } from '../world/resources.ts'
import { uidOf, versionOf, type World } from '../world/world.ts'
import { step } from '../world/step-world.ts'
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

const create = (part: 'JobManagerDeployment' | 'FlinkConfig', attempt: string | null): WorldAction => ({
  _tag: 'CreateObject',
  manifest: {
    _tag: 'ClusterManifest',
    part,
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
      attempt,
    },
  },
})
const does = (world: World, action: WorldAction): World => {
  const performed = perform(world, action, '', 'Ok')
  expect(performed.error).toBeNull()
  return performed.world
}
const configMap = (world: World, attempt: string): World => does(world, create('FlinkConfig', attempt))
const key = (world: World, attempt: string): World =>
  does(world, {
    _tag: 'PatchObject',
    target: { apiVersion: 'v1', kind: 'ConfigMap', namespace: 'default', name: 'flink-config-app', uid: world.configMaps[0]!.uid },
    patch: attemptKeyPatch(attempt),
    why: '',
  })
const pod = (world: World, attempt: string | null): World => {
  const created = does(world, create('JobManagerDeployment', attempt))
  return step(created, { _tag: 'MakePod', deployment: created.deployments[0]!.uid })
}
const started = (world: World): World => step(world, { _tag: 'StartPod', pod: world.pods[0]!.uid })
/** Whose ConfigMap was taken away. */
const withoutConfigMap = (world: World): World => ({ ...world, configMaps: [] })
const underWay = (world: World, id: string): World => {
  const resource = flinkDeploymentOf(world)!
  return withFlinkDeployment(world, { ...resource, status: { ...resource.status, operation: aDeploy({ id, step: 'Create' }) } })
}

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
  ['a pod whose ConfigMap has its key', pod(key(configMap(fresh, 'one'), 'one'), 'one'), ['P05']],
  ['it, and the resource is deleted', pod(key(configMap(deleteResource(fresh), 'one'), 'one'), 'one'), ['P05']],
  ['a pod that runs, and whose ConfigMap is gone', withoutConfigMap(started(pod(key(configMap(fresh, 'one'), 'one'), 'one'))), ['P05']],
  ['a pod of the attempt that is under way: it gets its key', underWay(pod(configMap(fresh, 'one'), 'one'), 'one'), ['P05']],
  ['a pod without an attempt, of another operator', pod(configMap(fresh, 'one'), null), ['P05']],
  [
    'a pod of an attempt that is over, where keys keep nothing out',
    { ...pod(configMap(fresh, 'two'), 'one'), fidelity: { ...fresh.fidelity, broken: 'NoAttemptKey' } },
    ['P05'],
  ],
  ['a pod of an attempt that is over: it starts only with its key', pod(configMap(fresh, 'one'), 'one'), []],
  ['beside another attempt that is under way', underWay(pod(fresh, 'one'), 'two'), []],
  ['beside the ConfigMap of another attempt', pod(key(configMap(fresh, 'two'), 'two'), 'one'), []],
  ['and the resource is deleted', pod(deleteResource(fresh), 'one'), []],
])('P05 B85 HA metadata goes in the world: %s', (_title, world, breaches) => {
  expect(afterDelete(world)).toEqual(breaches)
})
