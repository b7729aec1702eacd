import type { JsonObject } from '@flink-operator/core'
import type { ClusterManifestInput } from '@flink-operator/core/action'
import type { FlinkDeploymentView } from '@flink-operator/core/fact'
import { flinkDeploymentKind } from '@flink-operator/core/kinds'
import * as E from 'fp-ts/lib/Either.js'

/** A resource for conformance tests. Its image does not exist: no JVM is started by it. */
export const resourceManifest = (namespace: string, highAvailability = false): JsonObject => ({
  apiVersion: 'flink.apache.org/v1beta1',
  kind: 'FlinkDeployment',
  metadata: { namespace, name: 'app' },
  spec: {
    image: 'localhost/no-such-image:1',
    imagePullPolicy: 'Never',
    flinkVersion: 'v1_20',
    serviceAccount: 'default',
    flinkConfiguration: highAvailability ? { 'high-availability.type': 'kubernetes' } : {},
    jobManager: { resource: { cpu: 0.1, memory: '800m' } },
    taskManager: { resource: { cpu: 0.1, memory: '1g' } },
    job: { jarURI: 'local:///job.jar', parallelism: 1, upgradeMode: 'savepoint', state: 'running' },
  },
})

/** Its spec, decoded. */
export const resourceSpec = (namespace: string): FlinkDeploymentView['spec'] => {
  const manifest = resourceManifest(namespace)
  const metadata = { namespace, name: 'app', uid: 'u', resourceVersion: '1', generation: 1, creationTimestamp: '2023-11-14T22:13:20Z' }
  const decoded = flinkDeploymentKind.decode({ ...manifest, metadata })
  if (E.isLeft(decoded)) throw new Error(JSON.stringify(decoded.left))
  return decoded.right.spec
}

export const attemptId = 'a'.repeat(32)

/** All that the objects of a cluster are rendered from. */
export const manifestInput = (namespace: string, ownerUid: string, jobId: string): ClusterManifestInput => ({
  namespace,
  clusterId: 'app',
  flinkVersion: 'v1_20',
  mode: 'native',
  owner: { apiVersion: 'flink.apache.org/v1beta1', kind: 'FlinkDeployment', name: 'app', uid: ownerUid },
  configuration: {
    'kubernetes.cluster-id': 'app',
    'kubernetes.namespace': namespace,
    'kubernetes.container.image.ref': 'localhost/no-such-image:1',
    'kubernetes.container.image.pull-policy': 'Never',
    'kubernetes.service-account': 'default',
    'execution.target': 'kubernetes-application',
    '$internal.pipeline.job-id': jobId,
    'jobmanager.memory.process.size': '800m',
    'taskmanager.memory.process.size': '1g',
    'kubernetes.jobmanager.cpu.amount': '0.1',
    'pipeline.jars': 'local:///job.jar',
    'kubernetes.rest-service.exposed.type': 'ClusterIP',
    'execution.checkpointing.externalized-checkpoint-retention': 'RETAIN_ON_CANCELLATION',
  },
  jobManagerPodTemplate: null,
  taskManagerPodTemplate: null,
  logConfiguration: {},
  attempt: attemptId,
})
