import type { AdapterError, Millis } from '@flink-operator/core'
import { admission } from '@flink-operator/flink-rest-adapter'
import * as E from 'fp-ts/lib/Either.js'
import type { Clock } from '../clock.ts'
import type { ClusterPort, EffectContext } from '../port/cluster-port.ts'

/**
 * The API server gives Services their addresses one by one, under a lock: more at once are made no sooner. With fifty of them on a busy
 * server some wait there for longer than a call may take, so that nobody knows whether they are made.
 */
const servicesAtOnce = 8

/** So long a creation waits for its turn, before its own time begins. */
export const turnTimeout: Millis = 20_000

const noTurn: AdapterError = {
  _tag: 'Timeout',
  message: `other Services were being created for ${turnTimeout} ms: the turn of this one did not come`,
  applied: 'No',
  httpStatus: null,
  retryAfter: null,
}

/**
 * Creates Services a few at a time, in the order in which they are asked for. One whose turn does not come was surely not created. What
 * `port` checks, it checks when the turn is there.
 */
export const servicesInTurn = (port: ClusterPort, clock: Clock): ClusterPort => {
  const turns = admission(servicesAtOnce)
  const inTurn = async (context: EffectContext, create: () => ReturnType<ClusterPort['perform']>): ReturnType<ClusterPort['perform']> => {
    const waiting = new AbortController()
    const disarm = clock.after(turnTimeout, () => waiting.abort())
    const progress = { begun: false }
    try {
      return await turns(() => {
        progress.begun = true
        disarm()
        return create()
      }, AbortSignal.any([context.signal, waiting.signal]))
    } catch (thrown) {
      if (progress.begun) throw thrown
      return E.left(noTurn)
    } finally {
      disarm()
    }
  }
  return {
    ...port,
    perform: (effect, context) => {
      const perform = (): ReturnType<ClusterPort['perform']> => port.perform(effect, context)
      return effect._tag === 'CreateObject' && context.manifest?.['kind'] === 'Service' ? inTurn(context, perform) : perform()
    },
  }
}
