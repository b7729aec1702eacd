import type * as E from 'fp-ts/lib/Either.js'
import type { JsonObject } from '@flink-operator/core'
import type { ConfigMapView, DeploymentView, IngressView, PodView, ServiceView } from '@flink-operator/core/fact'
import { textAt } from '../json-path.ts'
import { configMapView } from '../view/config-map-view.ts'
import { deploymentView } from '../view/deployment-view.ts'
import { ingressView } from '../view/ingress-view.ts'
import type { ViewError } from '../view/object-identity.ts'
import { podView } from '../view/pod-view.ts'
import { serviceView } from '../view/service-view.ts'

/** The watched objects of a cluster, in the form that decisions use. */
export interface WatchedViews {
  readonly Deployment: DeploymentView
  readonly Pod: PodView
  readonly ConfigMap: ConfigMapView
  readonly Service: ServiceView
  readonly Ingress: IngressView
}

export type WatchedKind = keyof WatchedViews

export interface WatchedType<View> {
  readonly apiVersion: string
  /** Restricts the watch to objects of Flink clusters. */
  readonly labelSelector: string
  /** True if only the metadata is watched. */
  readonly metadataOnly: boolean
  readonly view: (object: JsonObject) => E.Either<ViewError, View>
  /** The cluster of the object; null: unknown. */
  readonly clusterOf: (object: JsonObject) => string | null
  /** The parts that may change a decision, as a text to compare; without counters and times. */
  readonly signature: (view: View) => string
}

const clusterTypes = 'type in (flink-native-kubernetes,flink-standalone-kubernetes)'

const byLabel = (object: JsonObject): string | null => textAt(object, 'metadata', 'labels', 'app')
const byName = (object: JsonObject): string | null => textAt(object, 'metadata', 'name')

/** For an object of which only the existence counts. */
const presence = ({ uid, deleting }: { readonly uid: string; readonly deleting?: boolean }): string => `${uid} ${String(deleting ?? false)}`

/**
 * | kind | watched objects |
 * |---|---|
 * | Deployment | JobManagers and standalone TaskManagers |
 * | Pod | JobManagers; TaskManagers, which may be many, are not watched |
 * | ConfigMap | metadata of rendered ConfigMaps. HA ConfigMaps change with each lease renewal of a JobManager, and are only read
 * live |
 * | Service, Ingress | metadata |
 */
export const watchedTypes: { readonly [Kind in WatchedKind]: WatchedType<WatchedViews[Kind]> } = {
  Deployment: {
    apiVersion: 'apps/v1',
    labelSelector: 'component in (jobmanager,taskmanager)',
    metadataOnly: false,
    view: deploymentView,
    clusterOf: byLabel,
    signature: ({ uid, deleting, wantedReplicas, replicas, availableReplicas, conditions, annotations }) =>
      JSON.stringify([
        uid,
        deleting,
        wantedReplicas,
        replicas,
        availableReplicas,
        conditions.map(({ type, status, reason }) => [type, status, reason]),
        annotations,
      ]),
  },
  Pod: {
    apiVersion: 'v1',
    labelSelector: `component=jobmanager,${clusterTypes}`,
    metadataOnly: false,
    view: object => podView(object),
    clusterOf: byLabel,
    signature: ({ uid, deleting, phase, podIP, containers, conditions }) =>
      JSON.stringify([
        uid,
        deleting,
        phase,
        podIP,
        containers.map(({ restartCount, state }) => [restartCount, state?._tag, state?.reason]),
        conditions.map(({ type, status, reason }) => [type, status, reason]),
      ]),
  },
  ConfigMap: {
    apiVersion: 'v1',
    labelSelector: `${clusterTypes},component!=autoscaler,configmap-type!=high-availability`,
    metadataOnly: true,
    view: configMapView,
    clusterOf: byLabel,
    signature: presence,
  },
  Service: {
    apiVersion: 'v1',
    labelSelector: `${clusterTypes},component!=autoscaler`,
    metadataOnly: true,
    view: serviceView,
    clusterOf: byLabel,
    signature: presence,
  },
  Ingress: {
    apiVersion: 'networking.k8s.io/v1',
    labelSelector: 'component=ingress',
    metadataOnly: true,
    view: ingressView,
    clusterOf: byName,
    signature: view => `${presence(view)} ${view.appliedDigest ?? ''}`,
  },
}
