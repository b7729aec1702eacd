import * as E from 'fp-ts/lib/Either.js'
import { answered, asked } from '../../packages/kinds/fixtures/admission.ts'
import { environment } from '../../packages/core/fixtures/environment.ts'
import { kindOf } from '@flink-operator/kinds'
import { secretsIn } from '../../packages/core/src/contract/redaction/known-secrets.ts'
import { redactJson } from '../../packages/core/src/contract/redaction/redact.ts'
import type { DecodeError, Finding } from '../../packages/core/src/contract/resource/finding.ts'
import { utf8Length } from '../../packages/core/src/contract/resource/json.ts'
import { roundOf } from '../../packages/core/src/contract/round/round-of.ts'
import { mostFindings } from '../../packages/core/src/spec/validation/rule.ts'
import type { HostileSpec } from './hostile-spec.ts'

const env = environment()

/** The bounds of what people are told: `mostFindings`, the note of an event, and a line of an answer of the webhook. */
const most = { findings: mostFindings + 2, event: 1_024, line: 3_000, path: 2_000 } as const

const unreadProblem = ({ path, found, expected }: DecodeError): string | null =>
  path === '' || found === '' || expected === '' ? `unread without field, found and allowed: ${path}, ${found}, ${expected}`
    : path.length > most.path || found.length > 200 ? `unread is told with ${path.length} and ${found.length} letters` : null

const findingsProblem = (findings: readonly Finding[]): string | null =>
  // a finding of no field is of the spec as a whole, and told so
  findings.length > most.findings ? `${findings.length} findings`
    : findings.some(({ message }) => message === '') ? 'a finding without words' : null

const first = (problems: readonly (string | null)[]): string | null => problems.find(it => it !== null) ?? null

const polluted = (): string | null => ('polluted' in {} ? 'Object.prototype has a field more' : null)

/**
 * What the operator and its webhook do with a resource that they see for the first time: what is wrong with that; null: nothing. What they
 * throw is a problem, too.
 */
export const problemOf = ({ kind: name, made }: HostileSpec): string | null => {
  const resource = made()
  try {
    const kind = kindOf(name)
    redactJson(resource, secretsIn(resource))
    const { errors, warnings } = answered(asked(resource))
    const lines = [...errors.map(({ field, message }) => `${field}: ${message}`), ...warnings]
    const reported = first([
      lines.length > 2 * most.findings ? `the webhook tells ${lines.length} lines` : null,
      ...lines.map(line => (line.length > most.line ? `the webhook tells a line of ${line.length} letters: ${line.slice(0, 100)}` : null)),
    ])
    const decoded = kind.decode(resource)
    if (E.isLeft(decoded)) return reported ?? unreadProblem(decoded.left) ?? polluted()
    const { decided } = roundOf(kind, decoded.right, env)
    const { findings = [] } = decided.desired as { readonly findings?: readonly Finding[] }
    kind.explain(decided.desired, decided.observed, env)
    return first([
      reported,
      polluted(),
      findingsProblem(findings),
      ...(decoded.right.unread ?? []).map(unreadProblem),
      ...decided.actions.map(action =>
        action._tag === 'EmitEvent' && utf8Length(action.message) > most.event
          ? `the event ${action.reason} has ${utf8Length(action.message)} bytes` : null
      ),
    ])
  } catch (thrown) {
    return `throws ${String(thrown).slice(0, 200)}`
  }
}
