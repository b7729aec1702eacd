import { specHash } from '../hash/spec-hash.ts'
import { scalesInPlace } from '../spec/modes.ts'
import type { ApplicationRound } from '../flink-application-round.ts'
import { liveJob } from '../status/version-slots.ts'

/** Is the spec the one that is live? */
export const isLiveWanted = ({ desired: { liveHash }, observed: { status } }: ApplicationRound): boolean =>
  status.deployHash !== '' && liveHash === status.deployHash

/** BlueGreen: a version of that spec was torn down, or is what is left: an edit since is told from it (LD21). */
const isTornDown = ({ desired: { mode, colourlessHash }, observed: { status } }: ApplicationRound): boolean =>
  mode === 'BlueGreen' && status.teardownHash !== '' && colourlessHash === status.teardownHash

/** A spec of that hash was tried and given up: it is not tried again (LD15). */
export const isGivenUp = ({ desired: { hash }, observed: { status } }: ApplicationRound): boolean => hash === status.failedDeployHash

/** The spec is another one than what is live, and was not given up. */
export const isEdited = (round: ApplicationRound): boolean => !isLiveWanted(round) && !isGivenUp(round) && !isTornDown(round)

/**
 * Was only the parallelism of the live spec raised, and may the cluster grow for it? Only the live definition counts, not one that failed
 * (LD17d).
 */
export const isScaledUp = (round: ApplicationRound): boolean => {
  const { desired: { meta, spec, mode, options }, observed: { status } } = round
  const { parallelism } = liveJob(status)
  return mode === 'Dual' && status.deployHash !== '' && spec.parallelism > parallelism && parallelism > 0 && scalesInPlace(spec)
    && specHash({ meta, spec: { ...spec, parallelism }, colour: null }, options.objects) === status.deployHash
}
