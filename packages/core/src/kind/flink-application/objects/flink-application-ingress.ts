import type { JsonObject } from '../../../resource/json.ts'
import type { Colour } from '../hash/hashed-application.ts'
import type { ClusterRequest } from './cluster-request.ts'
import { appLabel } from './flink-application-labels.ts'
import { objectMetadata } from './metadata.ts'
import { genericServiceName, ingressName } from './flink-application-names.ts'

/** Where people reach an application from outside: host of its ingress; null: there is none. */
export const externalHost = (format: string, name: string, colour: Colour | null): string | null =>
  format === '' ? null : format.replaceAll('{{$jobCluster}}', () => genericServiceName(name, colour))

/** Flink's web interface; empty: it is not to be reached from outside. */
export const clusterOverviewUrl = (format: string, name: string, colour: Colour | null): string => {
  const host = externalHost(format, name, colour)
  return host === null ? '' : `${host}/#/overview`
}

/** The page of one job there. */
export const jobOverviewUrl = (format: string, name: string, colour: Colour | null, jobId: string): string => {
  const host = externalHost(format, name, colour)
  return host === null || jobId === '' ? '' : `${host}/#/jobs/${jobId}`
}

/** Of the generic Service (lyft-flinkapplication.md, section 3.1); host and name tell the same colour (LD24). Null: none is asked for. */
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
