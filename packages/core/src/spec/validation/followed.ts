import type { Finding } from '../../contract/resource/finding.ts'
import type { Json, JsonObject } from '../../contract/resource/json.ts'

const isObject = (value: Json | undefined): value is JsonObject => typeof value === 'object' && value !== null && !Array.isArray(value)

/** JSON merge patch (RFC 7396): null removes a field. */
export const mergePatch = (target: Json | undefined, patch: Json): Json => {
  if (!isObject(patch)) return patch
  const base = isObject(target) ? target : {}
  const kept = Object.entries(base).filter(([name]) => patch[name] !== null)
  const merged = Object.entries(patch).flatMap((
    [name, value],
  ): readonly (readonly [string, Json])[] => (value === null ? [] : [[name, mergePatch(base[name], value)]]))
  return Object.fromEntries([...kept, ...merged])
}

/** Fields with an error. */
const wrongFields = (findings: readonly Finding[]): ReadonlySet<string> =>
  new Set(findings.filter(({ severity }) => severity === 'Error').map(({ field }) => field))

const withoutSuggestion = ({ severity, field, message }: Finding): Finding => ({ severity, field, message })

/** Largest number of suggestions that are tried. Further findings lose their suggestion. */
const mostTried = 64

/**
 * Tries each suggestion and removes those that cause a new error (F23). `judged`: validates the spec with the patch applied.
 */
export const onlyAccepted = (findings: readonly Finding[], judged: (suggestion: JsonObject) => readonly Finding[]): readonly Finding[] => {
  const wrong = wrongFields(findings)
  // the suggestion causes an error in a field that had none
  const isBroken = (after: readonly Finding[]): boolean => after.some(({ severity, field }) => severity === 'Error' && !wrong.has(field))
  return findings.map((finding, at) => {
    if (finding.suggestion === undefined) return finding
    return at < mostTried && !isBroken(judged(finding.suggestion)) ? finding : withoutSuggestion(finding)
  })
}
