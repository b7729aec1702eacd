/**
 * Reports on the resource, of any kind, what blocks it beside decisions (missing rights, foreign Services): by an event, because the
 * operator may lack the right to write the status. Once for each process, resource and message.
 */
import { type JsonObject, redactText } from '@flink-operator/core'
import type { EmitEvent } from '@flink-operator/core/action'
import { secretsFor, secretsIn } from '@flink-operator/core/redaction'
import { foreignServiceEvent, missingRightEvent } from '@flink-operator/core/round'
import { namesForeignService } from '../effect/own-service.ts'
import { keyText, type ResourceKey } from '../port/cluster-port.ts'
import type { RoundReport } from '../round.ts'

export interface HindranceTeller {
  /** Called after a round; never rejects. */
  readonly after: (key: ResourceKey, resource: JsonObject, report: RoundReport) => Promise<void>
  readonly forget: (key: ResourceKey) => void
  readonly kept: () => number
}

/** Maximum number of messages for one resource, if the server words each differently. */
const mostReported = 20

type Found = Pick<RoundReport, 'looks' | 'outcomes' | 'recovery'>

/** Messages of failed queries and failed actions that match. */
const messagesWhere = (
  { looks, outcomes, recovery }: Found,
  ofLook: (reason: string, message: string) => boolean,
  ofError: (tag: string, message: string) => boolean,
): readonly string[] => [
  ...new Set([
    ...looks.flatMap(({ answers }) =>
      answers.flatMap(({ fact }) => (fact._tag === 'Unknown' && ofLook(fact.reason, fact.message) ? [fact.message] : []))
    ),
    ...[...outcomes, ...recovery].flatMap(({ error }) => (error !== null && ofError(error._tag, error.message) ? [error.message] : [])),
  ]),
]

/** Requests that Kubernetes or Flink denied the operator, in the server's words. */
const missingRights = (found: Found): readonly string[] =>
  messagesWhere(found, reason => reason === 'Forbidden', tag => tag === 'Forbidden' || tag === 'Unauthorized')

/** REST Services that do not lead to our JobManager (S05). */
const foreignServices = (found: Found): readonly string[] =>
  messagesWhere(found, (_, message) => namesForeignService(message), (_, message) => namesForeignService(message))

const eventsOf = (found: Found): readonly (readonly [message: string, event: (words: string) => EmitEvent])[] => [
  ...missingRights(found).map(message => [message, missingRightEvent] as const),
  ...foreignServices(found).map(message => [message, foreignServiceEvent] as const),
]

/** `emit`: best effort; never rejects. */
export const createHindranceTeller = (
  emit: (key: ResourceKey, resource: JsonObject, event: EmitEvent) => Promise<void>,
): HindranceTeller => {
  const reported = new Map<string, Set<string>>()
  return {
    after: async (key, resource, report) => {
      const found = eventsOf(report)
      if (found.length === 0) return
      const before = reported.get(keyText(key)) ?? new Set<string>()
      reported.set(keyText(key), before)
      const env = report.decided?.env
      const secrets = env === undefined ? secretsIn(resource) : secretsFor(env, resource, env.flinkDefaults)
      for (const [message, eventOf] of found) {
        if (before.has(message) || before.size >= mostReported) continue
        before.add(message)
        await emit(key, resource, eventOf(redactText(message, secrets)))
      }
    },
    forget: key => {
      reported.delete(keyText(key))
    },
    kept: () => reported.size,
  }
}
