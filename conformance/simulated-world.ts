import type { FlinkDeploymentAction } from '@flink-operator/core/kind/flink-deployment'
import { flinkDeploymentKind } from '@flink-operator/core/kinds'
import {
  answerQuery,
  emptyWorld,
  type LookFaults,
  noLookFaults,
  perform,
  step,
  type World,
  type WorldEvent,
} from '@flink-operator/simulation'
import * as E from 'fp-ts/lib/Either.js'
import { fairEvents } from '../packages/simulation/src/world/fair-events.ts'
import { flinkDeploymentOf, noResources } from '../packages/simulation/src/world/resources.ts'
import type { Effect } from '../packages/operator/src/port/cluster-port.ts'
import { manifestInput, resourceManifest } from './resource-manifest.ts'
import { answerOf, type KubernetesSide } from './side.ts'

const uid = '00000000-0000-4000-8000-000000000001'

/** The simulated world in a box: it changes only by what is done to it. */
export interface SimulatedSide extends KubernetesSide {
  readonly world: () => World
  readonly happen: (event: WorldEvent) => void
  /** Looks come with these faults from now on. */
  readonly look: (faults: LookFaults) => void
}

/** A fresh world with one resource in it, as fine as the model goes. */
export const simulatedSide = (jobId = 'b'.repeat(32)): SimulatedSide => {
  const manifest = resourceManifest('default')
  const decoded = flinkDeploymentKind.decode({
    ...manifest,
    metadata: {
      namespace: 'default',
      name: 'app',
      uid,
      resourceVersion: 'v000000001',
      generation: 1,
      creationTimestamp: '2023-11-14T22:13:20Z',
    },
  })
  if (E.isLeft(decoded)) throw new Error(JSON.stringify(decoded.left))
  let world: World = {
    ...emptyWorld({ abstract: false, restCacheMillis: 3_000, operationMemoryMillis: 300_000 }, 1_700_000_000_000),
    resources: { ...noResources, FlinkDeployment: [decoded.right] },
  }
  let faults = noLookFaults
  const happen = (event: WorldEvent): void => {
    world = step(world, event)
  }
  return {
    world: () => world,
    happen,
    look: next => {
      faults = next
    },
    input: manifestInput('default', uid, jobId),
    perform: (effect: Effect, version) => {
      const { world: next, error } = perform(
        world,
        effect as FlinkDeploymentAction,
        version ?? flinkDeploymentOf(world)?.meta.resourceVersion ?? '',
        'Ok',
      )
      world = next
      return Promise.resolve(answerOf(error))
    },
    ask: query => Promise.resolve(answerQuery(world, query, faults)),
    resource: () => {
      const resource = flinkDeploymentOf(world)
      return Promise.resolve(resource === null ? null : { meta: resource.meta, status: resource.status })
    },
    deleteResource: () => Promise.resolve(happen({ _tag: 'DeleteResource' })),
    touchResource: () => Promise.resolve(happen({ _tag: 'TouchResource' })),
    makeIngress: () =>
      Promise.resolve(
        void (world = {
          ...world,
          serial: world.serial + 1,
          ingress: {
            name: 'app',
            uid: '00000000-0000-4000-8000-000000999998',
            version: '',
            deleting: false,
            ownerUids: [],
            annotations: {},
          },
        }),
      ),
    removeIngress: () => Promise.resolve(void (world = { ...world, ingress: null })),
    settle: async until => {
      for (let steps = 0; steps < 100 && !(await until()); steps++) {
        const event = fairEvents(world)[0]
        if (event !== undefined) happen(event)
      }
    },
  }
}
