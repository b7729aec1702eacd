import type { Action, Json, Query } from '@flink-operator/core'
import { hideInPlaces, secretsBeside, type SensitiveNames } from '@flink-operator/core/redaction'
import type { RecordedLine, RecordedRound } from '@flink-operator/core/explain'

/** The forms of a secret in JSON, and in JSON texts inside of JSON. */
const spellings = (secret: string): readonly string[] => {
  const once = JSON.stringify(secret).slice(1, -1)
  return [...new Set([JSON.stringify(once).slice(1, -1), once])]
}

/** Replaces secrets in one text after the other, with the same stand-in for the same secret. */
export interface SecretHider {
  readonly round: (round: RecordedRound) => string
  readonly line: (line: RecordedLine) => string
}

const isOfResources = ({ _tag }: Query): boolean =>
  _tag === 'ReadFlinkDeployment' || _tag === 'ListFlinkDeployments' || _tag === 'ReadFlinkSessionJob' || _tag === 'ListFlinkSessionJobs'

/** Facts whose values are resources, as users wrote them; in any slot. */
const factsOfResources = ['target', 'flinkDeployments', 'targetSessionJob', 'flinkSessionJobs']
const isResourceFact = (field: string): boolean => factsOfResources.includes(field.split('@')[0] ?? '')

/**
 * Recorded rounds and lines as text without secrets (P23): resources, Flink's defaults, facts, decisions and outcomes are each
 * searched in their own places, and for secrets found anywhere before. A stand-in is valid in a URL, so a replay comes to the same
 * decision: no decision depends on the value of a secret, only on whether it changed.
 */
export const secretHider = (names: SensitiveNames = []): SecretHider => {
  const standIns = new Map<string, string>()
  const known = new Set<string>()
  const hide = (secret: string): string => {
    const standIn = standIns.get(secret) ?? `hidden-${standIns.size + 1}`
    standIns.set(secret, standIn)
    return standIn
  }
  const learn = (...holders: readonly unknown[]): void => {
    for (const secret of secretsBeside(names, holders)) known.add(secret)
  }
  const repeated = (value: unknown): string =>
    [...known].toSorted((a, b) => b.length - a.length).reduce(
      (shown, secret) => spellings(secret).reduce((inner, spelling) => inner.replaceAll(spelling, hide(secret)), shown),
      JSON.stringify(value),
    )
  // specs are searched by sensitive names; in other facts the names are ours, so only their texts are searched
  const inFact = (fact: unknown, isResource: boolean): unknown =>
    hideInPlaces(fact as Json, hide, '', isResource ? 'Object' : 'Text', names)
  // an action contains what users wrote only in its manifest and its status; its other names are ours (the keys of an execution plan
  // are not secret keys)
  const inAction = (action: Action<unknown>): unknown =>
    inFact(
      action,
      action._tag === 'PersistStatus' || action._tag === 'CreateObject' || action._tag === 'ApplyObject'
        || action._tag === 'CreateStateSnapshot',
    )
  const inPlaces = (
    value: unknown,
  ): unknown => (value === undefined || value === null ? value : hideInPlaces(value as Json, hide, '', 'Object', names))

  return {
    round: round => {
      const { resource, env, facts, actions } = round
      const looked = Object.entries(facts)
      learn(resource, env.flinkDefaults, ...looked.flatMap(([name, fact]) => (isResourceFact(name) ? [fact] : [])))
      const seen = looked.map(([name, fact]) => [name, inFact(fact, isResourceFact(name))])
      return repeated({
        ...round,
        resource: inPlaces(resource),
        facts: Object.fromEntries(seen) as unknown,
        env: { ...env, flinkDefaults: inPlaces(env.flinkDefaults) },
        actions: actions.map(inAction),
      })
    },
    line: line => {
      switch (line.line) {
        case 'Read':
          learn(line.resource)
          return repeated({ ...line, resource: inPlaces(line.resource) })
        case 'Watch':
          if (line.seen.kind === 'Resource') learn(line.seen.resource)
          return repeated({
            ...line,
            seen: line.seen.kind === 'Resource' ? { ...line.seen, resource: inPlaces(line.seen.resource) } : line.seen,
          })
        case 'Begin':
          if ('manifest' in line.action) learn(line.action.manifest)
          return repeated({
            ...line,
            action: inAction(line.action),
            ...(line.status === undefined ? {} : { status: inPlaces(line.status) }),
          })
        case 'Look':
          if (isOfResources(line.query)) learn(line.fact)
          return repeated({ ...line, fact: inFact(line.fact, isOfResources(line.query)) })
        case 'Start':
        case 'End':
          return repeated(line)
      }
    },
  }
}

/** The text of one recorded round. */
export const withoutSecrets = (round: RecordedRound): string => secretHider().round(round)
