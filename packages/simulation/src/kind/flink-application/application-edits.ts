import { type FlinkApplicationSpec, flinkApplicationType, type FlinkApplicationStatus } from '@flink-operator/lyft'
import type { Resource } from '@flink-operator/core/resource'
import type { Edit } from '../../checker/move.ts'
import { missingJar } from '../../flink/session-jobs.ts'
import { missingImage } from '../../kubernetes/rendered-objects.ts'
import { resourcesOf } from '../../world/resources.ts'
import type { World } from '../../world/world.ts'

const kind = flinkApplicationType.kind
type Spec = FlinkApplicationSpec
type Application = Resource<Spec, FlinkApplicationStatus>

export const applicationIn = (world: World): Application | undefined => (resourcesOf(world, kind) as readonly Application[])[0]

export type Change = (spec: Spec, status: FlinkApplicationStatus) => Partial<Spec> | null

/** Null: the edit is not possible yet, or no longer. Changing the same spec gives the same object each time. */
export const edited = (name: string, change: Change): Edit => {
  const made = new WeakMap<Spec, Map<string, Spec>>()
  return {
    name,
    event: world => {
      const application = applicationIn(world)
      if (application === undefined || application.meta.deletionTimestamp !== null) return null
      const { spec, status } = application
      const changed = change(spec, status)
      if (changed === null) return null
      const known = made.get(spec) ?? new Map<string, Spec>()
      made.set(spec, known)
      const key = JSON.stringify(changed)
      const next = known.get(key) ?? { ...spec, ...changed }
      known.set(key, next)
      return { _tag: 'EditBeside', kind, spec: next, name }
    },
  }
}

export const ofSpec = (name: string, change: Partial<Spec>): Edit => edited(name, () => change)

export const two = ofSpec('image two', { image: 'two' })
export const three = ofSpec('image three', { image: 'three' })
export const back = ofSpec('image one again', { image: 'one' })
export const broken = ofSpec('an image that is not there', { image: missingImage })
export const noJar = ofSpec('a jar that is not there', { jarName: missingJar, image: 'two' })
export const stateless = ofSpec('image two, savepointDisabled', { image: 'two', savepointDisabled: true })
export const grow = ofSpec('parallelism 2', { parallelism: 2 })
export const shrink = ofSpec('parallelism 1 again', { parallelism: 1 })
export const invalid = ofSpec('invalid', { parallelism: -1 })
export const mode = ofSpec('another mode', { deploymentMode: 'BlueGreen' })
/** While an attempt is in progress. */
export const force = edited('forceRollback', (_spec, { operation }) => (operation === null ? null : { forceRollback: true }))
/** Once both versions run. */
export const tearDown = (which: 'deployHash' | 'updatingHash'): Edit =>
  edited(
    `tear down the ${which === 'deployHash' ? 'old' : 'new'} version`,
    (_spec, status) => (status.phase === 'DualRunning' ? { tearDownVersionHash: status[which] } : null),
  )
export const dualThree = edited('image three', (_spec, { phase }) => (phase === 'DualRunning' ? { image: 'three' } : null))
export const remove: Edit = {
  name: 'delete',
  event: world => {
    const application = applicationIn(world)
    return application === undefined || application.meta.deletionTimestamp !== null ? null
      : { _tag: 'DeleteBeside', kind, uid: application.meta.uid }
  },
}
/** Once both versions run. */
export const removeBoth: Edit = {
  name: 'delete',
  event: world => (applicationIn(world)?.status.phase === 'DualRunning' ? remove.event(world) : null),
}
