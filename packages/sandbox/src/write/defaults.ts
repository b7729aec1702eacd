import type { EpochMillis, JsonObject } from '@flink-operator/core'
import type { ResourceType } from '../api/resource-type.ts'
import { establishedCrd } from '../api/custom-types.ts'
import { labelsOf, nameOf, withMetadata } from '../object/metadata.ts'
import { objectAt, objectsAt, textAt, textsAt, withAt } from '../object/fields.ts'

const withDefaults = (object: JsonObject, defaults: JsonObject): JsonObject => ({
  ...object,
  spec: { ...defaults, ...objectAt(object, 'spec') },
})

const rollingUpdate: JsonObject = { type: 'RollingUpdate', rollingUpdate: { maxUnavailable: '25%', maxSurge: '25%' } }

const service = (object: JsonObject, serial: number): JsonObject => {
  const ports = objectsAt(object, 'spec', 'ports').map(port => ({ protocol: 'TCP', targetPort: port['port'] ?? 0, ...port }))
  const headless = textAt(object, 'spec', 'clusterIP') === 'None'
  const clusterIP = headless ? 'None' : textAt(object, 'spec', 'clusterIP') || `10.96.${(serial >> 8) & 255}.${serial & 255}`
  return withAt(
    withDefaults(object, { type: 'ClusterIP', sessionAffinity: 'None', clusterIP, clusterIPs: [clusterIP] }),
    ['spec', 'ports'],
    ports,
  )
}

/** Defaults and initial status that the API server sets for built-in kinds. `serial`: increases, for addresses. */
export const admitted = (type: ResourceType, object: JsonObject, now: EpochMillis, serial: number): JsonObject => {
  if (!type.builtIn) return object
  switch (type.kind) {
    case 'Namespace':
      return withMetadata(
        { ...object, spec: { finalizers: ['kubernetes'] }, status: { phase: 'Active' } },
        'labels',
        { ...labelsOf(object), 'kubernetes.io/metadata.name': nameOf(object) },
      )
    case 'Service':
      return { ...service(object, serial), status: { loadBalancer: {} } }
    case 'Deployment':
      return {
        ...withDefaults(object, { replicas: 1, strategy: rollingUpdate, revisionHistoryLimit: 10, progressDeadlineSeconds: 600 }),
        status: {},
      }
    case 'Pod':
      return {
        ...withDefaults(object, { restartPolicy: 'Always', terminationGracePeriodSeconds: 30, dnsPolicy: 'ClusterFirst' }),
        status: { phase: 'Pending', qosClass: 'BestEffort' },
      }
    case 'CustomResourceDefinition':
      return establishedCrd(
        withMetadata(object, 'finalizers', [...new Set([...textsAt(object, 'metadata', 'finalizers'), crdCleanup])]),
        now,
      )
    default:
      return object
  }
}

/** Keeps a CRD until its objects are gone. */
export const crdCleanup = 'customresourcecleanup.apiextensions.k8s.io'
