import { checkerEnv, type Decision, decisionTableRows, type SmallWorld, worldVerifier } from '@flink-operator/simulation'
import { type DecisionLine, decisionLine } from './decision-line.ts'

/** Every decision that was made while one world was explored, in the order of the exploration. */
export interface WorldTrace {
  readonly world: string
  readonly states: number
  readonly closed: boolean
  readonly violations: number
  /** Different lines, by first appearance. */
  readonly lines: readonly DecisionLine[]
  /** For each decision the index of its line; runs of the same one as [index, count]. */
  readonly sequence: readonly (readonly [number, number])[]
}

interface Collector {
  readonly add: (decision: Decision) => void
  readonly taken: () => Pick<WorldTrace, 'lines' | 'sequence'>
}

const collector = (): Collector => {
  const indexes = new Map<string, number>()
  const lines: DecisionLine[] = []
  const sequence: [number, number][] = []
  return {
    add: decision => {
      const line = decisionLine(decision)
      const key = `${line.kind} ${line.rows.join(' ')} ${line.actions}`
      const index = indexes.get(key) ?? lines.length
      if (index === lines.length) {
        indexes.set(key, index)
        lines.push(line)
      }
      const last = sequence.at(-1)
      if (last?.[0] === index) last[1] += 1
      else sequence.push([index, 1])
    },
    taken: () => ({ lines, sequence }),
  }
}

/** Explores worlds one by one. What a world decides does not depend on those before it: they only save its time. */
export const worldTracer = (limit: number): (world: SmallWorld) => WorldTrace => {
  let current = collector()
  const explored = worldVerifier({
    env: checkerEnv,
    rows: decisionTableRows,
    limit,
    onDecision: decision => {
      current.add(decision)
    },
  })
  return world => {
    current = collector()
    const { report: { name, states, closed, violations } } = explored(world)
    return { world: name, states, closed, violations, ...current.taken() }
  }
}
