import { isRight } from 'fp-ts/lib/Either.js'
import type { ClusterManifestInput } from '@flink-operator/core/action'
import { manifestInput, runningInput } from '@flink-operator/core/cluster'
import type { DeploymentView, FlinkDeploymentFacts } from '@flink-operator/core/fact'
import type { AnyDesired } from '@flink-operator/core/kinds'
import { appliedDigestAnnotation, appliedDigestOf, renderManifest, ingressRequest, attemptAnnotation } from '@flink-operator/core/manifest'
import type { ObjectHead, StoredState, World } from '../../src/world/world.ts'
import { type FlinkDeploymentResource, stateSnapshotsOf, withStateSnapshots } from '../../src/world/resources.ts'
import { type PlanWorld, withResource } from './plan-world.ts'
import { assumedDeployment, seenObjects } from './seen-cluster.ts'
import { seenHa } from './seen-ha.ts'
import { seenPods } from './seen-job.ts'
import { seenSnapshot } from './seen-snapshots.ts'
import { boundsDeployed } from './vertex-bounds.ts'

/** What is known of a FlinkDeployment before it is edited. */
export interface Known {
  readonly resource: FlinkDeploymentResource
  /** Its kind's desired state. */
  readonly desired: AnyDesired
  /** The answers to queries. */
  readonly facts: FlinkDeploymentFacts
}

/**
 * The input that the existing objects were rendered from: the attempt in progress, or the running cluster. Null: it can't be
 * determined.
 */
const standingInput = ({ resource: { status }, desired, facts: { deployment } }: Known): ClusterManifestInput | null => {
  const { operation } = status
  const mark = deployment?._tag === 'Known' ? deployment.value.annotations[attemptAnnotation] : undefined
  const input = operation?.kind === 'Deploy' && operation.step !== 'TearDown' && (mark === undefined || mark === operation.id)
    ? manifestInput(desired, operation) : runningInput(desired, status)
  return isRight(input) ? input.right : null
}

/** The JobManager's Deployment; if it was not queried, as the status reports it. */
const deploymentOf = (
  { resource: { status }, facts: { deployment } }: Known,
  input: ClusterManifestInput,
  now: number,
): DeploymentView | null => {
  if (deployment?._tag === 'Known') return deployment.value
  const { jobManagerDeploymentStatus: seen } = status
  return deployment !== undefined || seen === 'MISSING' || seen === 'ERROR' ? null
    : assumedDeployment({ facts: {}, input, now }, input.clusterId, 1)
}

/** All states that the status and the queries name are assumed to exist. */
const storedStates = ({ resource: { status, spec }, facts: { checkpoints } }: Known, more: readonly string[]): readonly StoredState[] => {
  const { jobStatus, operation, operatorRecord: { lastState } } = status
  const shown = checkpoints?._tag === 'Known' ? [checkpoints.value.completed, checkpoints.value.savepoint, checkpoints.value.restored] : []
  const paths = [
    jobStatus.upgradeSavepointPath,
    lastState._tag === 'Path' ? lastState.path : null,
    operation?.kind === 'Deploy' && operation.source._tag === 'Path' ? operation.source.path : null,
    spec.job?.initialSavepointPath ?? null,
    ...shown.map(it => (it === null || it.discarded ? null : it.externalPath)),
    ...more,
  ]
  return [...new Set(paths.filter(path => path !== null))].map(path => ({ path, kind: 'Savepoint', progress: 1, current: true }))
}

/** The observed Ingress, or, if it was not queried, the Ingress of the running cluster. */
const ingressOf = ({ resource: { meta, status }, desired, facts: { ingress } }: Known): ObjectHead | null => {
  const head = (uid: string, digest: string | null): ObjectHead => ({
    name: meta.name,
    uid,
    version: '1',
    deleting: false,
    annotations: digest === null ? {} : { [appliedDigestAnnotation]: digest },
    ownerUids: [meta.uid],
  })
  if (ingress?._tag === 'Known') return { ...head(ingress.value.uid, ingress.value.appliedDigest), ownerUids: ingress.value.ownerUids }
  const isLeft = ingress === undefined && status.operation === null && desired.deployed._tag === 'Deployed'
  const request = !isLeft ? null : ingressRequest(meta, desired.deployed.running)
  const rendered = request === null ? null : renderManifest(request)
  return rendered === null || !isRight(rendered) ? null : head(`uid-of-ingress-${meta.name}`, appliedDigestOf(rendered.right))
}

/**
 * The world in which the resource is as its status says and the queries observed. What was not queried is assumed to be as the status
 * says, and healthy. Null: the state can't be determined.
 */
export const worldOf = (empty: PlanWorld, known: Known): PlanWorld | null => {
  const { resource, facts } = known
  const of = { kind: 'FlinkDeployment', name: resource.meta.name } as const
  const { now } = empty.world
  const input = standingInput(known)
  if (input === null) return isUntouched(known) ? withResource(empty, of, resource) : null
  const deployment = deploymentOf(known, input, now)
  const seen = { facts, input, status: resource.status, now }
  const pods = seenPods(seen, deployment)
  const jobs = pods.flatMap(({ process }) => process?.jobs ?? [])
  const { ha, zooKeeper } = seenHa(seen, jobs)
  const world: World = {
    ...withSeenSnapshots(withResource(empty, of, resource).world, known),
    ...seenObjects({ facts, input, now }, deployment),
    ingress: ingressOf(known),
    pods,
    ha,
    zooKeeper,
    ...withSeenAutoscaler(known),
    storage: storedStates(known, ha.jobs.flatMap(({ pointer }) => (pointer === null ? [] : [pointer]))),
  }
  return {
    ...empty,
    world,
    bounds: facts.resourceRequirements?._tag === 'Known' ? facts.resourceRequirements.value : boundsDeployed(input.configuration),
  }
}

/** The listed snapshots; none if the operator does not handle them. */
const withSeenSnapshots = (world: World, { resource: { meta }, facts: { snapshots } }: Known): World =>
  stateSnapshotsOf(world) === null || snapshots?._tag !== 'Known' ? world
    : withStateSnapshots(world, snapshots.value.flatMap(view => seenSnapshot(meta, view)))

/** The parallelism that the autoscaler stored affects the job. Its future decisions are not planned: no load is known. */
const withSeenAutoscaler = ({ facts: { autoscalerState } }: Known): Pick<World, 'autoscaled'> => {
  if (autoscalerState?._tag !== 'Known') return {}
  const { name, uid, resourceVersion: version, ownerUids, data } = autoscalerState.value
  return { autoscaled: { states: [{ name, uid, version, ownerUid: ownerUids[0] ?? null, data }], loads: {} } }
}

/** Nothing was deployed for the resource yet. */
const isUntouched = ({ resource: { status }, facts: { deployment } }: Known): boolean =>
  status.reconciliationStatus.lastReconciledSpec === null && deployment?._tag !== 'Known'
