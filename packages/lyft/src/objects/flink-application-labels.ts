import { pauseAnnotation } from '@flink-operator/core/round'
import type { HashedApplication } from '../hash/hashed-application.ts'
import { jobProperties } from './job-properties.ts'

/*
 * Labels, annotations and variables that identify clusters (lyft-flinkapplication.md, sections 3.2 and 3.5).
 */

/** The name of the FlinkApplication that an object belongs to. */
export const appLabel = 'flink-app'
/** The hash of the cluster that an object belongs to. */
export const hashLabel = 'flink-app-hash'
export const versionLabel = 'flink-application-version'
/** JobManager or TaskManager. */
export const typeLabel = 'flink-deployment-type'
/** Binds the pods of a Deployment to it. The hash can't, because it changes when a cluster is rescaled in place. */
export const selectorLabel = 'pod-deployment-selector'
/** The properties of the job that a Deployment was created for. */
export const jobPropertiesAnnotation = 'flink-job-properties'
export const restartNonceAnnotation = 'restart-nonce'

export type Role = 'jobmanager' | 'taskmanager'

type Texts = Readonly<Record<string, string>>

/** The labels of all objects of one version of an application. */
export const commonLabels = ({ meta, colour }: Pick<HashedApplication, 'meta' | 'colour'>): Texts => ({
  [appLabel]: meta.name,
  ...(colour === null ? {} : { [versionLabel]: colour }),
})

/** The labels of the pods of a role. Reserved labels override those of the resource, which validation reports (LD33). */
export const roleLabels = (application: Pick<HashedApplication, 'meta' | 'colour'>, role: Role): Texts => ({
  ...application.meta.labels,
  ...commonLabels(application),
  [typeLabel]: role,
})

/** The annotations of the resource, except the pause annotation: ending a pause must not count as an edit (A8). */
export const usersAnnotations = ({ meta }: Pick<HashedApplication, 'meta'>): Texts =>
  Object.fromEntries(Object.entries(meta.annotations).filter(([key]) => key !== pauseAnnotation))

export const deploymentAnnotations = ({ meta, spec, colour }: HashedApplication): Texts => ({
  ...usersAnnotations({ meta }),
  [jobPropertiesAnnotation]: jobProperties(spec),
  ...(spec.restartNonce === '' ? {} : { [restartNonceAnnotation]: spec.restartNonce }),
  ...(colour === null ? {} : { [versionLabel]: colour }),
})
