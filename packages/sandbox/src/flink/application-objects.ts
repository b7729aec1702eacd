import type { JsonObject } from '@flink-operator/core'
import { missingImage } from '@flink-operator/simulation'
import { isMissingImage } from '../controller/pod-status.ts'
import { numberAt, objectAt, objectsAt, textAt } from '../object/fields.ts'
import { labelsOf, uidOf } from '../object/metadata.ts'

/**
 * A cluster of an application of Lyft's operator (FlinkApplication): two Deployments without ConfigMaps. Its configuration is an
 * environment variable, its jar is in the image, and the selector of a Service names the JobManager behind it.
 */

const typeLabel = 'flink-deployment-type'

/** The application of an object; empty: none. */
export const applicationOf = (object: JsonObject): string => textAt(labelsOf(object), 'flink-app')

export const isOfRole = (object: JsonObject, role: 'jobmanager' | 'taskmanager'): boolean => labelsOf(object)[typeLabel] === role

const containerOf = (deployment: JsonObject): JsonObject => objectsAt(deployment, 'spec', 'template', 'spec', 'containers')[0] ?? {}

const propertiesOf = (deployment: JsonObject): string =>
  textAt(objectsAt(containerOf(deployment), 'env').find(({ name }) => name === 'FLINK_PROPERTIES') ?? {}, 'value')

/** The internal address of its JobManager, independent of the current hash: the name of its first Service. */
export const clusterIdOf = (deployment: JsonObject): string =>
  /^(?:kubernetes\.cluster-id|jobmanager\.rpc\.address): (?!\$)(\S+)$/mu.exec(propertiesOf(deployment))?.[1] ?? ''

/** The model has a special name for an image that no registry has. */
export const imageOf = (deployment: JsonObject): string =>
  isMissingImage(objectAt(deployment, 'spec', 'template')) ? missingImage : textAt(containerOf(deployment), 'image')

/** Its configuration in the form of a mounted ConfigMap of a session cluster. A template never changes. */
export const mountedConfiguration = (deployment: JsonObject): JsonObject => ({
  metadata: { name: `flink-config-${clusterIdOf(deployment)}`, uid: `${uidOf(deployment)}-config`, resourceVersion: uidOf(deployment) },
  data: { 'flink-conf.yaml': `${propertiesOf(deployment)}\nexecution.target: kubernetes-session\n` },
})

/** True if a Service with this selector leads to the pods of that Deployment. */
export const leadsTo = (service: JsonObject, deployment: JsonObject): boolean => {
  const selector = Object.entries(objectAt(service, 'spec', 'selector'))
  const labels = objectAt(deployment, 'spec', 'template', 'metadata', 'labels')
  return selector.length > 0 && selector.every(([key, value]) => labels[key] === value)
}

/** Running TaskManagers of a Deployment. */
export const taskManagersUp = (deployment: JsonObject): number => numberAt(deployment, 'status', 'availableReplicas')
