import type { ManifestRequest } from '../../../action/manifest-request.ts'
import { hashLabel, typeLabel } from '../objects/flink-application-labels.ts'
import { versionedServiceName } from '../objects/flink-application-names.ts'
import { manifestRequest } from '../objects/cluster-objects.ts'
import { clusterRequest } from '../wanted-cluster.ts'
import { moved, normal, outcome, type Outcome, type Rule, waiting, warning } from '../outcome.ts'
import { patchRequest } from '../flink-application-requests.ts'
import { foreignError } from '../retry/error-of.ts'
import type { ApplicationRound } from '../flink-application-round.ts'
import { clusterOf, ownObjects, selectorOf, serviceOf } from '../seen/clusters.ts'
import { labelOf, pairOf } from '../seen/in-place.ts'
import { isOtherWanted, operationOf, targetHash } from '../seen/live.ts'
import { asDeployment } from '../seen/effect-target.ts'
import { notReady, replicasFor } from '../seen/readiness.ts'
import { failed, forgotten } from '../status-transitions.ts'
import { givenUp, givenUpWords } from './give-up-gate.ts'
import { isAsBefore, putBack } from './put-back.ts'

const parallelism = (round: ApplicationRound): number => operationOf(round)?.definition?.parallelism ?? 0
const lacks = (round: ApplicationRound): string | null => notReady(round, round.observed.status.deployHash, parallelism(round))

/** Why the attempt was given up in a later state, which came back here with it; null: it was not. */
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
  return serviceOf(round, name) === null ? `Service ${name} is not there` : null
}

const isSeen = (round: ApplicationRound): boolean => ownObjects(round) !== null && operationOf(round)?.hash !== ''

/** Whose Deployment was taken away while it grew: they come again with as many as are wanted. Null: nothing is to be created. */
const lostTaskManagers = (round: ApplicationRound): ManifestRequest | null => {
  const cluster = clusterOf(round, round.observed.status.deployHash)
  const operation = operationOf(round)
  if (!isSeen(round) || cluster === null || operation === null || isTakenBack(round) || cluster.jobManager === null) return null
  return cluster.deployments.some(({ labels }) => labels[typeLabel] === 'taskmanager') ? null
    : manifestRequest(clusterRequest(round, operation.hash, operation.version, operation.id), 'TaskManagerDeployment')
}

/** With its JobManager the job of the live cluster is gone: nothing grows any more, and at rest it is told (X9a). */
const isJobManagerLost = (round: ApplicationRound): boolean =>
  isSeen(round)
  && clusterOf(round, round.observed.status.deployHash)?.deployments.some(({ labels }) => labels[typeLabel] === 'jobmanager') === false

const jobManagerLost = 'the Deployment of the JobManager was taken away while the cluster was scaled in place'

/** The Service of the new hash, which leads to the JobManager that there is. */
const newService = (round: ApplicationRound): ManifestRequest | null => {
  const pair = pairOf(round)
  const operation = operationOf(round)
  if (pair === null || operation === null) return null
  const request = clusterRequest(round, operation.hash, operation.version, operation.id)
  const jobmanager = selectorOf(pair.jobManager)
  return jobmanager === null ? null
    : manifestRequest({ ...request, selectors: { ...request.selectors, jobmanager } }, 'VersionedService')
}

/** The next thing that the cluster lacks for its new hash (S3a); null: nothing. */
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
  S0a: { holds: round => isTakenBack(round) && pairOf(round) !== null && !isAsBefore(round), does: putBack },
  S0b: { holds: round => isOtherWanted(round) && isAsBefore(round), does: ({ observed: { status } }) => moved(forgotten(status)) },
  S1: {
    holds: round => isGivenUp(round) && (isAsBefore(round) || pairOf(round) === null),
    does: round => moved(failed(round, reasonOf(round)), { events: [warning('ClusterScaleUpFailed', reasonOf(round))] }),
  },
  S2a: {
    holds: round => lostTaskManagers(round) !== null,
    does: round => {
      const manifest = lostTaskManagers(round)
      return outcome(round, {
        effects: manifest === null ? [] : [{ _tag: 'CreateObject', manifest }],
        events: [normal('CreatingCluster', 'The TaskManagers of the live cluster were taken away: they are created again')],
        after: 0,
      })
    },
  },
  S2b: {
    holds: isJobManagerLost,
    does: round => moved(failed(round, jobManagerLost), { events: [warning('ClusterScaleUpFailed', jobManagerLost)] }),
  },
  S2: {
    holds: round => unseenPart(round) !== null,
    does: round => outcome(round, { error: foreignError(`cluster ${round.observed.status.deployHash}: ${unseenPart(round) ?? ''}`) }),
  },
  S3a: { holds: round => nextStep(round) !== null, does: round => nextStep(round) ?? waiting(round) },
  S3: { holds: round => lacks(round) !== null, does: round => waiting(round, lacks(round)) },
  S4: { holds: round => operationOf(round)?.isStateless === true, does: round => moved(round.observed.status) },
  S5: { holds: () => true, does: round => moved(round.observed.status) },
} as const satisfies Readonly<Record<string, Rule>>
