import * as E from 'fp-ts/lib/Either.js'
import type { ClusterManifestInput } from '../contract/action/manifest-request.ts'
import { yamlText } from '../crd/exact-yaml.ts'
import type { JsonObject } from '../contract/resource/json.ts'
import { type Decorator, mounted } from './pod.ts'
import { isStandalone } from './cluster.ts'
import { canonicalObject } from './json-field.ts'
import { commonLabels, podTemplateName, objectMetadata } from './object-metadata.ts'
import { firstOwnerReference } from './owner-reference.ts'

const file = 'taskmanager-pod-template.yaml'

/**
 * True if the cluster needs the TaskManager pod template: only in native mode Flink creates TaskManager pods (cluster-manifests.md, section
 * 6.9).
 */
export const hasPodTemplate = (input: Pick<ClusterManifestInput, 'mode' | 'taskManagerPodTemplate'>): boolean =>
  !isStandalone(input) && input.taskManagerPodTemplate !== null

export const podTemplateMount: Decorator = ({ input }) => pod =>
  E.right(
    hasPodTemplate(input)
      ? mounted(
        { name: 'pod-template-volume', configMap: { name: podTemplateName(input.clusterId), items: [{ key: file, path: file }] } },
        { mountPath: '/opt/flink/pod-template' },
      )(pod)
      : pod,
  )

/** ConfigMap `pod-template-<id>`: the TaskManager template as Flink's JobManager reads it. */
export const podTemplateConfigMap = (input: ClusterManifestInput): JsonObject => ({
  apiVersion: 'v1',
  kind: 'ConfigMap',
  metadata: objectMetadata(input, {
    name: podTemplateName(input.clusterId),
    labels: commonLabels(input),
    ownerReferences: [firstOwnerReference(input.owner)],
  }),
  data: {
    // the Kubernetes client of Flink 1 reads YAML 1.1 (U04)
    [file]: yamlText({ apiVersion: 'v1', kind: 'Pod', ...canonicalObject(input.taskManagerPodTemplate ?? {}) }, {
      singleQuote: true,
      compat: 'yaml-1.1',
    }),
  },
})
