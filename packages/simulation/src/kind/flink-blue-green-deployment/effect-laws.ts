import type { ManifestRequest } from '@flink-operator/core/action'
import { isReady, placeOf, type FlinkBlueGreenDeploymentStatus } from '@flink-operator/core/kind/flink-blue-green-deployment'
import { isSameJson } from '@flink-operator/core/resource'
import { isHeld } from '@flink-operator/core/round'
import type { Performed } from '../../kubernetes/answer.ts'
import { childrenOf, playedOf } from '../../kubernetes/play-children.ts'
import { resourcesOf } from '../../world/resources.ts'
import { breach, type FlinkDeploymentResource, type World } from '../../world/world.ts'
import type { AnyAction } from '../any-kind.ts'

type FlinkDeploymentManifest = Extract<ManifestRequest, { readonly _tag: 'FlinkDeploymentManifest' }>

const statusOf = (world: World): FlinkBlueGreenDeploymentStatus | null =>
  (resourcesOf(world, 'FlinkBlueGreenDeployment')[0]?.status as FlinkBlueGreenDeploymentStatus | undefined) ?? null

const isStateful = (job: { readonly upgradeMode: string } | null | undefined): boolean => job?.upgradeMode !== 'stateless'

/**
 * Judges what an effect of a FlinkBlueGreenDeployment does to its children, whatever it was decided from.
 *
 * | property | never |
 * |---|---|
 * | B107 | the serving child is deleted although no other child takes over |
 * | P01 | the serving child is deleted for one that starts from another state than the savepoint of this very switch |
 * | P01 | a stateful child starts from empty state after one has served: created, or no longer held |
 * | B105 | the serving child is changed during a switch |
 * | P02 | one colour is recorded as active while the other one, which served, still exists |
 */
export const judgeEffect = (before: World, action: AnyAction, performed: Performed): Performed => {
  // a refused write ends no switch, and a refused delete removes nothing
  if (before.played === undefined || isRefused(before, action, performed.world)) return performed
  const found = breachesOf(before, action, performed.world)
  const judged = found.reduce((world, [property, what]) => breach(world, property, what), performed.world)
  const serving = successorAfter(before, action)
  const givenUp = givenUpBy(before, action)
  return serving === null && givenUp === null ? { ...performed, world: judged }
    : { ...performed, world: { ...judged, played: { ...playedOf(judged), ...(serving === null ? { givenUp } : { serving }) } } }
}

const isRefused = (before: World, { _tag }: AnyAction, after: World): boolean =>
  (_tag === 'PersistStatus' && statusOf(after) === statusOf(before))
  || (_tag === 'DeleteObject' && childrenOf(after) === childrenOf(before))

/** The switch that this write abandons, keeping the previous child as the serving one; null: it ends none, or ends it otherwise. */
const givenUpBy = (before: World, action: AnyAction): string | null => {
  if (action._tag !== 'PersistStatus') return null
  const operation = statusOf(before)?.operation ?? null
  const { operation: left, blueGreenState } = action.status as FlinkBlueGreenDeploymentStatus
  const isThere = childrenOf(before).some(({ meta }) => meta.uid === operation?.activeUid)
  return operation?.kind === 'Switch' && left === null && placeOf(blueGreenState).colour !== operation.colour && isThere ? operation.id
    : null
}

/** The child that serves after the operator deletes the serving one; null: the operator did not. */
const successorAfter = (before: World, action: AnyAction): string | null => {
  const { serving } = playedOf(before)
  if (action._tag !== 'DeleteObject' || action.target.uid !== serving) return null
  return childrenOf(before).find(({ meta }) => meta.uid !== serving && meta.deletionTimestamp === null)?.meta.uid ?? null
}

type Found = readonly (readonly [property: string, what: string])[]

const breachesOf = (before: World, action: AnyAction, after: World): Found => {
  switch (action._tag) {
    case 'DeleteObject':
      return taking(before, action.target.uid)
    case 'ApplyObject':
      return action.manifest._tag === 'FlinkDeploymentManifest' ? applying(before, action.manifest, after) : []
    case 'PersistStatus':
      return finishing(before, action.status as FlinkBlueGreenDeploymentStatus)
    default:
      return []
  }
}

