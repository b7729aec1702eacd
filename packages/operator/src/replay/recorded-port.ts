import type { AdapterError, Fact, Json } from '@flink-operator/core'
import { type KindName, kindOf } from '@flink-operator/kinds'
import * as E from 'fp-ts/lib/Either.js'
import type { Clock } from '../clock.ts'
import type { ClusterPort, Effect, EffectContext } from '../port/cluster-port.ts'
import type { Recorder } from './recorder.ts'

const tooLate: AdapterError = {
  _tag: 'Timeout',
  message: 'the round waited no longer',
  applied: 'Maybe',
  httpStatus: null,
  retryAfter: null,
}

const sent = (
  kind: KindName,
  action: Effect,
  { resource }: EffectContext,
): {
  readonly status?: Json
} => (action._tag === 'PersistStatus' ? { status: kindOf(kind).encodeStatus(action.status, resource['status'] ?? null) } : {})

/** A port that records the queries of a round and their answers. An answer after the round's timeout does not count. */
export const recordedPort = (port: ClusterPort, kind: KindName, clock: Clock, { write }: Pick<Recorder, 'write'>): ClusterPort => ({
  readResource: port.readResource,
  answer: async (query, signal) => {
    const began = clock.now()
    const answer = await port.answer(query, signal)
    const at = clock.now()
    const fact: Fact<unknown> = signal.aborted ? { source: 'live', asOf: at, _tag: 'Unknown', reason: 'Timeout', message: tooLate.message }
      : answer
    write({ version: 1, line: 'Look', at, query, fact, took: at - began })
    return answer
  },
  perform: async (action, context) => {
    const { namespace, name } = context.meta
    const of = { kind, namespace, name }
    write({
      version: 1,
      line: 'Begin',
      at: clock.now(),
      of,
      action,
      resourceVersion: context.resourceVersion,
      ...sent(kind, action, context),
    })
    const answer = await port.perform(action, context)
    const error = context.signal.aborted ? tooLate : E.isLeft(answer) ? answer.left : null
    write({
      version: 1,
      line: 'End',
      at: clock.now(),
      of,
      effect: action._tag,
      error,
      resourceVersion: error === null && E.isRight(answer) ? answer.right.written?.resourceVersion ?? null : null,
    })
    return answer
  },
})
