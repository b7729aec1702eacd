import { hideInPlaces, type Json, secretsIn } from '@flink-operator/core'
import type { RecordedRound } from '@flink-operator/core/explain'

/** A secret also stands in JSON texts inside of JSON. */
const spellings = (secret: string): readonly string[] => {
  const once = JSON.stringify(secret).slice(1, -1)
  return [...new Set([JSON.stringify(once).slice(1, -1), once])]
}

/**
 * The text of a recorded round without secrets (P23): its resource, Flink's defaults, what was looked at and what was decided, each by its places, and what they repeat
 * of each other. The same secret has the same stand-in everywhere, in a form that may stand in a URL, so a replay comes to the same decision: nothing is
 * decided by what a secret is, only by whether it changed.
 */
export const withoutSecrets = (round: RecordedRound): string => {
  const { resource, env, facts, actions } = round
  const standIns = new Map<string, string>()
  const hide = (secret: string): string => {
    const known = standIns.get(secret) ?? `hidden-${standIns.size + 1}`
    standIns.set(secret, known)
    return known
  }
  // what stands in specs goes by its names; of what was looked at otherwise, names are ours and mean nothing
  const seen = Object.entries(facts).map(([name, fact]) => [name, hideInPlaces(fact as unknown as Json, hide, '', name === 'target' || name === 'flinkDeployments' ? 'Object' : 'Text')])
  const hiddenRound = {
    ...round, resource: hideInPlaces(resource, hide), facts: Object.fromEntries(seen) as unknown,
    env: { ...env, flinkDefaults: hideInPlaces(env.flinkDefaults as unknown as Json, hide) },
    actions: hideInPlaces(actions as unknown as Json, hide),
  }
  const secrets = secretsIn(resource, env.flinkDefaults, facts.target, facts.flinkDeployments)
  return secrets.reduce((shown, secret) => spellings(secret).reduce((inner, spelling) => inner.replaceAll(spelling, hide(secret)), shown), JSON.stringify(hiddenRound))
}
