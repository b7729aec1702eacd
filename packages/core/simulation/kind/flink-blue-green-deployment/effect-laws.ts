import { placeOf } from '../../../src/kind/flink-blue-green-deployment/phase.ts'
import type { FlinkBlueGreenDeploymentStatus } from '../../../src/resource/flink-blue-green-deployment.ts'
import { isSameJson } from '../../../src/resource/same-json.ts'
import type { Performed } from '../../kubernetes/answer.ts'
import { childrenOf, playedOf } from '../../kubernetes/play-children.ts'
import { resourcesOf } from '../../world/resources.ts'
import { breach, type World } from '../../world/world.ts'
import type { AnyAction } from '../any-kind.ts'

const statusOf = (world: World): FlinkBlueGreenDeploymentStatus | null =>
  (resourcesOf(world, 'FlinkBlueGreenDeployment')[0]?.status as FlinkBlueGreenDeploymentStatus | undefined) ?? null

const isStateful = (job: { readonly upgradeMode: string } | null | undefined): boolean => job?.upgradeMode !== 'stateless'

/**
 * What an effect of a FlinkBlueGreenDeployment does to its children, whatever it was decided from.
 *
 * | property | never |
 * |---|---|
 * | B107 | the child that serves is taken away for another reason than that another one takes over |
 * | P01 | it is taken away for one that goes on from another state than the savepoint of this very switch |
 * | P01 | a stateful child is created from nothing after one has served |
 * | B105 | in a switch the child that serves is changed |
 * | P02 | one colour is recorded as active while the other one, which served, is still there |
 */
export const judgeEffect = (before: World, action: AnyAction, performed: Performed): Performed => {
  if (before.played === undefined) return performed
  const found = breachesOf(before, action, performed.world)
  const judged = found.reduce((world, [property, what]) => breach(world, property, what), performed.world)
  const successor = successorAfter(before, action)
  return successor === null ? { ...performed, world: judged }
    : { ...performed, world: { ...judged, played: { ...playedOf(judged), serving: successor } } }
}

/** Who serves once the one that serves was told to go; null: it was not. */
const successorAfter = (before: World, action: AnyAction): string | null => {
  const { serving } = playedOf(before)
  if (action._tag !== 'DeleteObject' || action.target.uid !== serving) return null
  return childrenOf(before).find(({ meta }) => meta.uid !== serving && meta.deletionTimestamp === null)?.meta.uid ?? null
}

const breachesOf = (before: World, action: AnyAction, after: World): readonly (readonly [string, string])[] => {
  const { serving, served, disturbed, jobs } = playedOf(before)
  const status = statusOf(before)
  const operation = status?.operation ?? null
  switch (action._tag) {
    case 'DeleteObject': {
      if (action.target.uid !== serving) return []
      const old = childrenOf(before).find(({ meta }) => meta.uid === serving)
      const next = childrenOf(before).find(({ meta }) => meta.uid !== serving)
      if (old === undefined) return []
      // a person who deletes the new one in this very moment can't be seen
      if (operation?.step !== 'Retire' || (next === undefined && !disturbed))
        return [['B107', 'the child that serves is taken away, and not because another one takes over']]
      if (next === undefined) return []
      const taken = jobs.find(({ uid }) => uid === serving)?.taken.find(({ triggerId }) => triggerId === operation.id)?.path
      const source = jobs.find(({ uid }) => uid === next.meta.uid)?.source ?? null
      return !disturbed && isStateful(old.spec.job) && isStateful(next.spec.job) && next.spec.job?.savepointRedeployNonce == null
          && source !== (taken ?? null)
        ? [['P01', 'the child that takes over goes on from another state than the savepoint of this switch']] : []
    }
    case 'ApplyObject': {
      if (action.manifest._tag !== 'FlinkDeploymentManifest') return []
      const { name, spec } = action.manifest
      const there = childrenOf(before).find(({ meta }) => meta.name === name)
      if (there === undefined)
        return served && status?.lastReconciledSpec != null && isStateful(spec.job) && spec.job?.initialSavepointPath == null
          ? [['P01', 'a stateful child is created from nothing after one has served']] : []
      const now = childrenOf(after).find(({ meta }) => meta.name === name)
      return there.meta.uid === serving && operation?.kind === 'Switch' && !isSameJson(now?.spec, there.spec)
        ? [['B105', 'the child that serves is changed in a switch']] : []
    }
    case 'PersistStatus': {
      const from = placeOf(status?.blueGreenState ?? null)
      const { blueGreenState } = action.status as FlinkBlueGreenDeploymentStatus
      const to = placeOf(blueGreenState)
      const isFinished = from.phase === 'Transitioning' && to.phase === 'Active' && from.colour === to.colour
      const old = childrenOf(before).find(({ meta }) => meta.uid === operation?.activeUid)
      return isFinished && operation?.kind === 'Switch' && operation.activeUid !== operation.childUid && old !== undefined
        ? [['P02', 'a colour is active while the other one, which served, is still there']] : []
    }
    default:
      return []
  }
}
