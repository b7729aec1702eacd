import type { JsonObject } from '@flink-operator/core'
import { missingImage } from '@flink-operator/core/simulation'
import { isMissingImage } from '../controller/pod-status.ts'
import { numberAt, objectAt, objectsAt, textAt } from '../object/fields.ts'
import { labelsOf, uidOf } from '../object/metadata.ts'

/**
 * A cluster of an application of Lyft's operator (FlinkApplication): two Deployments without ConfigMaps. Its configuration is an
 * environment variable, its jar is in the image, and a Service tells by its selector which JobManager is behind it.
 */

const typeLabel = 'flink-deployment-type'

/** The application that an object is of; empty: of none. */
export const applicationOf = (object: JsonObject): string => textAt(labelsOf(object), 'flink-app')

export const isOfRole = (object: JsonObject, role: 'jobmanager' | 'taskmanager'): boolean => labelsOf(object)[typeLabel] === role

const containerOf = (deployment: JsonObject): JsonObject => objectsAt(deployment, 'spec', 'template', 'spec', 'containers')[0] ?? {}

const propertiesOf = (deployment: JsonObject): string =>
  textAt(objectsAt(containerOf(deployment), 'env').find(({ name }) => name === 'FLINK_PROPERTIES') ?? {}, 'value')

/** What its JobManager is reached by from inside the cluster, whatever hash it has now: the name of its first Service. */
export const clusterIdOf = (deployment: JsonObject): string =>
  /^(?:kubernetes\.cluster-id|jobmanager\.rpc\.address): (?!\$)(\S+)$/mu.exec(propertiesOf(deployment))?.[1] ?? ''

/** The model knows one that no registry has by a name of its own. */
export const imageOf = (deployment: JsonObject): string =>
  isMissingImage(objectAt(deployment, 'spec', 'template')) ? missingImage : textAt(containerOf(deployment), 'image')

/** Its configuration in the form of a ConfigMap that is mounted: that of a session cluster. A template never changes. */
export const mountedConfiguration = (deployment: JsonObject): JsonObject => ({
  metadata: { name: `flink-config-${clusterIdOf(deployment)}`, uid: `${uidOf(deployment)}-config`, resourceVersion: uidOf(deployment) },
  data: { 'flink-conf.yaml': `${propertiesOf(deployment)}\nexecution.target: kubernetes-session\n` },
})

/** Does a Service of this selector lead to the pods of that Deployment? */
export const leadsTo = (service: JsonObject, deployment: JsonObject): boolean => {
  const selector = Object.entries(objectAt(service, 'spec', 'selector'))
  const labels = objectAt(deployment, 'spec', 'template', 'metadata', 'labels')
  return selector.length > 0 && selector.every(([key, value]) => labels[key] === value)
}

/** TaskManagers of a Deployment that are up. */
export const taskManagersUp = (deployment: JsonObject): number => numberAt(deployment, 'status', 'availableReplicas')
