import type { Edit } from '../../checker/move.ts'
import { type FlinkBlueGreenDeploymentSpec, colourLabel, type Colour } from '@flink-operator/core/kind/flink-blue-green-deployment'
import type { FlinkDeploymentSpec, JsonObject } from '@flink-operator/core/resource'
import { brokenImage, childrenOf, play } from '../../kubernetes/play-children.ts'
import { resourcesOf } from '../../world/resources.ts'
import type { World } from '../../world/world.ts'

const kind = 'FlinkBlueGreenDeployment'

export const created = (spec: JsonObject): Edit => ({
  name: 'create',
  event: world =>
    resourcesOf(world, kind).length > 0 ? null
      : { _tag: 'CreateBeside', kind, resource: { namespace: 'default', name: 'app', labels: {}, spec }, name: 'create' },
})

type Change = (spec: FlinkDeploymentSpec) => FlinkDeploymentSpec

export const edited = (name: string, change: Change, when: (world: World) => boolean = () => true): Edit => {
  const made = new WeakMap<object, FlinkBlueGreenDeploymentSpec>()
  return {
    name,
    event: world => {
      const spec = resourcesOf(world, kind)[0]?.spec as FlinkBlueGreenDeploymentSpec | undefined
      if (spec?.template?.spec == null || !when(world)) return null
      const next = made.get(spec) ?? { ...spec, template: { ...spec.template, spec: change(spec.template.spec) } }
      made.set(spec, next)
      return { _tag: 'EditBeside', kind, spec: next, name }
    },
  }
}

/** Only once the first child serves: other worlds cover what comes before. */
export const isServed = ({ played }: World): boolean => played?.serving != null

export const ofJob = (job: Partial<NonNullable<FlinkDeploymentSpec['job']>>): Change => spec => ({
  ...spec,
  job: spec.job === null ? null : { ...spec.job, ...job },
})
export const ofImage = (image: string): Change => spec => ({ ...spec, image })

export const two = edited('image two', ofImage('two'), isServed)
export const twoAtOnce = edited('image two', ofImage('two'))
export const three = edited('image three', ofImage('three'))
export const broken = edited('a broken image', ofImage(brokenImage), isServed)
export const back = edited('image one again', ofImage('one'))
export const suspend = edited('suspend', ofJob({ state: 'suspended' }), isServed)
export const resume = edited('resume', ofJob({ state: 'running' }))
export const patch = edited('a savepoint nonce', ofJob({ savepointTriggerNonce: 1 }), isServed)
export const redeploy = edited(
  'redeploy',
  ofJob({ savepointRedeployNonce: 1, initialSavepointPath: 'file:/flink/savepoints/savepoint-000000001' }),
  isServed,
)
export const upgradeInPlaceOfRedeploy = edited(
  'an upgrade in place of the redeploy',
  spec => ofImage('three')(ofJob({ savepointRedeployNonce: null, initialSavepointPath: null })(spec)),
)
export const redeployFromNowhere = edited(
  'a redeploy that names no path',
  ofJob({ savepointRedeployNonce: 1, initialSavepointPath: null }),
  isServed,
)
export const statelessTwo = edited('stateless, image two', spec => ofImage('two')(ofJob({ upgradeMode: 'stateless' })(spec)), isServed)
export const statefulThree = edited('with state again, image three', spec => ofImage('three')(ofJob({ upgradeMode: 'savepoint' })(spec)))
export const invalid = edited('invalid', ofJob({ parallelism: -1 }), isServed)
export const remove: Edit = {
  name: 'delete',
  event: world => {
    const [parent] = resourcesOf(world, kind)
    return parent === undefined || parent.meta.deletionTimestamp !== null ? null : { _tag: 'DeleteBeside', kind, uid: parent.meta.uid }
  },
}
const isThere = (world: World): boolean => resourcesOf(world, kind).length > 0
export const backUp: Edit = { name: 'a backup', event: world => (isThere(world) ? { _tag: 'Play', event: { _tag: 'BackUp' } } : null) }
export const putBack = (path: readonly string[], to: 'Default' | 'Backup'): Edit => ({
  name: `${to === 'Default' ? 'removed' : 'put back'} ${path.length === 0 ? 'the status' : path.join('.')}`,
  event: world => {
    const event = { _tag: 'Play', event: { _tag: 'PutBack', path, to } } as const
    return isThere(world) && play(world, event.event) !== world ? event : null
  },
})
export const stripOwner = (colour: Colour): Edit => ({
  name: `strips the owner of ${colour}`,
  event: world => {
    const child = childrenOf(world).find(({ meta }) => meta.labels[colourLabel] === colour && (meta.ownerReferences ?? []).length > 0)
    return child === undefined ? null : { _tag: 'Play', event: { _tag: 'StripOwner', uid: child.meta.uid } }
  },
})

/** A person edits a child past its parent. */
const childByHand = (name: string, change: Change): Edit => {
  const made = new WeakMap<object, FlinkDeploymentSpec>()
  return {
    name,
    event: world => {
      const [child] = childrenOf(world)
      if (child === undefined || !isServed(world)) return null
      const next = made.get(child.spec) ?? change(child.spec)
      made.set(child.spec, next)
      return { _tag: 'EditBeside', kind: 'FlinkDeployment', spec: next, name }
    },
  }
}
export const childTwo = childByHand('image by hand of a child', ofImage('hand'))
export const childSuspended = childByHand('a child suspended by hand', ofJob({ state: 'suspended' }))
