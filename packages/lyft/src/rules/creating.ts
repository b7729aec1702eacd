import type { NamedObjectView } from '@flink-operator/core/fact'
import { isDefinite, stateOfRunningJob } from '@flink-operator/core/resource'
import { wanted } from '../wanted-cluster.ts'
import { manifestRequest, type ObjectPart, partRef, partsOf } from '../objects/cluster-objects.ts'
import { hashLabel } from '../objects/flink-application-labels.ts'
import { type Outcome, moved, normal, outcome, type Rule, reported, waiting, warning } from '../outcome.ts'
import { foreignError } from '../retry/error-of.ts'
import type { ApplicationRound } from '../flink-application-round.ts'
import { clusterOf, ownObjects } from '../observe/clusters.ts'
import { isLiveWanted } from '../observe/edit.ts'
import { isFirst, isOtherWanted, operationOf, targetHash } from '../observe/live.ts'
import { jobsBeside } from '../observe/seen-job.ts'
import { type SoleJob, soleJob } from '../observe/sole-job.ts'
import { begun, failed, forgotten, withLastState, withLiveJob, withLiveSlot } from '../status-transitions.ts'
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

/** True if a cluster that was scaled in place carries this hash: its Deployments have the names of the hash that they were created for. */
const isThereByLabel = (round: ApplicationRound, part: ObjectPart): boolean => {
  const cluster = clusterOf(round, targetHash(round))
  return (part === 'JobManagerDeployment' && cluster?.jobManager != null)
    || (part === 'TaskManagerDeployment' && cluster?.taskManager != null)
}

/** The first object, in the order of creation, that does not exist. One hash never has two JobManager Deployments. */
export const missingPart = (round: ApplicationRound): ObjectPart | null =>
  parts(round).find(part => holderOf(round, part) === undefined && !isThereByLabel(round, part)) ?? null

const others = (round: ApplicationRound): readonly NamedObjectView[] =>
  parts(round).flatMap(part => {
    const holder = holderOf(round, part)
    return holder !== undefined && !isOurs(round, holder) ? [holder] : []
  })

const isGoing = (round: ApplicationRound): boolean => parts(round).some(part => holderOf(round, part)?.deleting === true)

const seesAll = (round: ApplicationRound): boolean => ownObjects(round) !== null && namesOf(round) !== null

/**
 * True if a Deployment that was created for that hash now has another hash, after a rescale in place. A new cluster of that hash would need
 * the names that this cluster has.
 */
const isNamedBefore = (round: ApplicationRound, hash: string): boolean =>
  round.observed.status.inPlaceUpdatedFromHash === hash
  || (ownObjects(round)?.deployments ?? []).some(({ labels, podAnnotations }) =>
    podAnnotations[hashLabel] === hash && labels[hashLabel] !== hash
  )

const fails = (round: ApplicationRound, reason: string): Outcome =>
  moved(failed(round, reason), { events: [warning('ClusterCreationFailed', reason)] })

/** A cluster of another hash that is up and whose jobs are unknown, while the status names no live version: it may be the live one. */
const unseenLive = (round: ApplicationRound): string | null =>
  isFirst(round) && round.observed.phase === 'New'
    ? jobsBeside(round, [], []).find(({ hash, job }) => job === null && hash !== targetHash(round))?.hash ?? null : null

const hasAttempt = (round: ApplicationRound): boolean => operationOf(round)?.kind === 'Deploy' && !isOtherWanted(round)

/**
 * Starts an attempt for the hash of the spec. The first attempt also records that no job ever ran, unless another part of the status
 * contradicts that.
 */
