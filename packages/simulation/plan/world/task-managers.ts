import { isRight } from 'fp-ts/lib/Either.js'
import type { Action } from '@flink-operator/core/action'
import type { DeploymentView, Fact } from '@flink-operator/core/fact'
import { renderManifest } from '@flink-operator/core/manifest'
import type { World } from '../../src/world/world.ts'

/** The model has no TaskManagers: the wanted number is reported as running. */
export const withTaskManagersUp = (fact: Fact<unknown>): Fact<unknown> => {
  if (fact._tag !== 'Known') return fact
  const view = fact.value as DeploymentView
  return { ...fact, value: { ...view, replicas: view.wantedReplicas, availableReplicas: view.wantedReplicas } }
}

/** The wanted number of TaskManagers, from a manifest: the model has one. */
export const withTaskManagers = (world: World, action: Action<unknown>): World => {
  if (action._tag !== 'CreateObject' || action.manifest._tag !== 'ClusterManifest' || action.manifest.part !== 'TaskManagerDeployment')
    return world
  const manifest = renderManifest(action.manifest)
  const spec = isRight(manifest) ? manifest.right['spec'] as { readonly replicas?: unknown } | undefined : undefined
  const replicas = spec?.replicas
  return typeof replicas !== 'number' ? world
    : { ...world, deployments: world.deployments.map(it => (it.role === 'TaskManager' ? { ...it, replicas } : it)) }
}
