import { type FileResource, type InputProblem, type PassedOver, parseSource, type Sorted, sorted } from '@flink-operator/simulation/plan'
import * as E from 'fp-ts/lib/Either.js'
import { closestMatch } from 'leven'

/** What a text holds, and what of it can't be read. */
export interface ReadText {
  readonly resources: readonly FileResource[]
  readonly passedOver: readonly PassedOver[]
  readonly problems: readonly InputProblem[]
}

/** Two letters may be wrong, of a long name a third. */
const didYouMean = (found: string, known: readonly string[]): string => {
  const near = known.find(it => it.toLowerCase() === found.toLowerCase())
    ?? closestMatch(found, known, { maxDistance: Math.min(found.length - 1, Math.max(2, Math.floor(found.length / 3))) })
  return near === undefined ? '' : `; did you mean "${near}"?`
}

/** The resources of a text, as `kubectl get -o yaml` prints them, or as a file has them. `name`: what people are told it is called. */
export const readText = (name: string, text: string): ReadText => {
  const each = parseSource({ file: name, text }).map((document): Sorted =>
    E.isLeft(document) ? { _tag: 'Problems', problems: [document.left] } : sorted(document.right, { didYouMean })
  )
  return {
    resources: each.flatMap(it => (it._tag === 'Resource' ? [it.resource] : [])),
    passedOver: each.flatMap(it => (it._tag === 'PassedOver' ? [it.passedOver] : [])),
    problems: each.flatMap(it => (it._tag === 'Problems' ? it.problems : [])),
  }
}
