import type { JsonObject } from '@flink-operator/core'
import { deployMarks, exactResource } from '@flink-operator/simulation/plan'
import { diffLines } from 'diff'
import { stringify } from 'yaml'

/** One line of a diff. `…`: lines that are alike are left out. */
export interface DiffLine {
  readonly sign: '+' | '-' | ' ' | '…'
  readonly text: string
}

/** One object that is made, beside the one of that name that is there. */
export interface ObjectDiff {
  /** `Deployment app` */
  readonly name: string
  /** `marks`: only what says of which attempt it is. */
  readonly change: 'new' | 'changed' | 'marks' | 'same'
  readonly lines: readonly DiffLine[]
}

const textAt = (object: JsonObject, ...path: readonly string[]): string => {
  const found = path.reduce<unknown>((it, key) => (it as JsonObject | undefined)?.[key], object)
  return typeof found === 'string' ? found : ''
}

const nameOf = (object: JsonObject): string => `${textAt(object, 'kind')} ${textAt(object, 'metadata', 'name')}`

const yamlOf = (object: JsonObject | undefined): string =>
  object === undefined ? '' : stringify(exactResource(object), { lineWidth: 0, aliasDuplicateObjects: false })

const linesOf = (before: string, after: string): readonly DiffLine[] =>
  diffLines(before, after).flatMap(({ added, removed, value }) =>
    value.replace(/\n$/, '').split('\n').map((text): DiffLine => ({ sign: added ? '+' : removed ? '-' : ' ', text }))
  )

/** Lines around a change that are shown. */
const context = 3

/** Only what changed, and a few lines around it. */
export const shortened = (lines: readonly DiffLine[]): readonly DiffLine[] => {
  const isNear = (at: number): boolean => lines.slice(Math.max(0, at - context), at + context + 1).some(({ sign }) => sign !== ' ')
  return lines.flatMap((line, at) => isNear(at) ? [line] : at === 0 || isNear(at - 1) ? [{ sign: '…', text: '' } as const] : [])
}

const isMark = ({ text }: DiffLine): boolean => deployMarks.some(mark => text.includes(`${mark}: `))

/** The objects of a plan beside those of what is deployed. */
export const objectDiffs = (before: readonly JsonObject[], after: readonly JsonObject[]): readonly ObjectDiff[] => {
  const old = new Map(before.map(object => [nameOf(object), object]))
  return after.map((object): ObjectDiff => {
    const there = old.get(nameOf(object))
    const lines = linesOf(yamlOf(there), yamlOf(object))
    if (there === undefined) return { name: nameOf(object), change: 'new', lines }
    const changed = lines.filter(({ sign }) => sign !== ' ')
    const change = changed.length === 0 ? 'same' : changed.every(isMark) ? 'marks' : 'changed'
    return { name: nameOf(object), change, lines: change === 'same' ? [] : shortened(lines) }
  })
}
