import type { AdapterError, Millis } from '@flink-operator/core'
import { admission } from '@flink-operator/flink-rest-adapter'
import * as E from 'fp-ts/lib/Either.js'
import type { Clock } from '../clock.ts'
import type { ClusterPort, EffectContext } from '../port/cluster-port.ts'

/**
 * The API server allocates the addresses of Services one by one, under a lock, so more concurrent creations do not finish sooner.
 * With fifty of them on a busy server, some wait longer than a call may take, and it is then unknown whether they were created.
 */
const servicesAtOnce = 8

/** How long a creation waits for its turn; its own timeout begins after that. */
export const turnTimeout: Millis = 20_000

const noTurn: AdapterError = {
  _tag: 'Timeout',
  message: `the Service was not created: the API server was busy for ${turnTimeout} ms with the creation of other Services`,
  applied: 'No',
  httpStatus: null,
  retryAfter: null,
}

/**
 * Creates Services a few at a time, in the order of the calls. A Service whose turn did not come was certainly not created. `port`
 * makes its own checks when the turn has come.
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
