import { isRight } from 'fp-ts/lib/Either.js'
import type { ManifestRequest } from '../src/action/manifest-request.ts'
import { renderManifest } from '../src/cluster/manifest/render-manifest.ts'
import { generationAnnotation } from '../src/flink-configuration/deploy-configuration.ts'
import { attemptAnnotation } from '../src/resource/attempt-annotation.ts'
import { deployAnnotation } from '../src/resource/deploy-annotation.ts'
import type { JsonObject } from '../src/resource/json.ts'
import type { PlayedRound } from './play-round.ts'

/** Annotations that say of which attempt and generation an object is: of an object that is made anew they are other, whatever else is. */
export const deployMarks: readonly string[] = [attemptAnnotation, deployAnnotation, generationAnnotation]

/** Whatever is applied again stays one object. */
const objectOf = (manifest: ManifestRequest): string =>
  manifest._tag === 'ClusterManifest' ? '' : `${manifest._tag} ${manifest.namespace}/${manifest.name}`

/** The objects that rounds made, in order: of one that was applied more than once, what it is in the end. */
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
