import { flatten } from '../../../../flink/configuration/layers.ts'
import { highAvailabilityMode } from '../../../../flink/configuration/high-availability-mode.ts'
import type { ConfiguredSpec } from '../../../../spec/configured-spec.ts'
import type { Env } from '../../../../contract/env.ts'
import type { FlinkDeploymentDesired, Round } from '../application-round.ts'
import { type HaPlace, haPlaceOf } from '../../../../options/ha-place.ts'
import type { ResourceMeta } from '../../../../contract/resource/resource.ts'
import { isTerminal } from '../../../../contract/resource/job-status.ts'
import type { Millis } from '../../../../contract/resource/time.ts'
import type { DeployedSpec } from '../../../../cluster/deployed-spec.ts'

/**
 * True if only Flink can delete the stored plan of the job, for example because the operator may not connect to the ZooKeeper. A JobManager
 * that starts there with another job would run both jobs (P02). So before another job id is deployed on this cluster id, Flink must end a
 * job whose state is not kept, and the operator must observe that end. Plans in a readable place are deleted by the operator.
 */
export const isEndedByFlinkAlone = (
  { deployed, meta: { name }, wanted }: Pick<FlinkDeploymentDesired, 'deployed' | 'wanted'> & { readonly meta: Pick<ResourceMeta, 'name'> },
  { options }: Pick<Env, 'options'>,
): boolean => {
  if (deployed._tag !== 'Deployed') return false
  const placeOf = ({ effective }: ConfiguredSpec): HaPlace => haPlaceOf(name, effective.configuration, options)
  const place = placeOf(deployed.running)
  // the next cluster may use the same place, addressed in a way that the operator cannot read
  return place._tag === 'Unobservable' || (place._tag === 'ZooKeeper' && wanted !== null && placeOf(wanted)._tag === 'Unobservable')
}

/** Flink deletes the plan in any case when its job ends; then the operator has less to delete. */
const isTidiedByFlink = (deployed: DeployedSpec): boolean =>
  deployed._tag === 'Deployed' && deployed.running.options.highAvailability !== 'none'
  && deployed.running.options.highAvailability !== 'kubernetes'

/**
 * At this time the record already describes the next spec. The previous one is the last stable spec, which a rollback or an edit may deploy
 * again.
 */
const wasTidiedByFlink = (deployed: DeployedSpec): boolean => {
  const before = deployed._tag === 'Deployed' ? deployed.stable?.spec.flinkConfiguration : null
  if (before == null) return false
  const mode = highAvailabilityMode(flatten(before))
  return mode !== 'none' && mode !== 'kubernetes'
}

/** Flink lists a job as ended a moment before it deletes the plan, and nothing reports the deletion. */
const cleanUpMillis: Millis = 5_000

/** How long the JobManager of an ended job is still kept so that Flink can delete the plan; 0: no longer. */
export const untilCleanedUp = (
  { desired: { deployed }, observed: { facts: { deployment }, status: { jobStatus, operatorRecord: { terminalSince } } }, env }: Round,
): Millis => {
  const isUp = deployment?._tag === 'Known' && !deployment.value.deleting && deployment.value.wantedReplicas > 0
  return (isTidiedByFlink(deployed) || wasTidiedByFlink(deployed)) && isUp && isTerminal(jobStatus.state) && terminalSince !== null
    ? Math.max(0, terminalSince + cleanUpMillis - env.now) : 0
}
