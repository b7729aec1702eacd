import type { ResourceMeta, ResourceRef } from '@flink-operator/core'
import type { ClusterPart, ManifestRequest } from '@flink-operator/core/action'
import type { DeploymentView, FlinkDeploymentView, IngressView, PodView } from '@flink-operator/core/fact'
import type { FlinkDeploymentStatus } from '@flink-operator/core/resource'
import { afterAll, beforeAll, describe, test } from 'vitest'
import { expectAlike } from './declared-differences.ts'
import { resourceSpec } from './resource-manifest.ts'
import { type RealKubernetes, realKubernetes } from './real-kubernetes.ts'
import { type Answer, type KubernetesSide, summarize, type Transcript, viewsOf } from './side.ts'
import { simulatedSide } from './simulated-world.ts'

const { KUBECONFIG } = process.env
const title = KUBECONFIG === undefined ? 'the simulated world and a real API server (skipped: KUBECONFIG names none)'
  : 'the simulated world and a real API server answer alike'
const finalizer = 'flinkdeployments.flink.apache.org/finalizer'

const queries = ({ input: { namespace } }: KubernetesSide) => ({
  deployment: { _tag: 'ReadDeployment', namespace, name: 'app' },
  configMaps: { _tag: 'ListConfigMaps', namespace, clusterId: 'app' },
  services: { _tag: 'ListServices', namespace, clusterId: 'app' },
} as const)

const create = (side: KubernetesSide, part: ClusterPart): Promise<Answer> =>
  side.perform({ _tag: 'CreateObject', manifest: { _tag: 'ClusterManifest', part, input: side.input } })

const refOf = async (side: KubernetesSide, which: 'deployment' | 'configMaps' | 'services', name: string): Promise<ResourceRef> => {
  const found = viewsOf(await side.ask(queries(side)[which])).find(it => it.name === name)
  if (found === undefined) throw new Error(`no ${name}`)
  const kind = which === 'deployment' ? 'Deployment' : which === 'configMaps' ? 'ConfigMap' : 'Service'
  return { apiVersion: kind === 'Deployment' ? 'apps/v1' : 'v1', kind, namespace: side.input.namespace, name, uid: found.uid }
}
type Seen = Pick<ResourceMeta, 'uid' | 'resourceVersion'>
const anotherUid = '11111111-1111-4111-8111-111111111111'
const anew = (ref: ResourceRef): ResourceRef => ({ ...ref, uid: anotherUid })
const version = async (side: KubernetesSide): Promise<string> => (await side.resource())?.meta.resourceVersion ?? 'gone'

