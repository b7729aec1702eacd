import type { Facts, JsonObject } from '@flink-operator/core'
import type { FileResource } from '@flink-operator/simulation/plan'

/** What the last round of the operator saw of a resource, as it answers the page. */
export interface Observed {
  readonly kind: string
  readonly namespace: string
  readonly name: string
  /** When the round began. */
  readonly at: number
  /** How long that was ago, by the operator's clock, when the page read it. */
  readonly age: number
  /** Of the resource as that round left it. */
  readonly resourceVersion: string
  readonly facts: Facts
}

const versionOf = ({ json }: FileResource): unknown => ((json['metadata'] ?? {}) as JsonObject)['resourceVersion']

const isAbout = ({ kind, namespace, name }: Observed, it: FileResource): boolean =>
  it.kind === kind && it.name === name && it.namespace === namespace

/** The look that the plan of a resource begins with; null: none is of it, or only of what it was before it was written last. */
export const usable = (observed: Observed | null | undefined, deployed: FileResource | null): Observed | null =>
  observed != null && deployed !== null && isAbout(observed, deployed) && versionOf(deployed) === observed.resourceVersion ? observed : null

const seconds = (millis: number): string => `${Math.round(millis / 1_000)} s`

/** What a plan begins with, and what it does not know. `seen`: what the story took from the look; null: nothing. */
export const basisWords = (
  observed: Observed | null | undefined,
  deployed: FileResource | null,
  seen: Readonly<Record<string, string>> | null,
): string => {
  if (deployed === null) return 'Nothing is deployed yet.'
  const asTheStatus = 'The deployed job is assumed to match its status, or to be running and healthy if it has none.'
  if (observed == null || !isAbout(observed, deployed)) return `No cluster was contacted. ${asTheStatus}`
  const when = `${seconds(observed.age)} before this page read it, at ${new Date(observed.at).toISOString()}`
  if (usable(observed, deployed) === null)
    return `The operator observed it last ${when}. The resource was written since, so this observation does not count. ${asTheStatus}`
  if (seen === null) return `The last observation of the operator does not say what is running. ${asTheStatus}`
  const [known, unknown] = [false, true].map(isUnknown =>
    Object.entries(seen).filter(([, words]) => words.startsWith('unknown') === isUnknown).map(([fact, words]) => `${fact} ${words}`).join(
      '; ',
    )
  )
  return `The plan begins with the last observation of the operator, ${when}: ${known === '' ? 'nothing' : known}. ${
    unknown === '' ? '' : `The operator could not observe: ${unknown}. `
  }Everything else is as the status says. Flink was not queried again.`
}
