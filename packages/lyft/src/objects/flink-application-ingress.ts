import type { JsonObject } from '@flink-operator/core/resource'
import type { Colour } from '../hash/hashed-application.ts'
import type { ClusterRequest } from './cluster-request.ts'
import { appLabel } from './flink-application-labels.ts'
import { objectMetadata } from './metadata.ts'
import { genericServiceName, ingressName } from './flink-application-names.ts'

/** The host of the ingress of an application; null: there is no ingress. */
export const externalHost = (format: string, name: string, colour: Colour | null): string | null =>
  format === '' ? null : format.replaceAll('{{$jobCluster}}', () => genericServiceName(name, colour))

/** The URL of Flink's web interface; empty: there is no ingress. */
export const clusterOverviewUrl = (format: string, name: string, colour: Colour | null): string => {
  const host = externalHost(format, name, colour)
  return host === null ? '' : `${host}/#/overview`
}

/** The URL of a job in Flink's web interface. */
export const jobOverviewUrl = (format: string, name: string, colour: Colour | null, jobId: string): string => {
  const host = externalHost(format, name, colour)
  return host === null || jobId === '' ? '' : `${host}/#/jobs/${jobId}`
}

/**
 * The ingress of the generic Service (lyft-flinkapplication.md, section 3.1). Host and name contain the same colour (LD24). Null: the
 * operator has no ingress URL format.
 */
export const ingress = (request: ClusterRequest): JsonObject | null => {
  const { meta, colour, spec, options } = request
  const host = externalHost(options.ingressUrlFormat, meta.name, colour)
  if (host === null) return null
  const backend = { service: { name: genericServiceName(meta.name, colour), port: { number: spec.uiPort } } }
  return {
    apiVersion: 'networking.k8s.io/v1',
    kind: 'Ingress',
    metadata: objectMetadata(request, ingressName(meta.name, colour), { ...meta.labels, [appLabel]: meta.name }),
    spec: { rules: [{ host, http: { paths: [{ pathType: 'ImplementationSpecific', backend }] } }] },
  }
}