/** Each is told to both sides in this order; the answers under the same names have to be equal. */
const chapters: Readonly<Record<string, (side: KubernetesSide) => Promise<Transcript>>> = {
  'P02 an object is created once: a name that is taken is AlreadyExists': async side => ({
    absent: summarize(await side.ask(queries(side).deployment)),
    first: await create(side, 'FlinkConfig'),
    again: await create(side, 'FlinkConfig'),
    others: [await create(side, 'InternalService'), await create(side, 'RestService'), await create(side, 'JobManagerDeployment')],
    deployment: summarize(await side.ask(queries(side).deployment)),
    deploymentAgain: await create(side, 'JobManagerDeployment'),
    configMaps: summarize(await side.ask(queries(side).configMaps)),
    services: summarize(await side.ask(queries(side).services)),
  }),
  'L3 owner references come by a patch that carries the uid': async side => {
    const owner = await refOf(side, 'deployment', 'app')
    const patch = {
      metadata: {
        ownerReferences: [{
          apiVersion: 'apps/v1',
          kind: 'Deployment',
          name: 'app',
          uid: owner.uid,
          controller: true,
          blockOwnerDeletion: true,
        }],
      },
    }
    const target = await refOf(side, 'configMaps', 'flink-config-app')
    const run = (ref: ResourceRef): Promise<Answer> => side.perform({ _tag: 'PatchObject', target: ref, patch, why: 'test' })
    return {
      recreated: await run(anew(target)),
      patched: await run(target),
      again: await run(target),
      missing: await run({ ...target, name: 'no-such-map' }),
      configMaps: summarize(await side.ask(queries(side).configMaps)),
    }
  },
  'A19 a pod waits for the key of its attempt, and starts once its ConfigMap has it': async side => {
    const { input: { namespace, attempt } } = side
    const key = `attempt-${attempt ?? ''}`
    const pods = async (): Promise<readonly PodView[]> => {
      const selector = { app: 'app', component: 'jobmanager' }
      const fact = await side.ask({ _tag: 'ListJobManagerPods', namespace, selector, withMountEvents: true })
      return fact._tag === 'Known' ? fact.value as readonly PodView[] : []
    }
    // past the mount the real one looks for its image, which does not exist, and the simulated one runs
    const isHeld = ({ containers }: PodView): boolean =>
      containers.every(({ state }) => state === null || (state._tag === 'Waiting' && state.reason === 'ContainerCreating'))
    const isWithoutKey = ({ failedMount }: PodView): boolean =>
      failedMount?.includes(`configmap references non-existent config key: ${key}`) ?? false
    // a real kubelet's first failed mount can be another one: it has not read the ConfigMap yet
    await side.settle(async () => (await pods()).some(isWithoutKey))
    const keyless = (await pods()).map(pod => [isHeld(pod), isWithoutKey(pod)])
    const target = await refOf(side, 'configMaps', 'flink-config-app')
    const patched = await side.perform({ _tag: 'PatchObject', target, patch: { data: { [key]: '' } }, why: 'test' })
    await side.settle(async () => !(await pods()).some(isHeld))
    return { keyless, patched, held: (await pods()).map(isHeld) }
  },
  'P10 a status is written on exactly the version that was read': async side => {
    const status = (await side.resource())!.status as FlinkDeploymentStatus
    const write = (change: Partial<FlinkDeploymentStatus>, on: string): Promise<Answer> =>
      side.perform({ _tag: 'PersistStatus', status: { ...status, ...change }, reason: 'test' }, on)
    const before = await version(side)
    const first = await write({ error: '{"message":"one"}' }, before)
    const repeated = await write({ error: '{"message":"one"}' }, before)
    const current = await version(side)
    const unchanged = await write({ error: '{"message":"one"}' }, current)
    const keptVersion = (await version(side)) === current
    const generation = (await side.resource())!.meta.generation
    await side.touchResource()
    const stale = await write({ error: '{"message":"two"}' }, current)
    return {
      first,
      repeated,
      unchanged,
      keptVersion,
      generation,
      stale,
      error: ((await side.resource())!.status as FlinkDeploymentStatus).error,
    }
  },
  'a finalizer is added and removed once, on the version that was read': async side => {
    const before = await version(side)
    const added = await side.perform({ _tag: 'AddFinalizer', finalizer }, before)
    const stale = await side.perform({ _tag: 'AddFinalizer', finalizer: 'flinkdeployments.flink.apache.org/other' }, before)
    const removedStale = await side.perform({ _tag: 'RemoveFinalizer', finalizer }, before)
    return {
      added,
      stale,
      removedStale,
      finalizers: (await side.resource())!.meta.finalizers,
      generation: (await side.resource())!.meta.generation,
    }
  },
  'P01 what is to go as it was seen does not go otherwise': async side => {
    const deployment = await refOf(side, 'deployment', 'app')
    const versionNow = async (): Promise<string> =>
      ((await side.ask(queries(side).deployment)) as { readonly value?: DeploymentView }).value?.resourceVersion ?? 'gone'
    const remove = async (target: ResourceRef, resourceVersion: string): Promise<Answer> =>
      side.perform({ _tag: 'DeleteObject', target, resourceVersion, propagation: 'Foreground', why: 'test' })
    const seen = await versionNow()
    await side.perform({ _tag: 'PatchObject', target: deployment, patch: { spec: { replicas: 0 } }, why: 'test' })
    return {
      changedSince: await remove(deployment, seen),
      recreated: await remove(anew(deployment), await versionNow()),
      gone: await remove({ ...deployment, name: 'no-such-deployment' }, seen),
      stillThere: summarize(await side.ask(queries(side).deployment)),
    }
  },
  'F09 F22 an Ingress is applied to the one that was seen, or to none: never to one of somebody else': async side => {
    const { input: { namespace, owner } } = side
    const manifest = (host: string): ManifestRequest => ({
      _tag: 'IngressManifest',
      namespace,
      name: 'app',
      owner,
      restPort: 8081,
      ingress: { template: host, className: null, annotations: null, labels: null, tls: null },
    })
    const apply = (uid: string | null, host = 'a.flink.example'): Promise<Answer> =>
      side.perform({ _tag: 'ApplyObject', manifest: manifest(host), uid })
    const found = async (): Promise<IngressView | null> => {
      const fact = await side.ask({ _tag: 'ReadIngress', namespace, name: 'app' })
      return fact._tag === 'Known' ? fact.value as IngressView : null
    }
    const remove = (uid: string): Promise<Answer> =>
      side.perform({
        _tag: 'DeleteObject',
        target: { apiVersion: 'networking.k8s.io/v1', kind: 'Ingress', namespace, name: 'app', uid },
        resourceVersion: null,
        propagation: 'Background',
        why: 'test',
      })
    const isOurs = async (): Promise<string> => {
      const view = await found()
      return view === null ? 'gone' : view.ownerUids.includes(owner.uid) ? 'ours' : 'of somebody else'
    }
    const first = await apply(null)
    const { uid, appliedDigest } = (await found())!
    const again = [await apply(null), await apply(uid), (await found())?.uid === uid, (await found())?.appliedDigest === appliedDigest]
    const changed = [await apply(uid, 'b.flink.example'), (await found())?.uid === uid, (await found())?.appliedDigest === appliedDigest]
    const otherObject = [await apply(anotherUid), await remove(anotherUid), await isOurs()]
    const removed = [await remove(uid), await remove(uid), await isOurs()]
    const gone = [await apply(uid), await isOurs()]
    await side.makeIngress()
    const others = [await apply(null), await apply(uid), await remove(uid), await isOurs()]
    await side.removeIngress()
    const free = [await apply(null), await isOurs()]
    return { first, again, changed, otherObject, removed, gone, others, free }
  },
  'B105 E-29 a child is applied over nothing, or as it was seen: never over one that is there by now; what was ours is pruned':
    async side => {
      const { input: { namespace, owner } } = side
      const child = async (): Promise<FlinkDeploymentView | null> => {
        const fact = await side.ask({ _tag: 'ListFlinkDeployments', namespace })
        return fact._tag !== 'Known' ? null
          : (fact.value as readonly FlinkDeploymentView[]).find(({ meta }) => meta.name === 'app-blue') ?? null
      }
      const spec = resourceSpec(namespace)
      const apply = (image: string, seen: Seen | null, annotations: Readonly<Record<string, string>> = {}): Promise<Answer> =>
        side.perform({
          _tag: 'ApplyObject',
          manifest: {
            _tag: 'FlinkDeploymentManifest',
            namespace,
            name: 'app-blue',
            owner,
            labels: {},
            annotations,
            spec: { ...spec, image },
          },
          uid: seen?.uid ?? null,
          ...(seen === null ? {} : { resourceVersion: seen.resourceVersion }),
        })
      const summary = async (): Promise<unknown> => {
        const view = await child()
        return view === null ? 'gone' : [view.spec.image, view.meta.annotations, view.meta.generation]
      }
      const hold = { 'flinkdeployment.flink.apache.org/pause': 'transition=1' }
      const ofGone = [await apply('one', { uid: anotherUid, resourceVersion: '7' }), await summary()]
      const first = [await apply('one', null, hold), await summary()]
      const again = [await apply('one', null, hold), await apply('two', null), await summary()]
      const seen = (await child())?.meta ?? null
      const letGo = [await apply('one', seen), await summary()]
      const late = [await apply('two', seen), await apply('one', null, hold), await summary()]
      const changed = [await apply('two', (await child())?.meta ?? null), await summary()]
      return { ofGone, first, again, letGo, late, changed }
    },
  'P05 what was made anew or is gone is not deleted; an object in the foreground stays until its dependents are gone': async side => {
    const [service, deployment] = [await refOf(side, 'services', 'app-rest'), await refOf(side, 'deployment', 'app')]
    const remove = (target: ResourceRef, propagation: 'Foreground' | 'Background' = 'Background'): Promise<Answer> =>
      side.perform({ _tag: 'DeleteObject', target, resourceVersion: null, propagation, why: 'test' })
    const recreated = await remove(anew(service))
    const stillThere = summarize(await side.ask(queries(side).services))
    const removed = await remove(service)
    const again = await remove(service)
    const scale = (): Promise<Answer> =>
      side.perform({ _tag: 'PatchObject', target: deployment, patch: { spec: { replicas: 0 } }, why: 'test' })
    const scaled = [await scale(), await scale()]
    const wanted = ((await side.ask(queries(side).deployment)) as { readonly value?: DeploymentView }).value?.wantedReplicas
    await side.settle(async () =>
      viewsOf(
        await side.ask({
          _tag: 'ListJobManagerPods',
          namespace: side.input.namespace,
          selector: { app: 'app', component: 'jobmanager' },
          withMountEvents: false,
        }),
      ).length === 0
    )
    const foreground = await remove(deployment, 'Foreground')
    await side.settle(async () => (await side.ask(queries(side).deployment))._tag === 'Absent')
    await side.settle(async () => viewsOf(await side.ask(queries(side).configMaps)).length === 0)
    return {
      recreated,
      stillThere,
      removed,
      again,
      scaled,
      wanted,
      foreground,
      configMaps: summarize(await side.ask(queries(side).configMaps)),
    }
  },
  'P13 a resource with a finalizer stays until it is removed; then nothing can be written': async side => {
    const status = (await side.resource())!.status as FlinkDeploymentStatus
    const { meta: { generation } } = (await side.resource())!
    await side.deleteResource()
    const deleted = (await side.resource())!.meta
    const writable = await side.perform({ _tag: 'PersistStatus', status: { ...status, error: '{"message":"three"}' }, reason: 'test' })
    const again = await version(side)
    await side.deleteResource()
    const keptVersion = (await version(side)) === again
    const removed = await side.perform({ _tag: 'RemoveFinalizer', finalizer })
    const gone = await side.resource()
    const afterwards = await side.perform({ _tag: 'PersistStatus', status, reason: 'test' }, again)
    return {
      deleting: deleted.deletionTimestamp !== null,
      grew: deleted.generation - generation,
      writable,
      keptVersion,
      removed,
      gone,
      afterwards,
    }
  },
}

describe.skipIf(KUBECONFIG === undefined)(title, () => {
  let real: RealKubernetes
  const simulated = simulatedSide()
  beforeAll(async () => {
    real = await realKubernetes(KUBECONFIG ?? '')
  }, 60_000)
  afterAll(async () => {
    await real.remove()
  }, 60_000)

  for (const [name, tell] of Object.entries(chapters)) {
    test(name, async () => {
      const [ofReal, ofModel] = [await tell(real), await tell(simulated)]
      expectAlike(ofReal, ofModel)
    })
  }
})
