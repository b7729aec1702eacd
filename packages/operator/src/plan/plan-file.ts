import type { JsonObject } from '@flink-operator/core'
import {
  appliedDocument,
  asOf,
  type FileResource,
  givenIn,
  mergedWords,
  plan,
  type Planned,
  type PlannedEdit,
  type PlanWords,
  planWords,
  withPlaceholders,
} from '@flink-operator/simulation/plan'
import * as E from 'fp-ts/lib/Either.js'
import type { Settings } from '../settings.ts'

/** The plugins' mutators and validators, as the operator asks them about a stored resource. */
export type Admit = (file: FileResource) => Promise<FileResource>

/** The input of a plan for one resource that is stored. `cluster`: the session cluster of a FlinkSessionJob, if a file contains it. */
export const planInput = (
  settings: Settings,
  file: FileResource,
  deployed: JsonObject | null,
  now: number,
  cluster: JsonObject | null = null,
): PlannedEdit => ({
  deployed,
  wanted: file.json,
  isStored: true,
  env: { ...settings, now, consecutiveFailures: 0, ...(file.found === undefined ? {} : { found: file.found }) },
  namespace: file.namespace ?? 'default',
  cluster,
})

/** A resource of a file as it would be stored, and how it was merged with the deployed one; null: there was nothing to merge. */
export interface StoredFile {
  readonly file: FileResource
  readonly how: string | null
}

/** The resource of a file as it would be stored over the deployed one, where no API server is asked. */
export const storedFile = (file: FileResource, deployed: JsonObject | null): StoredFile => {
  const { document, before } = appliedDocument(deployed, file.json)
  return { file: { ...file, json: document }, how: mergedWords(before) }
}

/** A plan without a cluster: assumes that the deployed resource is as a file says, runs, and is healthy. */
export const planFileOffline = (
  settings: Settings,
  { file, how }: StoredFile,
  deployed: JsonObject | null,
  cluster: JsonObject | null = null,
): E.Either<string, PlanWords> => {
  const input = planInput(settings, file, deployed, asOf(file.json, deployed, cluster), cluster)
  const of = {
    file: file.file,
    kind: file.kind,
    resource: `${file.namespace ?? 'default'}/${file.name}`,
    deployed: deployed === null ? 'nothing' : 'file',
    merged: how,
  } as const
  const isGiven = givenIn(file.json, deployed, cluster)
  return E.map((planned: Planned) => withPlaceholders(planWords(planned, of), isGiven))(plan(input))
}
