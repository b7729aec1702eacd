import type { OperatorOptions } from '@flink-operator/core'
import type { Unwatched } from './kind-watch.ts'

/** What can't be watched, and why. A first list that is still in progress does not count. */
export const unwatchable = (unwatched: readonly Unwatched[]): readonly string[] =>
  unwatched.flatMap(({ watch, trouble }) => (trouble === null ? [] : [`${watch} can't be watched (${trouble})`]))

/** The resources that are not watched, and why; null: all are watched. */
export const unwatchedText = (unwatched: readonly Unwatched[]): string | null => {
  if (unwatched.length === 0) return null
  const failing = unwatchable(unwatched)
  return failing.length === 0 ? 'the first lists of resources are in progress'
    : `${failing.join('; ')}. It is retried; resources that can be watched are reconciled`
}

/** Resolves with the reason why the operator has to end because something can't be watched: `startup.stop-on-informer-error`. */
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
