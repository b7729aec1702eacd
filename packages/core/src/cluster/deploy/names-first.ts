import type { ClusterManifestInput, ClusterPart } from '../../contract/action/manifest-request.ts'
import type { ObjectName } from '../../contract/fact/object-view.ts'
import type { Obstacle } from '../../contract/round/unblocked-by.ts'
import type { ClusterRound, SeenOthers } from '../cluster-round.ts'
import type { ConfiguredCluster } from '../../spec/configured-spec.ts'
import { clusterParts } from '../../manifest/cluster-parts.ts'
import { partRef } from '../../manifest/object-metadata.ts'
import { obstacleOf, nameConflicts, waitingForOthers } from '../observe/name-conflicts.ts'
import type { Fact } from '../../contract/fact/fact.ts'
import { onceSeen } from '../../contract/query/ask.ts'
import type { Query } from '../../contract/query/query.ts'
import type { FlinkDeploymentStatus } from '../../contract/resource/flink-deployment-status.ts'
import { type Act, look } from '../../contract/round/decision.ts'
import type { ClusterDecision } from '../cluster-situation.ts'

/** The object names of parts of the cluster. */
export const namesOf = (parts: readonly ClusterPart[], clusterId: string): readonly ObjectName[] =>
  parts.map(part => partRef(part, clusterId))

/** The inputs that decide which names a deploy needs. */
export type NamesInput = Pick<ClusterManifestInput, 'mode' | 'configuration' | 'taskManagerPodTemplate'>

export const namesInputOf = ({ desired: { mode } }: Pick<ClusterRound, 'desired'>, { effective }: ConfiguredCluster): NamesInput => ({
  mode,
  configuration: effective.configuration,
  taskManagerPodTemplate: effective.taskManagerPodTemplate,
})

/** The names that deploys of these specs need, each once, including the Ingress if the operator manages it. */
export const namesNeeded = (
  { desired, env }: Pick<ClusterRound, 'desired' | 'env'>,
  targets: readonly ConfiguredCluster[],
): readonly ObjectName[] => {
  const { meta: { name } } = desired
  const parts = new Set(targets.flatMap(target => clusterParts(namesInputOf({ desired }, target))))
  const withIngress = env.options.ingressManage && targets.some(({ spec }) => spec.ingress !== null)
  return [...namesOf([...parts], name), ...(withIngress ? [{ apiVersion: 'networking.k8s.io/v1', kind: 'Ingress', name }] : [])]
}

/** Foreign objects that have needed names, as observed in this round. */
export const conflictingNames = (
  { desired: { meta }, observed: { others } }: SeenOthers,
  names: readonly Pick<ObjectName, 'kind' | 'name'>[],
): readonly Obstacle[] => {
  const inTheName = others.filter(other => names.some(({ kind, name }) => kind === other.kind && name === other.name))
  // an object that one of them owns is deleted with it
  return inTheName.filter(({ ownerUids }) => !inTheName.some(({ uid }) => ownerUids.includes(uid))).map(other => obstacleOf(meta, other))
}

/** What the cluster's owner adds to the pre-flight check. */
export interface NamesCheck {
  /** The queries of the check, together with those of the stop that follows. */
  readonly queries: readonly Query[]
  /** The answers that have to be readable, besides those about names. */
  readonly readable: readonly (Fact<unknown> | undefined)[]
  /** Further obstacles. */
  readonly obstacles: () => readonly Obstacle[]
  /** The decision where nothing is to be done. */
  readonly calm: () => Act<FlinkDeploymentStatus>
}

/**
 * Pre-flight check: do not stop what runs until every object name that the deploy needs is free or ours (F09, F13; B87). What is stopped
 * for a deploy that cannot succeed would stay down as long as a foreign object has the name. The operator reports the obstacle and waits.
 * `meanwhile`: if nothing runs, the deployed cluster is recovered instead of waiting (V02).
 */
export const unlessNamesConflict = (
  round: ClusterRound,
  target: ConfiguredCluster,
  check: NamesCheck,
  { go, meanwhile }: { readonly go: () => ClusterDecision; readonly meanwhile?: () => ClusterDecision | null },
): ClusterDecision =>
  onceSeen(
    round.observed.facts,
    check.queries,
    queries => look(queries, 'are the names that the deploy needs free, and which JobManager will be stopped?'),
    () => {
      const held = heldUp(round, target, check)
      return held === null ? go() : meanwhile?.() ?? held
    },
  )

const heldUp = (
  round: ClusterRound,
  target: ConfiguredCluster,
  { readable, obstacles: more, calm }: NamesCheck,
): ClusterDecision | null => {
  const { observed: { facts, status }, env } = round
  const after = env.options.observerProgressCheckInterval
  const unobservable = [facts.names, ...readable].find(fact => fact?._tag === 'Unknown')
  if (unobservable?._tag === 'Unknown')
    return {
      ...calm(),
      status,
      after,
      waitingFor: `the Kubernetes API to say whether the names that the deploy needs are free: ${unobservable.message}`,
      reason: 'it is not known whether the names that the deploy needs are free: the operator stops nothing',
    }
  const obstacles = [...conflictingNames(round, namesNeeded(round, [target])), ...more()]
  return obstacles.length === 0 ? null
    : {
      ...calm(),
      problem: { ...nameConflicts(obstacles), owner: 'upgrade' },
      obstacles,
      after,
      waitingFor: waitingForOthers(obstacles),
      reason: 'foreign objects have names that the deploy needs: nothing is stopped',
    }
}

/** The names that deploys of these specs need, so that one query is enough for all of them. */
export const namesQuery = (round: Pick<ClusterRound, 'desired' | 'env'>, targets: readonly (ConfiguredCluster | null)[]): Query => ({
  _tag: 'ReadNames',
  namespace: round.desired.meta.namespace,
  objects: namesNeeded(round, targets.filter(it => it !== null)),
})
