import type { NamedObjectView } from '../../../fact/named-object-view.ts'
import { isDefinite } from '../../../resource/last-state.ts'
import { wanted } from '../wanted-cluster.ts'
import { manifestRequest, type ObjectPart, partRef, partsOf } from '../objects/cluster-objects.ts'
import { hashLabel } from '../objects/flink-application-labels.ts'
import { type Outcome, moved, normal, outcome, type Rule, told, waiting, warning } from '../outcome.ts'
import { foreignError } from '../retry/error-of.ts'
import type { ApplicationRound } from '../flink-application-round.ts'
import { ownObjects } from '../seen/clusters.ts'
import { isLiveWanted } from '../seen/edit.ts'
import { isFirst, isOtherWanted, operationOf } from '../seen/live.ts'
import { type SoleJob, soleJob } from '../seen/sole-job.ts'
import { begun, failed, forgotten, withLastState, withLiveJob, withLiveSlot } from '../status-transitions.ts'
import { stateOfRunningJob } from '../../../resource/last-state.ts'
import { givenUp, givenUpWords } from './give-up-gate.ts'

const namesOf = ({ observed: { facts } }: ApplicationRound): readonly NamedObjectView[] | null =>
  facts.names?._tag === 'Known' ? facts.names.value : null

const parts = (round: ApplicationRound): readonly ObjectPart[] => {
  const request = wanted(round)
  return request === null ? [] : partsOf(request)
}

const holderOf = (round: ApplicationRound, part: ObjectPart): NamedObjectView | undefined => {
  const request = wanted(round)
  if (request === null) return undefined
  const { kind, name } = partRef(request, part)
  return namesOf(round)?.find(it => it.kind === kind && it.name === name)
}

const isOurs = ({ desired: { meta } }: ApplicationRound, { ownerUids }: NamedObjectView): boolean => ownerUids.includes(meta.uid)

/** The first object, in the order of creation, that is not there. */
export const missingPart = (round: ApplicationRound): ObjectPart | null =>
  parts(round).find(part => holderOf(round, part) === undefined) ?? null

const others = (round: ApplicationRound): readonly NamedObjectView[] =>
  parts(round).flatMap(part => {
    const holder = holderOf(round, part)
    return holder !== undefined && !isOurs(round, holder) ? [holder] : []
  })

const isGoing = (round: ApplicationRound): boolean => parts(round).some(part => holderOf(round, part)?.deleting === true)

const seesAll = (round: ApplicationRound): boolean => ownObjects(round) !== null && namesOf(round) !== null

/** Is there a live Deployment that was made for that hash, and has another one since? A cluster of that hash has no names to be given. */
const isNamedBefore = (round: ApplicationRound, hash: string): boolean =>
  round.observed.status.inPlaceUpdatedFromHash === hash
  || (ownObjects(round)?.deployments ?? []).some(({ labels, podAnnotations }) =>
    podAnnotations[hashLabel] === hash && labels[hashLabel] !== hash
  )

const fails = (round: ApplicationRound, reason: string): Outcome =>
  moved(failed(round, reason), { events: [warning('ClusterCreationFailed', reason)] })

const hasAttempt = (round: ApplicationRound): boolean => operationOf(round)?.kind === 'Deploy' && !isOtherWanted(round)

/** An attempt at the hash of the spec; a first one says that nothing ran, where nothing says otherwise. */
export const newAttempt = (round: ApplicationRound): Outcome => {
  const { desired: { meta }, observed: { status, phase } } = round
  const { lastState, attempts } = status.operatorRecord
  // a finalizer without any record of ours: the status was taken away from a job that ran (P25)
  const isNew = isFirst(round) && attempts === 0 && !isDefinite(lastState) && lastState.why === 'NothingRecorded'
    && status.jobStatus.jobID === '' && !meta.finalizers.includes('job.finalizers.flink.k8s.io')
  const next = begun(round, 'Deploy', phase === 'New' ? 'New' : 'Updating')
  return moved(isNew ? withLastState(next, { _tag: 'NeverStarted' }) : next)
}

/** A job of another cluster than that of the attempt, where no version is live by the record: it was live before (A05). */
export const foundLive = (round: ApplicationRound): SoleJob | null => {
  const found = isFirst(round) ? soleJob(round) : null
  // a job of the hash that is worked towards is found when it comes to the submit
  return found === null || found.hash === operationOf(round)?.hash ? null : found
}

/** It is recorded as the live one, with what its Deployment tells of it. */
export const adoptsLive: Rule['does'] = round => {
  const found = foundLive(round)
  if (found === null) return waiting(round)
  const { observed: { status }, desired: { mode } } = round
  const live = { ...forgotten(status), deploymentMode: mode, deployHash: found.hash, deployVersion: found.colour }
  return moved(withLastState(withLiveJob(live, { ...found.definition, jobID: found.job.jobId }), stateOfRunningJob))
}

export const creating = {
  N0a: {
    holds: round => round.desired.spec.forceRollback && operationOf(round) === null,
    does: round => told(round, 'ForceRollback', 'forceRollback is set, and nothing is under way: take it back to have the spec deployed'),
  },
  N0d: {
    holds: ({ desired }) => desired.invalid !== null,
    does: round => told(round, 'ValidationError', round.desired.invalid?.message ?? ''),
  },
  N0e: { holds: round => foundLive(round) !== null, does: adoptsLive },
  N0b: {
    holds: round => round.desired.invalid === null && isLiveWanted(round),
    does: ({ observed: { status } }) => moved(withLiveSlot(forgotten(status))),
  },
  N0c: {
    holds: ({ desired: { hash, invalid }, observed: { status } }) => invalid === null && hash === status.failedDeployHash,
    does: ({ observed: { status } }) => moved(withLiveSlot(forgotten(status))),
  },
  N0: { holds: round => !hasAttempt(round), does: newAttempt },
  N1: { holds: round => givenUp(round) !== null, does: round => fails(round, givenUpWords(round)) },
  N2: {
    holds: round => isNamedBefore(round, round.desired.hash),
    does: round =>
      moved(
        failed(
          round,
          'the cluster that was scaled in place was made for this hash, and has its names: change restartNonce for a new cluster',
        ),
        { events: [warning('DeployFailed', 'the cluster that was scaled in place was made for this hash: change restartNonce')] },
      ),
  },
  N3a: {
    holds: round => others(round).length > 0,
    does: round => {
      const [holder] = others(round)
      return told(round, 'InTheWay', `${holder?.kind ?? ''} ${holder?.name ?? ''} is there, and is not of this application`)
    },
  },
  N3: {
    holds: round => !seesAll(round) || isGoing(round),
    does: round =>
      seesAll(round) ? waiting(round, 'an object of an earlier cluster of this hash is about to go')
        : outcome(round, { error: foreignError('the objects of the cluster could not be seen') }),
  },
  N4a: {
    holds: round => missingPart(round) !== null,
    does: round => {
      const request = wanted(round)
      const part = missingPart(round)
      const manifest = request === null || part === null ? null : manifestRequest(request, part)
      return manifest === null ? waiting(round) : outcome(round, {
        effects: [{ _tag: 'CreateObject', manifest }],
        events: part === 'JobManagerDeployment' ? [normal('CreatingCluster', `Creating Flink cluster for deploy ${request?.hash ?? ''}`)]
          : [],
        after: 0,
      })
    },
  },
  N4: {
    holds: () => true,
    does: ({ observed: { status } }) => moved({ ...status, inPlaceUpdatedFromHash: '' }),
  },
} as const satisfies Readonly<Record<string, Rule>>
