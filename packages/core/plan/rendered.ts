import { isRight } from 'fp-ts/lib/Either.js'
import { renderManifest } from '../src/cluster/manifest/render-manifest.ts'
import type { JsonObject } from '../src/resource/json.ts'
import type { PlayedRound } from './play-round.ts'

/** The objects that rounds made, in order. */
export const renderedIn = (rounds: readonly PlayedRound[]): readonly JsonObject[] =>
  rounds.flatMap(({ done }) =>
    done.flatMap(action => {
      if (action._tag !== 'CreateObject' && action._tag !== 'ApplyObject') return []
      const rendered = renderManifest(action.manifest)
      return isRight(rendered) ? [rendered.right] : []
    })
  )
