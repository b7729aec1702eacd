import type { ManifestRequest } from '@flink-operator/core/action'
import { hashLabel, typeLabel } from '../objects/flink-application-labels.ts'
import { versionedServiceName } from '../objects/flink-application-names.ts'
import { manifestRequest } from '../objects/cluster-objects.ts'
import { clusterRequest } from '../wanted-cluster.ts'
import { moved, normal, outcome, type Outcome, type Rule, waiting, warning } from '../outcome.ts'
import { patchRequest } from '../flink-application-requests.ts'
import { foreignError } from '../retry/error-of.ts'
import type { ApplicationRound } from '../flink-application-round.ts'
import { clusterOf, ownObjects, selectorOf, serviceOf } from '../observe/clusters.ts'
import { labelOf, pairOf } from '../observe/in-place.ts'
import { isOtherWanted, operationOf, targetHash } from '../observe/live.ts'
import { asDeployment } from '../observe/edit.ts'
import { notReady, replicasFor } from '../observe/readiness.ts'
import { failed, forgotten } from '../status-transitions.ts'
import { givenUp, givenUpWords } from './give-up-gate.ts'
import { isAsBefore, putBack } from './general.ts'

const parallelism = (round: ApplicationRound): number => operationOf(round)?.definition?.parallelism ?? 0
const lacks = (round: ApplicationRound): string | null => notReady(round, round.observed.status.deployHash, parallelism(round))

/** Why a later state gave up the attempt and came back here; null: none did. */
const givenUpLater = ({ observed: { status: { operation, operatorRecord } } }: ApplicationRound): string | null =>
  operation !== null && operatorRecord.givenUp !== null && operatorRecord.givenUp.hash === operation.hash
    && operatorRecord.givenUp.at >= operation.mintedAt
    ? operatorRecord.givenUp.reason : null

const isGivenUp = (round: ApplicationRound): boolean => givenUp(round) !== null || givenUpLater(round) !== null
const reasonOf = (round: ApplicationRound): string => givenUpLater(round) ?? givenUpWords(round)

const isTakenBack = (round: ApplicationRound): boolean => isOtherWanted(round) || isGivenUp(round)

const unseenPart = (round: ApplicationRound): string | null => {
  const { desired: { meta }, observed: { status: { deployHash } } } = round
  if (pairOf(round) === null) return 'could not find deployments'
  const name = versionedServiceName(meta.name, deployHash)
  return serviceOf(round, name) === null ? `Service ${name} does not exist` : null
}

const isSeen = (round: ApplicationRound): boolean => ownObjects(round) !== null && operationOf(round)?.hash !== ''

/**
 * The TaskManager Deployment to create again, with the new number of replicas: it was deleted during the rescale. Null: nothing to create.
 */
const lostTaskManagers = (round: ApplicationRound): ManifestRequest | null => {
  const cluster = clusterOf(round, round.observed.status.deployHash)
  const operation = operationOf(round)
  if (!isSeen(round) || cluster === null || operation === null || isTakenBack(round) || cluster.jobManager === null) return null
  return cluster.deployments.some(({ labels }) => labels[typeLabel] === 'taskmanager') ? null
    : manifestRequest(clusterRequest(round, operation.hash, operation.version, operation.id), 'TaskManagerDeployment')
}

/**
 * True if the JobManager Deployment was deleted and the live job is lost with it. The rescale ends, and the steady state reports the loss
 * (running/object-not-ours).
 */
const isJobManagerLost = (round: ApplicationRound): boolean =>
  isSeen(round)
  && clusterOf(round, round.observed.status.deployHash)?.deployments.some(({ labels }) => labels[typeLabel] === 'jobmanager') === false

const jobManagerLost = 'the JobManager Deployment was deleted while the cluster was scaled in place'

/** The Service of the new hash, which selects the existing JobManager. */
const newService = (round: ApplicationRound): ManifestRequest | null => {
  const pair = pairOf(round)
  const operation = operationOf(round)
  if (pair === null || operation === null) return null
  const request = clusterRequest(round, operation.hash, operation.version, operation.id)
  const jobmanager = selectorOf(pair.jobManager)
  return jobmanager === null ? null
    : manifestRequest({ ...request, selectors: { ...request.selectors, jobmanager } }, 'VersionedService')
}

/** The next change that the cluster needs for its new hash (rescaling/labels-missing); null: none. */
const nextStep = (round: ApplicationRound): Outcome | null => {
  const pair = pairOf(round)
  if (pair === null) return null
  const hash = targetHash(round)
  const metadata = { labels: { [hashLabel]: hash } }
  const replicas = replicasFor(round, parallelism(round))
  if (labelOf(pair.jobManager) !== hash)
    return outcome(round, { effects: patchRequest(round, asDeployment(pair.jobManager), { metadata }, 'it is scaled in place'), after: 0 })
  if (labelOf(pair.taskManager) !== hash || pair.taskManager.wantedReplicas !== replicas)
    return outcome(round, {
      effects: patchRequest(round, asDeployment(pair.taskManager), { metadata, spec: { replicas } }, 'it is scaled in place'),
      events: [normal('ClusterScaleUp', `Scaling the cluster to ${String(replicas)} TaskManagers`)],
      after: 0,
    })
  const manifest = serviceOf(round, versionedServiceName(round.desired.meta.name, hash)) === null ? newService(round) : null
  return manifest === null ? null : outcome(round, { effects: [{ _tag: 'CreateObject', manifest }], after: 0 })
}

export const rescaling = {
  'rescaling/undo': { holds: round => isTakenBack(round) && pairOf(round) !== null && !isAsBefore(round), does: putBack },
  'rescaling/spec-changed': {
    holds: round => isOtherWanted(round) && isAsBefore(round),
    does: ({ observed: { status } }) => moved(forgotten(status)),
  },
  'rescaling/given-up': {
    holds: round => isGivenUp(round) && (isAsBefore(round) || pairOf(round) === null),
    does: round => moved(failed(round, reasonOf(round)), { events: [warning('ClusterScaleUpFailed', reasonOf(round))] }),
  },
  'rescaling/taskmanagers-missing': {
    holds: round => lostTaskManagers(round) !== null,
    does: round => {
      const manifest = lostTaskManagers(round)
      return outcome(round, {
        effects: manifest === null ? [] : [{ _tag: 'CreateObject', manifest }],
        events: [normal('CreatingCluster', 'The TaskManager Deployment of the live cluster was deleted: the operator creates it again')],
        after: 0,
      })
    },
  },
  'rescaling/jobmanager-missing': {
    holds: isJobManagerLost,
    does: round => moved(failed(round, jobManagerLost), { events: [warning('ClusterScaleUpFailed', jobManagerLost)] }),
  },
  'rescaling/objects-unobservable': {
    holds: round => unseenPart(round) !== null,
    does: round => outcome(round, { error: foreignError(`cluster ${round.observed.status.deployHash}: ${unseenPart(round) ?? ''}`) }),
  },
  'rescaling/labels-missing': { holds: round => nextStep(round) !== null, does: round => nextStep(round) ?? waiting(round) },
  'rescaling/not-ready': { holds: round => lacks(round) !== null, does: round => waiting(round, lacks(round)) },
  'rescaling/ready-without-savepoint': {
    holds: round => operationOf(round)?.isStateless === true,
    does: round => moved(round.observed.status),
  },
  'rescaling/ready': { holds: () => true, does: round => moved(round.observed.status) },
} as const satisfies Readonly<Record<string, Rule>>
