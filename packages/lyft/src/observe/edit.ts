import type { LabelledDeployment, LabelledService } from '@flink-operator/core/fact'
import { specHash } from '../hash/spec-hash.ts'
import { scalesInPlace } from '../spec/modes.ts'
import type { ApplicationRound } from '../flink-application-round.ts'
import { liveJob } from '../status/version-slots.ts'

/** The fields of an object that an effect on it needs. */
export interface ObjectView {
  readonly apiVersion: string
  readonly kind: 'Deployment' | 'Service'
  readonly name: string
  readonly uid: string
}

export const asDeployment = ({ name, uid }: LabelledDeployment): ObjectView => ({ apiVersion: 'apps/v1', kind: 'Deployment', name, uid })
export const asService = ({ name, uid }: LabelledService): ObjectView => ({ apiVersion: 'v1', kind: 'Service', name, uid })

/** True if the spec has the hash of the live version. */
export const isLiveWanted = ({ desired: { liveHash }, observed: { status } }: ApplicationRound): boolean =>
  status.deployHash !== '' && liveHash === status.deployHash

/** BlueGreen: true if the spec is the one that was current when a version was torn down, so it is not an edit (LD21). */
const isTornDown = ({ desired: { mode, colourlessHash }, observed: { status } }: ApplicationRound): boolean =>
  mode === 'BlueGreen' && status.teardownHash !== '' && colourlessHash === status.teardownHash

/** True if an update to this hash failed: the operator does not try it again (LD15). */
export const isGivenUp = ({ desired: { hash }, observed: { status } }: ApplicationRound): boolean => hash === status.failedDeployHash

/** True if the spec differs from the live version and was not given up. */
export const isEdited = (round: ApplicationRound): boolean => !isLiveWanted(round) && !isGivenUp(round) && !isTornDown(round)

/**
 * True if only the parallelism of the live spec was raised, and the cluster may grow in place. Only the live job definition counts, not one
 * that failed (LD17d).
 */
export const isScaledUp = (round: ApplicationRound): boolean => {
  const { desired: { meta, spec, mode, options }, observed: { status } } = round
  const { parallelism } = liveJob(status)
  return mode === 'Dual' && status.deployHash !== '' && spec.parallelism > parallelism && parallelism > 0 && scalesInPlace(spec)
    && specHash({ meta, spec: { ...spec, parallelism }, colour: null }, options.objects) === status.deployHash
}
