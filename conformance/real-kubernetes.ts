import type { JsonObject } from '@flink-operator/core'
import { flinkDeploymentKind } from '@flink-operator/core/kinds'
import { renderManifest } from '@flink-operator/core/manifest'
import { flinkHttp } from '@flink-operator/flink-rest-adapter'
import { systemClock } from '@flink-operator/k8s-adapter'
import * as E from 'fp-ts/lib/Either.js'
import { connect, paths } from '../e2e/harness/api.ts'
import { eventually } from '../e2e/harness/eventually.ts'
import { installCrds } from '../e2e/harness/namespace.ts'
import { createAdapterPort } from '../packages/operator/src/effect/adapter-port.ts'
import { manifestInput, resourceManifest } from './resource-manifest.ts'
import { answerOf, type KubernetesSide } from './side.ts'

export interface RealKubernetes extends KubernetesSide {
  readonly remove: () => Promise<void>
}

/** A real API server behind the operator's own adapters, with a namespace and a resource made for this run. */
export const realKubernetes = async (kubeconfig: string, jobId = 'b'.repeat(32)): Promise<RealKubernetes> => {
  const api = connect(kubeconfig)
  const namespace = `conformance-${Date.now().toString(36)}`
  const path = `${paths.flinkDeployments(namespace)}/app`
  const ingresses = `/apis/networking.k8s.io/v1/namespaces/${namespace}/ingresses`
  await installCrds(api)
  await api.create('/api/v1/namespaces', { apiVersion: 'v1', kind: 'Namespace', metadata: { name: namespace } })
  const { metadata: { uid } } = await api.create(paths.flinkDeployments(namespace), resourceManifest(namespace))
  const port = createAdapterPort({
    kubernetes: api.http,
    flink: flinkHttp({ resolveEndpoint: () => Promise.reject(new Error('no Flink here')) }),
    clock: { ...systemClock, after: systemClock.after },
    kind: flinkDeploymentKind,
  })
  const signal = new AbortController().signal
  let last: JsonObject | null = null

  const resource = async () => {
    const json = await api.get(path)
    if (json === null) return null
    last = json
    const decoded = flinkDeploymentKind.decode(json)
    if (E.isLeft(decoded)) throw new Error(JSON.stringify(decoded.left))
    return { meta: decoded.right.meta, status: decoded.right.status }
  }
  return {
    input: manifestInput(namespace, uid, jobId),
    resource,
    perform: async (effect, version) => {
      const now = await resource()
      const decoded = now ?? (() => {
        const before = flinkDeploymentKind.decode(last)
        if (E.isLeft(before)) throw new Error('never read')
        return { meta: before.right.meta, status: before.right.status }
      })()
      const rendered = effect._tag === 'CreateObject' || effect._tag === 'ApplyObject' ? renderManifest(effect.manifest) : E.right(null)
      if (E.isLeft(rendered)) throw new Error(rendered.left.message)
      const answer = await port.perform(effect, {
        meta: decoded.meta,
        resourceVersion: version ?? decoded.meta.resourceVersion,
        resource: last ?? {},
        manifest: rendered.right,
        signal,
      })
      return answerOf(E.isLeft(answer) ? answer.left : null)
    },
    ask: query => port.answer(query, signal),
    deleteResource: async () => {
      await api.remove(path)
    },
    touchResource: async () => {
      await api.mergePatch(path, { metadata: { annotations: { touched: String(Date.now()) } } })
    },
    makeIngress: async () => {
      const rules = [{
        host: 'somebody.example',
        http: { paths: [{ path: '/', pathType: 'Prefix', backend: { service: { name: 'web', port: { number: 80 } } } }] },
      }]
      await api.create(ingresses, { apiVersion: 'networking.k8s.io/v1', kind: 'Ingress', metadata: { name: 'app' }, spec: { rules } })
    },
    removeIngress: async () => {
      await api.remove(`${ingresses}/app`)
    },
    settle: async until => {
      await eventually('the cluster settles', { within: 60_000, every: 100 }, until)
    },
    remove: async () => {
      await api.mergePatch(path, { metadata: { finalizers: null } }).catch(() => undefined)
      await api.remove(paths.namespace(namespace))
      await api.http.close()
    },
  }
}
