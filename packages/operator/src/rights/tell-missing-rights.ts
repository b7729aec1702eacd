/**
 * A right that the operator lacks is told on the resource that it holds up, whichever kind that is: by an event, since a status that may
 * not be written can't say it. Once a process, resource and answer of the server.
 */
import { type EmitEvent, type JsonObject, missingRightEvent, redactText, secretsFor, secretsIn } from '@flink-operator/core'
import { keyText, type ResourceKey } from '../port/cluster-port.ts'
import type { RoundReport } from '../round.ts'

export interface RightsTeller {
  /** After a round; never rejects. */
  readonly after: (key: ResourceKey, resource: JsonObject, report: RoundReport) => Promise<void>
  readonly forget: (key: ResourceKey) => void
  readonly kept: () => number
}

/** Of one resource; a server that says it differently each time is not followed. */
const mostTold = 20

/** What Kubernetes or Flink refused the operator itself, in the server's words. */
export const missingRights = ({ looks, outcomes, recovery }: Pick<RoundReport, 'looks' | 'outcomes' | 'recovery'>): readonly string[] => [
  ...new Set([
    ...looks.flatMap(({ answers }) =>
      answers.flatMap(({ fact }) => (fact._tag === 'Unknown' && fact.reason === 'Forbidden' ? [fact.message] : []))
    ),
    ...[...outcomes, ...recovery].flatMap((
      { error },
    ) => (error?._tag === 'Forbidden' || error?._tag === 'Unauthorized' ? [error.message] : [])),
  ]),
]

/** `emit`: best effort; never rejects. */
export const createRightsTeller = (emit: (key: ResourceKey, resource: JsonObject, event: EmitEvent) => Promise<void>): RightsTeller => {
  const told = new Map<string, Set<string>>()
  return {
    after: async (key, resource, report) => {
      const missing = missingRights(report)
      if (missing.length === 0) return
      const before = told.get(keyText(key)) ?? new Set<string>()
      told.set(keyText(key), before)
      const env = report.decided?.env
      const secrets = env === undefined ? secretsIn(resource) : secretsFor(env, resource, env.flinkDefaults)
      for (const message of missing) {
        if (before.has(message) || before.size >= mostTold) continue
        before.add(message)
        await emit(key, resource, missingRightEvent(redactText(message, secrets)))
      }
    },
    forget: key => {
      told.delete(keyText(key))
    },
    kept: () => told.size,
  }
}
