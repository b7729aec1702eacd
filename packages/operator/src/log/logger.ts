import { actionWords } from '@flink-operator/core/action'
import { redactTexts } from '@flink-operator/core/redaction'
import { type DestinationStream, type Logger, type LoggerOptions, pino } from 'pino'
import { plainText } from '../output/plain-text.ts'
import { keyText, type ResourceKey } from '../port/cluster-port.ts'
import type { Attempt } from '../queue.ts'
import type { RoundReport } from '../round.ts'
import { boundedTexts } from './bounded-text.ts'
import { didSomething, errorWords, factsWords, reasonsOf } from './round-words.ts'

export type { Logger }

/** Errors keep their class until they are printed. */
const redactedField = (value: unknown): unknown => (value instanceof Error ? value : redactTexts(boundedTexts(value)))

const redactedArgument = (
  argument: unknown,
): unknown => (typeof argument === 'object' && argument !== null && !(argument instanceof Error)
  ? Object.fromEntries(Object.entries(argument).map(([name, value]) => [name, redactedField(value)])) : redactedField(argument))

/** Bounds and redacts every log line, from any caller: texts without secrets (P23). */
export const redactedLines: Pick<LoggerOptions, 'hooks' | 'serializers'> = {
  hooks: {
    logMethod(args, method) {
      method.apply(this, args.map(redactedArgument) as typeof args)
    },
  },
  serializers: { err: (error: unknown) => (error instanceof Error ? redactTexts(boundedTexts(pino.stdSerializers.err(error))) : error) },
}

/**
 * JSON lines on standard output; level from `LOG_LEVEL`. JSON keeps C1 and bidirectional control characters; `plainText` removes
 * them.
 */
export const createLogger = (level: string, stdout: DestinationStream = pino.destination(1)): Logger =>
  pino(
    { level, base: null, timestamp: pino.stdTimeFunctions.isoTime, formatters: { level: name => ({ level: name }) }, ...redactedLines },
    { write: line => stdout.write(plainText(line)) },
  )

/** The message of a Warning event of the round, such as a rejected spec: the log line has level warning, too. */
const warningOf = ({ outcomes, recovery }: RoundReport): string | null => {
  const warned = [...outcomes, ...recovery].flatMap(({ action }) =>
    action._tag === 'EmitEvent' && action.type === 'Warning' ? [`${action.reason}: ${action.message.split('\n')[0] ?? ''}`] : []
  )
  return warned[0] ?? null
}

const levelOf = (report: RoundReport): 'info' | 'warn' | 'error' => {
  const { end } = report
  return end._tag === 'Undecodable' ? 'error' : end._tag === 'Failed' || warningOf(report) !== null ? 'warn' : 'info'
}

const messageOf = (report: RoundReport): string => {
  const { end } = report
  switch (end._tag) {
    case 'Settled':
      return warningOf(report) ?? reasonsOf(report)[0] ?? 'round'
    case 'Failed':
      return `failed: ${end.failed === null ? '' : `${actionWords(end.failed)}: `}${errorWords(end.error)}`
    case 'RestartRound':
      return `another writer changed it: starting again (${end.error._tag})`
    case 'Undecodable':
      return `can't be read: ${end.message}`
  }
}

/** Logs one line for a round in which something happened; a quiet round only at level debug. */
export const logRound = (logger: Logger, kind: string, key: ResourceKey, report: RoundReport, attempt: Attempt): void => {
  const level = didSomething(report) ? levelOf(report) : 'debug'
  if (!logger.isLevelEnabled(level)) return
  const done = [...report.outcomes, ...report.recovery].filter(({ action }) => action._tag !== 'Requeue')
  logger[level]({
    kind,
    resource: keyText(key),
    generation: report.meta?.generation,
    lifecycleState: report.lifecycleState ?? undefined,
    facts: factsWords(report),
    reasons: reasonsOf(report),
    actions: done.map(({ action, result, error }) => `${result}: ${actionWords(action)}${error === null ? '' : ` (${errorWords(error)})`}`),
    next: report.end._tag === 'Settled' ? report.end.after : undefined,
    took: report.took,
    looks: report.looks.length,
    failures: attempt.failures === 0 ? undefined : attempt.failures,
  }, messageOf(report))
}
