import { pauseAnnotation } from '../../../round/pause.ts'
import type { HashedApplication } from '../hash/hashed-application.ts'
import { jobProperties } from './job-properties.ts'

/*
 * Labels, annotations and variables by which clusters are told (lyft-flinkapplication.md, sections 3.2 and 3.5).
 */

/** Whose it is, by the name of the FlinkApplication. */
export const appLabel = 'flink-app'
/** Of which of its clusters it is. */
export const hashLabel = 'flink-app-hash'
export const versionLabel = 'flink-application-version'
export const typeLabel = 'flink-deployment-type'
/** Binds the pods of one Deployment to it; the hash would not do, for it changes where a cluster is scaled in place. */
export const selectorLabel = 'pod-deployment-selector'
export const jobPropertiesAnnotation = 'flink-job-properties'
export const restartNonceAnnotation = 'restart-nonce'

export type Role = 'jobmanager' | 'taskmanager'

type Texts = Readonly<Record<string, string>>

/** Of everything of one version of an application. */
export const commonLabels = ({ meta, colour }: Pick<HashedApplication, 'meta' | 'colour'>): Texts => ({
  [appLabel]: meta.name,
  ...(colour === null ? {} : { [versionLabel]: colour }),
})

/** Of the pods of a role; the reserved ones win over those of the resource, which validation tells (LD33). */
export const roleLabels = (application: Pick<HashedApplication, 'meta' | 'colour'>, role: Role): Texts => ({
  ...application.meta.labels,
  ...commonLabels(application),
  [typeLabel]: role,
})

/** Those of the resource but the one that only asks to be left alone: a pause must not be an edit that is carried out at its end (A8). */
export const usersAnnotations = ({ meta }: Pick<HashedApplication, 'meta'>): Texts =>
  Object.fromEntries(Object.entries(meta.annotations).filter(([key]) => key !== pauseAnnotation))

export const deploymentAnnotations = ({ meta, spec, colour }: HashedApplication): Texts => ({
  ...usersAnnotations({ meta }),
  [jobPropertiesAnnotation]: jobProperties(spec),
  ...(spec.restartNonce === '' ? {} : { [restartNonceAnnotation]: spec.restartNonce }),
  ...(colour === null ? {} : { [versionLabel]: colour }),
})