/** What a user deletes between a query and the effect can't be observed; together with the parent all children are deleted. */
const taking = (before: World, uid: string): Found => {
  if (statusOf(before) === null) return []
  const { serving, unseen } = playedOf(before)
  const old = childrenOf(before).find(({ meta }) => meta.uid === serving)
  if (uid !== serving || unseen || old === undefined) return []
  const operation = statusOf(before)?.operation ?? null
  const next = childrenOf(before).find(({ meta }) => meta.uid !== serving)
  // after an older record was restored, a child that serves from the newest savepoint takes over, whatever the record says of the switch
  if (playedOf(before).disturbed && next !== undefined && isReady(next) && hasItsState(before, old, next)) return []
  if (operation?.step !== 'Retire' || next === undefined)
    return [['B107', 'the serving child is deleted, but no other child takes over']]
  return continues(before, old, next, operation.id) ? []
    : [['P01', 'the child that takes over starts from another state than the savepoint of this switch']]
}

/** Has the new child the state of the old one: did it start from the last savepoint that a switch took of it? A user may do without. */
export const hasItsState = (before: World, old: FlinkDeploymentResource, next: FlinkDeploymentResource): boolean => {
  if (!isStateful(old.spec.job) || !isStateful(next.spec.job) || next.spec.job?.savepointRedeployNonce != null) return true
  const { jobs } = playedOf(before)
  const taken = jobs.find(({ uid }) => uid === old.meta.uid)?.taken ?? null
  return taken !== null && jobs.find(({ uid }) => uid === next.meta.uid)?.source === taken.path
}

const continues = (before: World, old: FlinkDeploymentResource, next: FlinkDeploymentResource, id: string): boolean => {
  const { disturbed, jobs } = playedOf(before)
  if (disturbed) return hasItsState(before, old, next)
  if (!isStateful(old.spec.job) || !isStateful(next.spec.job) || next.spec.job?.savepointRedeployNonce != null) return true
  const taken = jobs.find(({ uid }) => uid === old.meta.uid)?.taken ?? null
  return (jobs.find(({ uid }) => uid === next.meta.uid)?.source ?? null) === (taken?.triggerId === id ? taken.path : null)
}

const applying = (before: World, { name, spec }: Pick<FlinkDeploymentManifest, 'name' | 'spec'>, after: World): Found => {
  const { serving, served } = playedOf(before)
  const status = statusOf(before)
  const there = childrenOf(before).find(({ meta }) => meta.name === name)
  const now = childrenOf(after).find(({ meta }) => meta.name === name)
  if (now === undefined || isHeld(now.meta)) return []
  if (there === undefined || isHeld(there.meta))
    return served && status?.lastReconciledSpec != null && isStateful(spec.job) && spec.job?.initialSavepointPath == null
      ? [['P01', 'a stateful child starts from empty state after one has served']] : []
  return there.meta.uid === serving && status?.operation?.kind === 'Switch' && !isSameJson(now.spec, there.spec)
    ? [['B105', 'the serving child is changed during a switch']] : []
}

const finishing = (before: World, { blueGreenState }: FlinkBlueGreenDeploymentStatus): Found => {
  const status = statusOf(before)
  const operation = status?.operation ?? null
  const [from, to] = [placeOf(status?.blueGreenState ?? null), placeOf(blueGreenState)]
  if (operation?.kind !== 'Switch' || operation.activeUid === operation.childUid) return []
  const isFinished = from.phase === 'Transitioning' && to.phase === 'Active' && from.colour === to.colour
  const old = childrenOf(before).find(({ meta }) => meta.uid === operation.activeUid)
  // an older record, restored during the deletion, does not show the deletion
  const isForgotten = playedOf(before).disturbed && old?.meta.deletionTimestamp != null
  return isFinished && old !== undefined && !isForgotten
    ? [['P02', 'a colour is active while the other one, which served, still exists']] : []
}
