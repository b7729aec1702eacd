import type { AdmissionRequest } from '../codec/admission-review.ts'
import { isJsonObject } from '../codec/is-json-object.ts'
import { resourceTypes } from '../resource/resource-type.ts'
import type { PatchOperation } from './response.ts'
import type { Scope } from './review.ts'

/** By which the session jobs of a cluster can be selected (api-and-config.md, section 14). */
export const sessionLabel = 'target.session'

/** Of any other the server would refuse the whole resource, and name the label: validation names the field. */
const isLabelValue = (text: string): boolean => text.length <= 63 && /^[A-Za-z0-9]([-A-Za-z0-9_.]*[A-Za-z0-9])?$/.test(text)

/**
 * What is filled in before a resource is written: a FlinkSessionJob has its cluster as a label (session-snapshot-bluegreen.md, section
 * 5.3). Nothing else: defaults are read into a spec, and never written into what a person keeps in a repository. Doing it twice changes
 * nothing more (B91).
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