export const newAttempt = (round: ApplicationRound): Outcome => {
  const { desired: { meta }, observed: { status, phase } } = round
  const { lastState, attempts } = status.operatorRecord
  // a finalizer without any record of this operator: the status of a job that ran was lost (P25)
  const isNew = isFirst(round) && attempts === 0 && !isDefinite(lastState) && lastState.why === 'NothingRecorded'
    && status.jobStatus.jobID === '' && !meta.finalizers.includes('job.finalizers.flink.k8s.io')
  const next = begun(round, 'Deploy', phase === 'New' ? 'New' : 'Updating')
  return moved(isNew ? withLastState(next, { _tag: 'NeverStarted' }) : next)
}

/**
 * The one live job in another cluster than that of the attempt, if the status records no live version: it was the live version before
 * (A05).
 */
export const foundLive = (round: ApplicationRound): SoleJob | null => {
  const found = isFirst(round) ? soleJob(round) : null
  // a job of the target hash is found in state SubmittingJob
  return found === null || found.hash === operationOf(round)?.hash ? null : found
}

/** Records that job as the live one, with the job definition found in its Deployment. */
export const adoptsLive: Rule['does'] = round => {
  const found = foundLive(round)
  if (found === null) return waiting(round)
  const { observed: { status }, desired: { mode } } = round
  const live = { ...forgotten(status), deploymentMode: mode, deployHash: found.hash, deployVersion: found.colour }
  return moved(withLastState(withLiveJob(live, { ...found.definition, jobID: found.job.jobId }), stateOfRunningJob))
}

export const creating = {
  'creating/rollback-without-update': {
    holds: round => round.desired.spec.forceRollback && operationOf(round) === null,
    does: round => reported(round, 'ForceRollback', 'forceRollback is set, but no update is in progress: unset it to deploy the spec'),
  },
  'creating/invalid': {
    holds: ({ desired }) => desired.invalid !== null,
    does: round => reported(round, 'ValidationError', round.desired.invalid?.message ?? ''),
  },
  'creating/status-lost': { holds: round => foundLive(round) !== null, does: adoptsLive },
  'creating/spec-taken-back': {
    holds: round => round.desired.invalid === null && isLiveWanted(round),
    does: ({ observed: { status } }) => moved(withLiveSlot(forgotten(status))),
  },
  'creating/failed-before': {
    holds: ({ desired: { hash, invalid }, observed: { status } }) => invalid === null && hash === status.failedDeployHash,
    does: ({ observed: { status } }) => moved(withLiveSlot(forgotten(status))),
  },
  'creating/new-attempt': { holds: round => !hasAttempt(round), does: newAttempt },
  'creating/given-up': { holds: round => givenUp(round) !== null, does: round => fails(round, givenUpWords(round)) },
  'creating/names-still-used': {
    holds: round => isNamedBefore(round, round.desired.hash),
    does: round =>
      moved(
        failed(
          round,
          'the cluster that was scaled in place was created for this hash and still uses its names: change restartNonce for a new cluster',
        ),
        { events: [warning('DeployFailed', 'the cluster that was scaled in place was created for this hash: change restartNonce')] },
      ),
  },
  'creating/name-conflict': {
    holds: round => others(round).length > 0,
    does: round => {
      const [holder] = others(round)
      return reported(
        round,
        'InTheWay',
        `${holder?.kind ?? ''} ${holder?.name ?? ''} has a name that this application needs, but does not belong to it`,
      )
    },
  },
  'creating/objects-unobservable': {
    holds: round => !seesAll(round) || isGoing(round) || unseenLive(round) !== null,
    does: round =>
      seesAll(round) && !isGoing(round)
        ? outcome(round, { error: foreignError(`the query for the jobs of cluster ${unseenLive(round) ?? ''} failed`) })
        : seesAll(round) ? waiting(round, 'Kubernetes to delete an object of an earlier cluster of this hash')
        : outcome(round, { error: foreignError('the query for the objects of the cluster failed') }),
  },
  'creating/object-missing': {
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
  'creating/complete': {
    holds: () => true,
    does: ({ observed: { status } }) => moved({ ...status, inPlaceUpdatedFromHash: '' }),
  },
} as const satisfies Readonly<Record<string, Rule>>
