import type { AdmissionRequest } from '../crd/admission-review.ts'
import { isJsonObject } from '../crd/is-json-object.ts'
import { resourceTypes } from '../contract/resource/resource-type.ts'
import type { PatchOperation } from './response.ts'
import type { Scope } from './review.ts'

/** Label that selects the session jobs of a cluster (api-and-config.md, section 14). */
export const sessionLabel = 'target.session'

/**
 * True for a valid label value. With an invalid one the server would reject the resource because of the label; validation reports the field
 * instead.
 */
const isLabelValue = (text: string): boolean => text.length <= 63 && /^[A-Za-z0-9]([-A-Za-z0-9_.]*[A-Za-z0-9])?$/.test(text)

/**
 * The mutation of a resource before it is written: a FlinkSessionJob gets a label with its cluster (session-snapshot-bluegreen.md, section
 * 5.3). Nothing else: defaults apply on read, and are never written into a spec that a user keeps in a repository. Idempotent (B91).
 */
export const mutationOf = (
  { operation, subResource, namespace, kind: { group, kind }, object }: AdmissionRequest,
  { namespaces }: Scope,
): readonly PatchOperation[] => {
  const { FlinkSessionJob } = resourceTypes
  const isOurs = group === FlinkSessionJob.group && kind === FlinkSessionJob.kind && (namespaces === null || namespaces.includes(namespace))
  if (!isOurs || subResource !== '' || (operation !== 'CREATE' && operation !== 'UPDATE')) return []
  const [spec, metadata] = [object?.['spec'], object?.['metadata']]
  const cluster = isJsonObject(spec) ? spec['deploymentName'] : null
  if (typeof cluster !== 'string' || !isLabelValue(cluster) || !isJsonObject(metadata) || metadata['deletionTimestamp'] != null) return []
  const { labels } = metadata
  if (!isJsonObject(labels)) return [{ op: 'add', path: '/metadata/labels', value: { [sessionLabel]: cluster } }]
  return labels[sessionLabel] === cluster ? [] : [{ op: 'add', path: `/metadata/labels/${sessionLabel}`, value: cluster }]
}
