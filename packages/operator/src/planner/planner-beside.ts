import type { OperatorOptions } from '@flink-operator/core'
import * as E from 'fp-ts/lib/Either.js'
import type { Logger } from '../log/logger.ts'
import type { LiveSources } from './live-resources.ts'
import type { Planner } from './planner-routes.ts'

/** The planner page in the operator's process: `planner.enabled`. What keeps it from being served keeps nothing else. */
export const plannerBeside = async (
  { plannerEnabled }: Pick<OperatorOptions, 'plannerEnabled'>,
  sources: LiveSources,
  logger: Pick<Logger, 'warn'>,
): Promise<Planner | null> => {
  if (!plannerEnabled) return null
  // only then what plans is loaded
  const { plannerOf } = await import('./planner-routes.ts')
  const planner = plannerOf(sources, import.meta.dirname)
  if (E.isRight(planner)) return planner.right
  logger.warn(planner.left)
  return null
}
