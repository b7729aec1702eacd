import type { Facts, JsonObject } from '@flink-operator/core'
import type { FileResource } from '@flink-operator/core/plan'

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
  const asTheStatus = 'What is deployed is as its status says, or without one runs and is healthy.'
  if (observed == null || !isAbout(observed, deployed)) return `Nobody was asked. ${asTheStatus}`
  const when = `${seconds(observed.age)} before this page read it, at ${new Date(observed.at).toISOString()}`
  if (usable(observed, deployed) === null)
    return `The operator looked last ${when}: before the resource was written last, so that look plays no part. ${asTheStatus}`
  if (seen === null) return `What the operator saw last does not tell what stands. ${asTheStatus}`
  const [known, unknown] = [false, true].map(isUnknown =>
    Object.entries(seen).filter(([, words]) => words.startsWith('unknown') === isUnknown).map(([fact, words]) => `${fact} ${words}`).join(
      '; ',
    )
  )
  return `It begins with what the operator saw last, ${when}: ${known === '' ? 'nothing' : known}. ${
    unknown === '' ? '' : `It could not see: ${unknown}. `
  }The rest is as the status says; Flink was not asked anew.`
}
