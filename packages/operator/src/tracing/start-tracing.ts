import * as E from 'fp-ts/lib/Either.js'
import type { ResourceKey } from '../port/cluster-port.ts'
import type { RoundReport } from '../round.ts'
import { tracingSettings } from './tracing-settings.ts'

/** Receives the rounds; null: tracing is off, and its code is not loaded. */
export interface RoundTracing {
  readonly round: (kind: string, key: ResourceKey, report: RoundReport) => void
  readonly stop: () => Promise<void>
}

/** Starts tracing if the environment enables it. Left: one line that says which variable is wrong. */
export const startTracing = async (environment: NodeJS.ProcessEnv): Promise<E.Either<string, RoundTracing | null>> => {
  const settings = tracingSettings(environment)
  if (E.isLeft(settings)) return settings
  if (settings.right === null) return E.right(null)
  const [{ createTracing }, { roundSpan }] = await Promise.all([import('./tracer.ts'), import('./round-spans.ts')])
  const tracing = await createTracing(settings.right)
  return E.right({ round: (kind, key, report) => tracing.round(roundSpan(kind, key, report)), stop: tracing.stop })
}
