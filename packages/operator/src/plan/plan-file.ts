import type { JsonObject } from '@flink-operator/core'
import {
  asOf,
  type FileResource,
  givenIn,
  plan,
  type Planned,
  type PlannedEdit,
  type PlanWords,
  planWords,
  withPlaceholders,
} from '@flink-operator/core/plan'
import * as E from 'fp-ts/lib/Either.js'
import type { Settings } from '../settings.ts'

/** What is planned for one resource of a file; `cluster`: that of a FlinkSessionJob, where a file tells of it. */
export const planInput = (
  settings: Settings,
  file: FileResource,
  deployed: JsonObject | null,
  now: number,
  cluster: JsonObject | null = null,
): PlannedEdit => ({
  deployed,
  wanted: file.json,
  env: { ...settings, now, consecutiveFailures: 0, ...(file.found === undefined ? {} : { found: file.found }) },
  namespace: file.namespace ?? 'default',
  cluster,
})

/** A plan without a cluster: what is deployed is as a file says, runs, and is healthy. */
export const planFileOffline = (
  settings: Settings,
  file: FileResource,
  deployed: JsonObject | null,
  cluster: JsonObject | null = null,
): E.Either<string, PlanWords> => {
  const input = planInput(settings, file, deployed, asOf(file.json, deployed, cluster), cluster)
  const of = {
    file: file.file,
    kind: file.kind,
    resource: `${file.namespace ?? 'default'}/${file.name}`,
    deployed: deployed === null ? 'nothing' : 'file',
  } as const
  const isGiven = givenIn(file.json, deployed, cluster)
  return E.map((planned: Planned) => withPlaceholders(planWords(planned, of), isGiven))(plan(input))
}
