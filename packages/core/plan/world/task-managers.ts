import { isRight } from 'fp-ts/lib/Either.js'
import type { Action } from '../../src/action/action.ts'
import { renderManifest } from '../../src/cluster/manifest/render-manifest.ts'
import type { DeploymentView } from '../../src/fact/deployment-view.ts'
import type { Fact } from '../../src/fact/fact.ts'
import type { World } from '../../simulation/world/world.ts'

/** The model has no TaskManagers: as many as are wanted are there. */
export const withTaskManagersUp = (fact: Fact<unknown>): Fact<unknown> => {
  if (fact._tag !== 'Known') return fact
  const view = fact.value as DeploymentView
  return { ...fact, value: { ...view, replicas: view.wantedReplicas, availableReplicas: view.wantedReplicas } }
}

/** How many of them a manifest says: in the model there is one. */
export const withTaskManagers = (world: World, action: Action<unknown>): World => {
  if (action._tag !== 'CreateObject' || action.manifest._tag !== 'ClusterManifest' || action.manifest.part !== 'TaskManagerDeployment')
    return world
  const manifest = renderManifest(action.manifest)
  const spec = isRight(manifest) ? manifest.right['spec'] as { readonly replicas?: unknown } | undefined : undefined
  const replicas = spec?.replicas
  return typeof replicas !== 'number' ? world
    : { ...world, deployments: world.deployments.map(it => (it.role === 'TaskManager' ? { ...it, replicas } : it)) }
}
