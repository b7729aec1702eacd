import { isRight } from 'fp-ts/lib/Either.js'
import type { ManifestRequest } from '@flink-operator/core/action'
import { generationAnnotation } from '@flink-operator/core/flink-configuration'
import { renderManifest, attemptAnnotation } from '@flink-operator/core/manifest'
import { deployAnnotation, type JsonObject } from '@flink-operator/core/resource'
import type { PlayedRound } from './play-round.ts'

/** Annotations with the attempt and generation of an object: they always differ when an object is recreated. */
export const deployMarks: readonly string[] = [attemptAnnotation, deployAnnotation, generationAnnotation]

/** An object that is applied again stays one object. */
const objectOf = (manifest: ManifestRequest): string =>
  manifest._tag === 'ClusterManifest' ? '' : `${manifest._tag} ${manifest.namespace}/${manifest.name}`

/** The objects that the rounds created, in order; an object that was applied several times in its final form. */
export const renderedIn = (rounds: readonly PlayedRound[]): readonly JsonObject[] => {
  const made = rounds.flatMap(({ done }) =>
    done.flatMap(action => (action._tag === 'CreateObject' || action._tag === 'ApplyObject' ? [action] : []))
  )
  return made.flatMap(({ _tag, manifest }, index) => {
    const isChanged = _tag === 'ApplyObject'
      && made.slice(index + 1).some(later => later._tag === 'ApplyObject' && objectOf(later.manifest) === objectOf(manifest))
    const rendered = isChanged ? null : renderManifest(manifest)
    return rendered !== null && isRight(rendered) ? [rendered.right] : []
  })
}
