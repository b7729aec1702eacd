import type { OperatorOptions } from '@flink-operator/core'
import type { Unwatched } from './kind-watch.ts'

/** What can't be watched, and why not. What is still listed for the first time is none of it. */
export const unwatchable = (unwatched: readonly Unwatched[]): readonly string[] =>
  unwatched.flatMap(({ watch, trouble }) => (trouble === null ? [] : [`${watch} can't be watched (${trouble})`]))

/** What of the resources isn't watched, and why not; null: all is. */
export const unwatchedText = (unwatched: readonly Unwatched[]): string | null => {
  if (unwatched.length === 0) return null
  const failing = unwatchable(unwatched)
  return failing.length === 0 ? 'the first lists of resources are under way'
    : `${failing.join('; ')}. It is tried again; what can be watched is looked after`
}

/** Resolves with the reason where the operator is to end for what can't be watched: `startup.stop-on-informer-error`. */
export const neverWatched = async (
  { startupStopOnInformerError: isAsked }: OperatorOptions,
  ready: Promise<void>,
  unwatched: () => readonly Unwatched[],
): Promise<string> => {
  await ready
  const failing = isAsked ? unwatchable(unwatched()) : []
  return failing.length > 0 ? `${failing.join('; ')}, and kubernetes.operator.startup.stop-on-informer-error is true`
    : new Promise<never>(() => undefined)
}
