import { isRight } from 'fp-ts/lib/Either.js'
import type { ManifestRequest } from '@flink-operator/core/action'
import { decodeFlinkDeployment, formatInstant } from '@flink-operator/core/codec'
import { renderManifest } from '@flink-operator/core/manifest'
import { type JsonObject, isSameJson } from '@flink-operator/core/resource'
import { isHeld, pauseAnnotation } from '@flink-operator/core/round'
import { resourcesOf, withResources } from '../world/resources.ts'
import { type FlinkDeploymentResource, uidOf, versionOf, type World } from '../world/world.ts'
import { done, type Performed, refused } from './answer.ts'

type Child = Extract<ManifestRequest, { readonly _tag: 'FlinkDeploymentManifest' }>

/** Server-side apply of a FlinkDeployment: of the observed one, by its uid; or of a new one, where any existing one is a conflict. */
export const applyChild = (world: World, request: Child, uid: string | null, resourceVersion?: string): Performed => {
  const all = resourcesOf(world, 'FlinkDeployment') as readonly FlinkDeploymentResource[]
  const there = all.find(({ meta }) => meta.name === request.name)
  if (
    uid === null ? there !== undefined
      : there?.meta.uid !== uid || (resourceVersion ?? there.meta.resourceVersion) !== there.meta.resourceVersion
  )
    return refused(world, 'Conflict', 'a FlinkDeployment of this name was made meanwhile, or the one that was seen is gone or has changed')
  const wanted = decoded(world, request)
  if (wanted === null) return refused(world, 'Invalid', `FlinkDeployment ${request.name}`)
  if (there === undefined)
    return done({
      ...withResources(world, 'FlinkDeployment', [...all, wanted]),
      serial: world.serial + 1,
      writes: world.writes + 1,
    })
  const isSameSpec = isSameJson(there.spec, wanted.spec)
  const { labels, annotations, ownerReferences } = wanted.meta
  const meta = {
    ...there.meta,
    labels: { ...there.meta.labels, ...labels },
    annotations: { ...withoutHold(there.meta.annotations), ...annotations },
    ...(ownerReferences === undefined ? {} : { ownerReferences }),
    generation: there.meta.generation + (isSameSpec ? 0 : 1),
  }
  if (isSameSpec && isSameJson(meta, there.meta)) return done(world)
  const next = { ...there, spec: isSameSpec ? there.spec : wanted.spec, meta: { ...meta, resourceVersion: versionOf(world.writes) } }
  return done({
    ...withResources(world, 'FlinkDeployment', all.map(it => (it === there ? next : it))),
    writes: world.writes + 1,
    olderResource: there,
  })
}

/** Fields that we applied before and no longer apply are pruned; of our annotations that is the hold only. */
const withoutHold = (annotations: Readonly<Record<string, string>>): Readonly<Record<string, string>> =>
  isHeld({ annotations }) ? Object.fromEntries(Object.entries(annotations).filter(([key]) => key !== pauseAnnotation)) : annotations

const decoded = (world: World, request: Child): FlinkDeploymentResource | null => {
  const rendered = renderManifest(request)
  if (!isRight(rendered)) return null
  const made = decodeFlinkDeployment({
    ...rendered.right,
    metadata: {
      ...(rendered.right['metadata'] as JsonObject),
      uid: uidOf(world.serial),
      resourceVersion: versionOf(world.writes),
      generation: 1,
      creationTimestamp: formatInstant(world.now),
    },
  })
  return isRight(made) ? made.right : null
}
