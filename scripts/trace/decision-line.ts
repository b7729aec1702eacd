import type { Decision } from '@flink-operator/simulation'
import { decisionTableRows } from '@flink-operator/simulation'

/** One decision as it is compared: the rows that it rests on, and what it asks for. */
export interface DecisionLine {
  readonly kind: string
  /** Ids of the rows of the decision tables. They may get other names while the actions stay. */
  readonly rows: readonly string[]
  /** JSON of the actions, with every text for people left out. */
  readonly actions: string
}

const looksLikeJson = /^[[{]/

const parsed = (text: string): unknown => {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** A string with a blank is a text for people; JSON inside of a string (recorded specs, errors) is looked through. */
const textsLeftOut = (value: unknown): unknown => {
  if (typeof value === 'string') {
    const inner = looksLikeJson.test(value) ? parsed(value) : undefined
    if (inner !== undefined) return { json: textsLeftOut(inner) }
    return value.includes(' ') ? '…' : value
  }
  if (Array.isArray(value)) return value.map(textsLeftOut)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([key, part]) => [key, textsLeftOut(part)]))
}

/** Made once for each decision: the checker remembers decisions, and makes the same one again and again. */
const known = new WeakMap<Decision, DecisionLine>()

/** What of a decision must stay the same in a change that changes no behaviour. */
export const decisionLine = (decision: Decision): DecisionLine => {
  const line = known.get(decision)
    ?? { kind: decision.kind.name, rows: decisionTableRows.of(decision), actions: JSON.stringify(textsLeftOut(decision.actions)) }
  known.set(decision, line)
  return line
}
