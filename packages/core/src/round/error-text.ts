import * as O from 'fp-ts/lib/Option.js'
import { pipe } from 'fp-ts/lib/function.js'
import { statusErrorText } from '../codec/status-error.ts'
import type { OperatorOptions } from '../operator-options/operator-options.ts'
import type { Problem } from './decision.ts'

/** What the operator's options say of `status.error`. */
export type ErrorOptions = Pick<
  OperatorOptions,
  | 'exceptionFieldMaxLength'
  | 'exceptionStacktraceEnabled'
  | 'exceptionStacktraceMaxLength'
  | 'exceptionThrowableListMaxCount'
  | 'exceptionLabelMapper'
>

/** The operator's own expressions see so much of so many messages: how they backtrack is not known, and data may choose the texts. */
const longestSearched = 4_096
const mostSearched = 20

/** Is that regular expression found in it? A pattern that is none finds nothing. */
const isFound = (pattern: string, text: string): boolean =>
  pipe(O.tryCatch(() => new RegExp(pattern, 'u').test(text.slice(0, longestSearched))), O.getOrElse(() => false))

/** `exception.label.mapper`: the labels of those patterns that are found in a message, or in that of a cause. */
export const errorLabels = (mapper: ErrorOptions['exceptionLabelMapper'], messages: readonly string[]): readonly string[] => [
  ...new Set(
    Object.entries(mapper).flatMap((
      [pattern, label],
    ) => (messages.slice(0, mostSearched).some(text => isFound(pattern, text)) ? [label] : [])),
  ),
]

/** `status.error` of a problem, as long and as full as the options say. */
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
