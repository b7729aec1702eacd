import { actionWords } from '@flink-operator/core/action'
import type { Unseen } from '@flink-operator/core/explain'
import { type Fact, factWords } from '@flink-operator/core/fact'
import { redactTexts } from '@flink-operator/core/redaction'
import type { Finding, JsonObject } from '@flink-operator/core/resource'
import type { Impact } from '../impact.ts'
import { type FailingPhase, failingPhases } from './failing-phases.ts'
import { headlineOf } from './headline.ts'
import { type PhaseWords, phaseWords } from './phases.ts'
import type { PlannedChange } from '../document-changes.ts'
import type { Planned, PlannedRound } from '../planned.ts'

/** What applying one resource would do, in words. The JSON output of `plan` is a list of these. */
export interface PlanWords {
  readonly file: string
  readonly kind: string
  /** `namespace/name` */
  readonly resource: string
  /** Where the deployed resource was read: from the cluster, from a file, or nowhere, as for a first deployment. */
  readonly deployed: 'cluster' | 'file' | 'nothing'
  /** Who merged the document with the deployed resource, and how (N01); null: there was nothing to merge. */
  readonly merged: string | null
  /** What the edit does, in one sentence. */
  readonly headline: string
  readonly findings: readonly Finding[]
  /** The difference of the documents; `type`: IGNORE, SCALE, UPGRADE or SAVEPOINT_REDEPLOY. Null for a first deployment. */
  readonly diff: { readonly type: string; readonly changes: readonly PlannedChange[] } | null
  /** Changes of earlier edits that are not rolled out yet. */
  readonly pending: readonly PlannedChange[]
  /** What is done, by phase, without status writes and events. */
  readonly phases: readonly PhaseWords[]
  /** What happens if a phase fails; empty if no running job is stopped. */
  readonly failing: readonly FailingPhase[]
  /** How the operator stops the running job or starts the new one, and why. */
  readonly operation: { readonly kind: string; readonly mode: string; readonly why: string } | null
  /** The queries and their answers. */
  readonly saw: Readonly<Record<string, string>>
  /** Queries that failed. If not empty, the plan is unknown and not shown. */
  readonly unseen: readonly Unseen[]
  /** In order. */
  readonly actions: readonly string[]
  readonly waitingFor: string | null
  /** The actions that follow, if nothing fails; empty if they are not known. */
  readonly then: readonly string[]
  readonly impact: Impact
  readonly rendered: readonly JsonObject[]
}

/** Field paths as in the file: rules and differences name them below `spec`. */
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

/** Actions in a round of another resource than the planned one are shown with that resource's name. */
const roundWords = (planned: PlannedRound | undefined) => ({ of: { kind, name }, actions }: PlannedRound): readonly string[] => {
  const isOther = planned !== undefined && (kind !== planned.of.kind || name !== planned.of.name)
  return actions.map(actionWords).map(words => (isOther ? `${kind} ${name}: ${words}` : words))
}

const inFile = (change: PlannedChange): PlannedChange => ({ ...change, path: fieldOfFile(change.path) })

/** A plan as texts for a user; without secrets (P23). */
export const planWords = (
  planned: Planned,
  of: Pick<PlanWords, 'file' | 'kind' | 'resource' | 'deployed' | 'merged'>,
): PlanWords => {
  const { findings, diff, pending, operation, facts, unseen, rounds: [first, ...later], end, impact, rendered, secrets } = planned
  const phases = redactTexts(phaseWords(planned), secrets)
  return {
    ...of,
    headline: redactTexts(headlineOf(planned, of.deployed === 'nothing'), secrets),
    findings: findings.map(finding => ({ ...finding, field: fieldOfFile(finding.field) })),
    diff: diff === null ? null : { ...diff, changes: diff.changes.map(inFile) },
    pending: pending.map(inFile),
    phases,
    failing: of.deployed === 'nothing' ? [] : failingPhases({ kind: of.kind, operation, impact, diff, rounds: planned.rounds }, phases),
    operation,
    saw: Object.fromEntries(Object.entries(facts).map(([name, fact]) => [name, factWords(fact as Fact<unknown>)])),
    unseen,
    actions: redactTexts(first?.actions.map(actionWords) ?? [], secrets),
    waitingFor: redactTexts(first?.waitingFor ?? null, secrets),
    then: redactTexts([...later.flatMap(roundWords(first)), ...endWords(end)], secrets),
    impact,
    rendered,
  }
}
