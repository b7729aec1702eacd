import { flatten } from '../../flink-configuration/flatten.ts'
import { highAvailabilityMode } from '../../flink-configuration/high-availability-mode.ts'
import type { ConfiguredSpec } from '../../cluster/configured-spec.ts'
import type { Env } from '../../env.ts'
import type { FlinkDeploymentDesired } from '../deployment-desired.ts'
import { type HaPlace, haPlaceOf } from '../../operator-options/ha-place.ts'
import type { ResourceMeta } from '../../resource/resource-meta.ts'
import { isTerminal } from '../../resource/job-state.ts'
import type { Millis } from '../../resource/time.ts'
import type { DeployedSpec } from '../../cluster/deployed-spec.ts'
import type { Round } from '../application-round.ts'

/**
 * Is the plan of the job kept where only Flink can take it away, as in a ZooKeeper that the operator may not connect to? A JobManager that
 * is started with another job beside it runs both (P02). So a job whose state is not kept is ended through Flink, and seen to have ended,
 * before another job id is deployed on its cluster id; what is in sight the operator takes away itself.
 */
export const isEndedByFlinkAlone = (
  { deployed, meta: { name }, wanted }: Pick<FlinkDeploymentDesired, 'deployed' | 'wanted'> & { readonly meta: Pick<ResourceMeta, 'name'> },
  { options }: Pick<Env, 'options'>,
): boolean => {
  if (deployed._tag !== 'Deployed') return false
  const placeOf = ({ effective }: ConfiguredSpec): HaPlace => haPlaceOf(name, effective.configuration, options)
  const place = placeOf(deployed.running)
  // what comes next may look at the very same place under a name that is out of sight
  return place._tag === 'OutOfSight' || (place._tag === 'ZooKeeper' && wanted !== null && placeOf(wanted)._tag === 'OutOfSight')
}

/** Flink takes it away in any case, which is less to be done by others. */
const isTidiedByFlink = (deployed: DeployedSpec): boolean =>
  deployed._tag === 'Deployed' && deployed.running.options.highAvailability !== 'none'
  && deployed.running.options.highAvailability !== 'kubernetes'

/** The record is that of what comes next by then: what ran before is the last stable spec, which a rollback, or an edit, may put back. */
const wasTidiedByFlink = (deployed: DeployedSpec): boolean => {
  const before = deployed._tag === 'Deployed' ? deployed.stable?.spec.flinkConfiguration : null
  if (before == null) return false
  const mode = highAvailabilityMode(flatten(before))
  return mode !== 'none' && mode !== 'kubernetes'
}

/** Flink lists a job as ended a moment before its plan is gone; nothing tells when it is. */
const cleanUpMillis: Millis = 5_000

/** How long the JobManager of a job that has ended is left alone, so that Flink can take its plan away; 0: no longer. */
export const untilCleanedUp = (
  { desired: { deployed }, observed: { facts: { deployment }, status: { jobStatus, operatorRecord: { terminalSince } } }, env }: Round,
): Millis => {
  const isUp = deployment?._tag === 'Known' && !deployment.value.deleting && deployment.value.wantedReplicas > 0
  return (isTidiedByFlink(deployed) || wasTidiedByFlink(deployed)) && isUp && isTerminal(jobStatus.state) && terminalSince !== null
    ? Math.max(0, terminalSince + cleanUpMillis - env.now) : 0
}
