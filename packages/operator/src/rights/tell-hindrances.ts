/**
 * What stands beside decisions and holds a resource up is told on the resource, whichever kind that is: by an event, since a status that
 * may not be written can't say it. Once a process, resource and message.
 */
import { type JsonObject, redactText } from '@flink-operator/core'
import type { EmitEvent } from '@flink-operator/core/action'
import { secretsFor, secretsIn } from '@flink-operator/core/redaction'
import { foreignServiceEvent, missingRightEvent } from '@flink-operator/core/round'
import { namesForeignService } from '../effect/own-service.ts'
import { keyText, type ResourceKey } from '../port/cluster-port.ts'
import type { RoundReport } from '../round.ts'

export interface HindranceTeller {
  /** After a round; never rejects. */
  readonly after: (key: ResourceKey, resource: JsonObject, report: RoundReport) => Promise<void>
  readonly forget: (key: ResourceKey) => void
  readonly kept: () => number
}

/** Of one resource; a server that says it differently each time is not followed. */
const mostTold = 20

type Found = Pick<RoundReport, 'looks' | 'outcomes' | 'recovery'>

/** Messages of what was not seen, and of what failed, where they are of that sort. */
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

/** What Kubernetes or Flink refused the operator itself, in the server's words. */
const missingRights = (found: Found): readonly string[] =>
  messagesWhere(found, reason => reason === 'Forbidden', tag => tag === 'Forbidden' || tag === 'Unauthorized')

/** REST Services that lead elsewhere (S05). */
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
  const told = new Map<string, Set<string>>()
  return {
    after: async (key, resource, report) => {
      const found = eventsOf(report)
      if (found.length === 0) return
      const before = told.get(keyText(key)) ?? new Set<string>()
      told.set(keyText(key), before)
      const env = report.decided?.env
      const secrets = env === undefined ? secretsIn(resource) : secretsFor(env, resource, env.flinkDefaults)
      for (const [message, eventOf] of found) {
        if (before.has(message) || before.size >= mostTold) continue
        before.add(message)
        await emit(key, resource, eventOf(redactText(message, secrets)))
      }
    },
    forget: key => {
      told.delete(keyText(key))
    },
    kept: () => told.size,
  }
}
