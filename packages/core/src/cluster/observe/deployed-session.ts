import * as E from 'fp-ts/lib/Either.js'
import { decodeRecordedSpec } from '../../crd/recorded-spec.ts'
import type { Env } from '../../contract/env.ts'
import type { FlinkDeploymentView } from '../../contract/fact/custom-resource-views.ts'
import type { FlinkConfiguration } from '../../flink/configuration/flink-defaults.ts'
import type { HighAvailabilityMode } from '../../flink/configuration/high-availability-mode.ts'
import { observeConfiguration, type SessionCluster } from '../../flink/configuration/deploy-configuration.ts'
import { resourceOptions } from '../../options/resource-options.ts'
import type { RestEndpoint } from '../../contract/query/query.ts'
import type { FlinkDeploymentSpec } from '../../contract/resource/flink-deployment-spec.ts'
import type { FlinkVersion } from '../../contract/resource/flink-version.ts'
import type { ClusterOf } from '../cluster-round.ts'
import { restEndpointOf } from './cluster-queries.ts'

/** A session cluster with a known deployed spec, as its jobs see it. */
export interface DeployedSession {
  /** Identifies the cluster for Kubernetes queries. */
  readonly of: ClusterOf
  /** The specs that its jobs take their configuration from. */
  readonly specs: SessionCluster
  readonly flinkVersion: FlinkVersion | null
  readonly endpoint: RestEndpoint
  /**
   * The cluster's high availability, whatever a job configures: it decides whether a job outlives its JobManager. `other` while an edit
   * that disables it is in progress: the record is the new spec, and the existing JobManager may still be the old one, which recovers its
   * jobs. Also `other` if the record was removed.
   */
  readonly highAvailability: HighAvailabilityMode
  /**
   * The configuration that its JobManager was started with. Null while an edit is in progress: the record is the new spec, and the existing
   * JobManager may look for its jobs elsewhere.
   */
  readonly configuration: FlinkConfiguration | null
}

/** Null: nothing was deployed yet, or the record can't be read. */
export const deployedSession = (view: FlinkDeploymentView, defaults: Env['flinkDefaults']): DeployedSession | null => {
  const deployedSpec = specThatRuns(view.status)
  return deployedSpec === null ? null : sessionOf(view, deployedSpec, isBetween(view.status), defaults)
}

/**
 * A session cluster that was seen to answer, although its status records no deployed spec: the record was removed. Its jobs can be reached,
 * so that they can be stopped. It is unknown which configuration its JobManager was started with. Null: the status records a spec, or the
 * JobManager is not ready.
 */
export const unrecordedSession = (view: FlinkDeploymentView, defaults: Env['flinkDefaults']): DeployedSession | null =>
  isUnrecorded(view.status) && view.status.jobManagerDeploymentStatus === 'READY' ? sessionOf(view, view.spec, true, defaults) : null

/** True if the status records no deployed spec at all. */
export const isUnrecorded = ({ reconciliationStatus: { lastReconciledSpec } }: FlinkDeploymentView['status']): boolean =>
  lastReconciledSpec === null

/** `isUncertain`: the JobManager may have been started with another configuration than that of the spec. */
const sessionOf = (
  { meta, spec }: FlinkDeploymentView,
  deployedSpec: FlinkDeploymentSpec,
  isUncertain: boolean,
  defaults: Env['flinkDefaults'],
): DeployedSession | null => {
  const effective = observeConfiguration(meta, deployedSpec, spec, defaults)
  if (E.isLeft(effective)) return null
  const { options } = resourceOptions(effective.right.configuration)
  return {
    of: { meta, mode: deployedSpec.mode ?? 'native' },
    specs: { meta, deployedSpec, currentSpec: spec },
    flinkVersion: deployedSpec.flinkVersion,
    endpoint: restEndpointOf(meta, options),
    highAvailability: options.highAvailability === 'none' && isUncertain ? 'other' : options.highAvailability,
    configuration: isUncertain ? null : effective.right.configuration,
  }
}

/** True if the status says that the cluster is to be deployed again. */
export const isBetween = ({ reconciliationStatus: { state } }: FlinkDeploymentView['status']): boolean =>
  state === 'UPGRADING' || state === 'ROLLING_BACK'

/** The running spec, as a FlinkDeployment recorded it (control-flow.md, section 1.2). Null: nothing runs, or the record can't be read. */
export const specThatRuns = (
  { reconciliationStatus: { state, lastReconciledSpec, lastStableSpec } }: FlinkDeploymentView['status'],
): FlinkDeploymentSpec | null => {
  const text = state === 'ROLLED_BACK' ? (lastStableSpec ?? lastReconciledSpec) : lastReconciledSpec
  const recorded = text === null ? null : decodeRecordedSpec(text)
  return recorded !== null && E.isRight(recorded) ? recorded.right.spec : null
}
