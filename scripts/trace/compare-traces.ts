import type { DecisionLine } from './decision-line.ts'
import type { WorldTrace } from './world-trace.ts'

/** What is compared: rows get other names in a change that renames them. */
export interface Compared {
  readonly rows: boolean
}

/** How one world differs. */
export interface Difference {
  readonly world: string
  readonly what: string
}

const textOf = ({ kind, rows, actions }: DecisionLine, compared: Compared): string =>
  compared.rows ? `${kind} [${rows.join(' ')}] ${actions}` : `${kind} ${actions}`

/** The decisions of a trace one by one, by their texts. */
function* decisionsOf(trace: WorldTrace, compared: Compared): Generator<string> {
  const texts = trace.lines.map(line => textOf(line, compared))
  for (const [index, count] of trace.sequence) for (let each = 0; each < count; each += 1) yield texts[index] ?? ''
}

const shown = (text: string | undefined, from: number): string =>
  text === undefined ? 'no decision' : `${from > 0 ? '…' : ''}${text.slice(from, from + 400)}`

/** Where two texts part, with some letters before it. */
const partingOf = (a: string, b: string): number => {
  let at = 0
  while (at < a.length && a[at] === b[at]) at += 1
  return Math.max(0, at - 80)
}

const firstDifference = (before: WorldTrace, after: WorldTrace, compared: Compared): string | null => {
  const [left, right] = [decisionsOf(before, compared), decisionsOf(after, compared)]
  for (let at = 1;; at += 1) {
    const [a, b] = [left.next(), right.next()]
    if (a.done === true && b.done === true) return null
    const [was, is] = [a.done === true ? undefined : a.value, b.done === true ? undefined : b.value]
    if (was === is) continue
    const from = was === undefined || is === undefined ? 0 : partingOf(was, is)
    return `decision ${at}\n    before: ${shown(was, from)}\n    after:  ${shown(is, from)}`
  }
}

/** Null: in this world every decision is the same, in the same order. */
export const compareWorld = (before: WorldTrace, after: WorldTrace, compared: Compared): Difference | null => {
  const decision = firstDifference(before, after, compared)
  if (decision !== null) return { world: before.world, what: decision }
  const [was, is] = [before, after].map(({ states, closed, violations }) => JSON.stringify({ states, closed, violations }))
  return was === is ? null : { world: before.world, what: `same decisions, but ${was ?? ''} before and ${is ?? ''} after` }
}

/** Worlds are found by their names: one that is in one file only is a difference. */
export const compareTraces = (before: readonly WorldTrace[], after: readonly WorldTrace[], compared: Compared): readonly Difference[] => {
  const then = new Map(after.map(trace => [trace.world, trace]))
  const earlier = new Set(before.map(({ world }) => world))
  return [
    ...before.flatMap(trace => {
      const other = then.get(trace.world)
      const difference = other === undefined ? { world: trace.world, what: 'it is in the first file only' }
        : compareWorld(trace, other, compared)
      return difference === null ? [] : [difference]
    }),
    ...after.filter(({ world }) => !earlier.has(world)).map(({ world }) => ({ world, what: 'it is in the second file only' })),
  ]
}
