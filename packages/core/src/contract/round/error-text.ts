import * as O from 'fp-ts/lib/Option.js'
import { pipe } from 'fp-ts/lib/function.js'
import { statusErrorText } from '../../crd/status-error.ts'
import type { OperatorOptions } from '../../options/operator-options.ts'
import type { Problem } from './decision.ts'

/** The operator options that shape `status.error`. */
export type ErrorOptions = Pick<
  OperatorOptions,
  | 'exceptionFieldMaxLength'
  | 'exceptionStacktraceEnabled'
  | 'exceptionStacktraceMaxLength'
  | 'exceptionThrowableListMaxCount'
  | 'exceptionLabelMapper'
>

/**
 * Limits on the text and the number of messages that the mapper's patterns search. Administrators write the patterns and they may
 * backtrack; users' data may choose the texts.
 */
const longestSearched = 4_096
const mostSearched = 20

/** True if the regular expression matches. An invalid pattern matches nothing. */
const isFound = (pattern: string, text: string): boolean =>
  pipe(O.tryCatch(() => new RegExp(pattern, 'u').test(text.slice(0, longestSearched))), O.getOrElse(() => false))

/** `exception.label.mapper`: the labels of the patterns that match the message or the message of a cause. */
export const errorLabels = (mapper: ErrorOptions['exceptionLabelMapper'], messages: readonly string[]): readonly string[] => [
  ...new Set(
    Object.entries(mapper).flatMap((
      [pattern, label],
    ) => (messages.slice(0, mostSearched).some(text => isFound(pattern, text)) ? [label] : [])),
  ),
]

/** Renders a problem as `status.error`, with the length and detail that the options set. */
export const errorText = ({ type, message, reason, owner, causes = [], stackTrace }: Problem, options: ErrorOptions): string => {
  if (owner === 'job' && message.startsWith('Job Not Found')) return message
  const labels = errorLabels(options.exceptionLabelMapper, [message, ...causes.map(cause => cause.message)])
  return statusErrorText(type, message, options.exceptionFieldMaxLength, {
    additionalMetadata: {
      ...(type === 'DeploymentFailedException' ? { reason } : {}),
      ...(labels.length === 0 ? {} : { labels }),
    },
    ...(options.exceptionStacktraceEnabled && stackTrace !== undefined
      ? { stackTrace: stackTrace.slice(0, Math.max(0, options.exceptionStacktraceMaxLength)) } : {}),
    causes: causes.slice(0, Math.max(0, options.exceptionThrowableListMaxCount)),
  })
}
