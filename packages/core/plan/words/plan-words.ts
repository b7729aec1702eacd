import { actionWords } from '../../src/action/action-words.ts'
import type { Unseen } from '../../src/explain/unseen.ts'
import type { Fact } from '../../src/fact/fact.ts'
import { factWords } from '../../src/fact/fact-words.ts'
import { redactTexts } from '../../src/redaction/redact.ts'
import type { Finding } from '../../src/resource/finding.ts'
import type { JsonObject } from '../../src/resource/json.ts'
import type { Impact } from '../impact.ts'
import type { Planned, PlannedChange, PlannedRound } from '../planned.ts'

/** What applying one resource would do, in words. The JSON output of `plan` is a list of these. */
export interface PlanWords {
  readonly file: string
  readonly kind: string
  /** `namespace/name` */
  readonly resource: string
  /** Where what is deployed was read: the cluster, a file, or nowhere, as it would be the first deployment. */
  readonly deployed: 'cluster' | 'file' | 'nothing'
  readonly findings: readonly Finding[]
  /** IGNORE, SCALE, UPGRADE or SAVEPOINT_REDEPLOY; null for a first deployment. */
  readonly diff: { readonly type: string; readonly changes: readonly PlannedChange[] } | null
  /** How the running job is stopped or the new one started, and why. */
  readonly operation: { readonly kind: string; readonly mode: string; readonly why: string } | null
  /** What was looked at, and what was seen. */
  readonly saw: Readonly<Record<string, string>>
  /** Looks that failed on their way. Not empty: what would be done is not known, and not told. */
  readonly unseen: readonly Unseen[]
  /** In order. */
  readonly actions: readonly string[]
  readonly waitingFor: string | null
  /** What follows when that is done, assuming that all goes well; empty where it is not known. */
  readonly then: readonly string[]
  readonly impact: Impact
  readonly rendered: readonly JsonObject[]
}

/** Paths are those of the file: rules and differences name them below `spec`. */
const fieldOfFile = (path: string): string => (/^(spec|metadata|status)\b/.test(path) ? path : `spec.${path}`)

const endWords = (end: Planned['end']): readonly string[] => {
  switch (end?._tag) {
    case 'Waits':
      return [`(stays there: ${end.for})`]
    case 'Failed':
      return [`(stays there: ${end.message})`]
    default:
      return []
  }
}

/** What is done in a round of another resource than the planned one is told with its name. */
const roundWords = (planned: PlannedRound | undefined) => ({ of: { kind, name }, actions }: PlannedRound): readonly string[] => {
  const isOther = planned !== undefined && (kind !== planned.of.kind || name !== planned.of.name)
  return actions.map(actionWords).map(words => (isOther ? `${kind} ${name}: ${words}` : words))
}

/** A plan as a person is told it; without secrets (P23). */
export const planWords = (
  { findings, diff, operation, facts, unseen, rounds: [first, ...later], end, impact, rendered, secrets }: Planned,
  of: Pick<PlanWords, 'file' | 'kind' | 'resource' | 'deployed'>,
): PlanWords => ({
  ...of,
  findings: findings.map(finding => ({ ...finding, field: fieldOfFile(finding.field) })),
  diff: diff === null ? null : { ...diff, changes: diff.changes.map(change => ({ ...change, path: fieldOfFile(change.path) })) },
  operation,
  saw: Object.fromEntries(Object.entries(facts).map(([name, fact]) => [name, factWords(fact as Fact<unknown>)])),
  unseen,
  actions: redactTexts(first?.actions.map(actionWords) ?? [], secrets),
  waitingFor: redactTexts(first?.waitingFor ?? null, secrets),
  then: redactTexts([...later.flatMap(roundWords(first)), ...endWords(end)], secrets),
  impact,
  rendered,
})
