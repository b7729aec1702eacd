import * as E from 'fp-ts/lib/Either.js'
import { decodeRecordedSpec } from '../../codec/recorded-spec.ts'
import type { Env } from '../../env.ts'
import type { FlinkDeploymentView } from '../../fact/flink-deployment-view.ts'
import type { FlinkConfiguration } from '../../flink-configuration/flink-defaults.ts'
import type { HighAvailabilityMode } from '../../flink-configuration/high-availability-mode.ts'
import { observeConfiguration } from '../../flink-configuration/observe-configuration.ts'
import type { SessionCluster } from '../../flink-configuration/session-job-configuration.ts'
import { resourceOptions } from '../../operator-options/resource-options.ts'
import type { RestEndpoint } from '../../query/query.ts'
import type { FlinkDeploymentSpec } from '../../resource/flink-deployment-spec.ts'
import type { FlinkVersion } from '../../resource/flink-version.ts'
import type { ClusterOf } from '../cluster-round.ts'
import { restEndpointOf } from './rest-endpoint.ts'

/** A session cluster of which it is known what was deployed, as those see it that run jobs in it. */
export interface DeployedSession {
  /** What is asked of Kubernetes about it. */
  readonly of: ClusterOf
  /** What its jobs are configured by. */
  readonly specs: SessionCluster
  readonly flinkVersion: FlinkVersion | null
  readonly endpoint: RestEndpoint
  /**
   * That of the cluster, whatever a job says: it decides whether a job outlives its JobManager. `other` while an edit is under way that
   * turns it off: what is recorded is what comes, and the JobManager that is there may still be the one before, which brings its jobs back.
   */
  readonly highAvailability: HighAvailabilityMode
  /**
   * What its JobManager was started with. Null while an edit is under way: what is recorded is what comes, and the JobManager that is there
   * may look for its jobs elsewhere.
   */
  readonly configuration: FlinkConfiguration | null
}

/** Null: nothing was deployed yet, or what was can't be read. */
export const deployedSession = ({ meta, spec, status }: FlinkDeploymentView, defaults: Env['flinkDefaults']): DeployedSession | null => {
  const deployedSpec = specThatRuns(status)
  if (deployedSpec === null) return null
  const effective = observeConfiguration(meta, deployedSpec, spec, defaults)
  if (E.isLeft(effective)) return null
  const { options } = resourceOptions(effective.right.configuration)
  return {
    of: { meta, mode: deployedSpec.mode ?? 'native' },
    specs: { meta, deployedSpec, currentSpec: spec },
    flinkVersion: deployedSpec.flinkVersion,
    endpoint: restEndpointOf(meta, options),
    highAvailability: options.highAvailability === 'none' && isBetween(status) ? 'other' : options.highAvailability,
    configuration: isBetween(status) ? null : effective.right.configuration,
  }
}

const isBetween = ({ reconciliationStatus: { state } }: FlinkDeploymentView['status']): boolean =>
  state === 'UPGRADING' || state === 'ROLLING_BACK'

/** What runs, as a FlinkDeployment recorded it (control-flow.md, section 1.2); null: nothing does, or it can't be read. */
export const specThatRuns = (
  { reconciliationStatus: { state, lastReconciledSpec, lastStableSpec } }: FlinkDeploymentView['status'],
): FlinkDeploymentSpec | null => {
  const text = state === 'ROLLED_BACK' ? (lastStableSpec ?? lastReconciledSpec) : lastReconciledSpec
  const recorded = text === null ? null : decodeRecordedSpec(text)
  return recorded !== null && E.isRight(recorded) ? recorded.right.spec : null
}
