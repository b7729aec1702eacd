import * as E from 'fp-ts/lib/Either.js'
import type { ResourceKey } from '../port/cluster-port.ts'
import type { RoundReport } from '../round.ts'
import { tracingSettings } from './tracing-settings.ts'

/** Who is told of rounds; null: tracing is off, and nothing of it was loaded. */
export interface RoundTracing {
  readonly round: (kind: string, key: ResourceKey, report: RoundReport) => void
  readonly stop: () => Promise<void>
}

/** Starts it where the environment says so. Left: one line that says what of the environment is wrong. */
export const startTracing = async (environment: NodeJS.ProcessEnv): Promise<E.Either<string, RoundTracing | null>> => {
  const settings = tracingSettings(environment)
  if (E.isLeft(settings)) return settings
  if (settings.right === null) return E.right(null)
  const [{ createTracing }, { roundSpan }] = await Promise.all([import('./tracer.ts'), import('./round-spans.ts')])
  const tracing = await createTracing(settings.right)
  return E.right({ round: (kind, key, report) => tracing.round(roundSpan(kind, key, report)), stop: tracing.stop })
}
