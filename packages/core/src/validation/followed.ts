import type { Finding } from '../resource/finding.ts'
import type { Json, JsonObject } from '../resource/json.ts'

const isObject = (value: Json | undefined): value is JsonObject => typeof value === 'object' && value !== null && !Array.isArray(value)

/** JSON merge patch (RFC 7396): null takes a field away. */
export const mergePatch = (target: Json | undefined, patch: Json): Json => {
  if (!isObject(patch)) return patch
  const base = isObject(target) ? target : {}
  const kept = Object.entries(base).filter(([name]) => patch[name] !== null)
  const merged = Object.entries(patch).flatMap((
    [name, value],
  ): readonly (readonly [string, Json])[] => (value === null ? [] : [[name, mergePatch(base[name], value)]]))
  return Object.fromEntries([...kept, ...merged])
}

/** Fields that are wrong. */
const wrongFields = (findings: readonly Finding[]): ReadonlySet<string> =>
  new Set(findings.filter(({ severity }) => severity === 'Error').map(({ field }) => field))

const withoutSuggestion = ({ severity, field, message }: Finding): Finding => ({ severity, field, message })

/** A spec with more findings than this is told of a few of them: what the others suggest is left out. */
const mostTried = 64

/**
 * Findings that suggest only what is accepted (F23): each suggestion is tried. `judged`: what is found in a spec to which the patch was
 * applied.
 */
export const onlyAccepted = (findings: readonly Finding[], judged: (suggestion: JsonObject) => readonly Finding[]): readonly Finding[] => {
  const wrong = wrongFields(findings)
  // where a spec was right and would not be, had the suggestion been followed
  const isBroken = (after: readonly Finding[]): boolean => after.some(({ severity, field }) => severity === 'Error' && !wrong.has(field))
  return findings.map((finding, at) => {
    if (finding.suggestion === undefined) return finding
    return at < mostTried && !isBroken(judged(finding.suggestion)) ? finding : withoutSuggestion(finding)
  })
}
