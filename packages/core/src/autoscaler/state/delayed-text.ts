import * as E from 'fp-ts/lib/Either.js'
import type { DelayedScaleDown, DelayedVertex, RecommendedParallelism, StoredTime } from '../autoscaler-state.ts'
import { sortedEntries, byVertex } from './vertex-key.ts'
import { printSeconds, storedTimeOf } from './stored-time.ts'
import { booleanOf, intOf, quotedText } from './yaml-scalar.ts'
import { allOf, fieldsOf, isNull, itemsOf, type Read, type YamlTree } from './yaml-tree.ts'

const required = (fields: ReadonlyMap<string, YamlTree>, name: string): Read<StoredTime> => {
  const tree = fields.get(name)
  return tree === undefined || isNull(tree) ? E.left(`${name} is missing`) : storedTimeOf(tree, name)
}

const wishOf = (tree: YamlTree): Read<RecommendedParallelism> => {
  const fields = fieldsOf(tree, 'recommendedParallelisms', ['triggerTime', 'parallelism', 'outsideUtilizationBound'])
  if (E.isLeft(fields)) return fields
  const [number, truth] = [fields.right.get('parallelism'), fields.right.get('outsideUtilizationBound')]
  const parallelism = number === undefined ? E.right(0) : intOf(number, 'parallelism')
  const isOutsideBounds = truth === undefined ? E.right(false) : booleanOf(truth, 'outsideUtilizationBound')
  const time = required(fields.right, 'triggerTime')
  if (E.isLeft(parallelism)) return parallelism
  if (E.isLeft(isOutsideBounds)) return isOutsideBounds
  return E.map((it: StoredTime): RecommendedParallelism => ({
    ...it,
    parallelism: parallelism.right,
    isOutsideBounds: isOutsideBounds.right,
  }))(time)
}

const vertexOf = (tree: YamlTree, id: string): Read<DelayedVertex> => {
  const fields = fieldsOf(tree, id, ['firstTriggerTime', 'recommendedParallelisms'])
  if (E.isLeft(fields)) return fields
  const firstTrigger = required(fields.right, 'firstTriggerTime')
  if (E.isLeft(firstTrigger)) return firstTrigger
  const list = fields.right.get('recommendedParallelisms')
  const items = list === undefined || isNull(list) ? E.right([]) : itemsOf(list, 'recommendedParallelisms')
  return E.map((recommended: readonly RecommendedParallelism[]): DelayedVertex => ({ firstTrigger: firstTrigger.right, recommended }))(
    E.isLeft(items) ? items : allOf(items.right, wishOf),
  )
}

/** Key `delayedScaleDown`: {delayedVertices: {vertex: {firstTriggerTime, recommendedParallelisms}}}. */
export const readDelayed = (tree: YamlTree): Read<DelayedScaleDown> => {
  const fields = fieldsOf(tree, 'delayedScaleDown', ['delayedVertices'])
  if (E.isLeft(fields)) return fields
  const vertices = fields.right.get('delayedVertices')
  return vertices === undefined || isNull(vertices) ? E.right({}) : byVertex(vertices, 'delayedVertices', vertexOf)
}

const wishLines = ({ parallelism, isOutsideBounds, ...time }: RecommendedParallelism): string =>
  `    - triggerTime: ${printSeconds(time)}\n      parallelism: ${parallelism}\n      outsideUtilizationBound: ${isOutsideBounds}\n`

const vertexLines = ([id, { firstTrigger, recommended }]: readonly [string, DelayedVertex]): string =>
  `  ${quotedText(id)}:\n    firstTriggerTime: ${printSeconds(firstTrigger)}\n    recommendedParallelisms:${
    recommended.length === 0 ? ' []\n' : `\n${recommended.map(wishLines).join('')}`
  }`

export const printDelayed = (delayed: DelayedScaleDown): string => {
  const vertices = sortedEntries(delayed)
  return vertices.length === 0 ? '---\ndelayedVertices: {}\n' : `---\ndelayedVertices:\n${vertices.map(vertexLines).join('')}`
}
