import type { Finding } from '../resource/finding.ts'
import type { FlinkDeploymentInput } from './flink-deployment-input.ts'
import { advice, error, nothing, type Rule } from './rule.ts'

/**
 * Flink's start script of a standalone application looks for options of its own in all words that it is given, behind `--` too, and splits
 * them once more at blanks. What looks like one of these options has to be complete, else no JVM is started; and what looks like an option
 * of the JobManager's memory sizes the JVM.
 */

interface Word {
  readonly argument: number
  readonly text: string
}

const wordsOf = (args: readonly string[]): readonly Word[] =>
  args.flatMap((arg, argument) => arg.split(/[ \t\n]+/u).filter(text => text !== '').map(text => ({ argument, text })))

const configurationFolder = ['-c', '--c', '-configDir', '--configDir']

/** Does the parser take it for the beginning of an option? Long names may be shortened. */
const isOption = (text: string): boolean => {
  if (text === '-' || !text.startsWith('-')) return false
  const [name = ''] = text.replace(/^--?/u, '').split('=')
  return /^-[cD]/u.test(text) || 'configDir'.startsWith(name)
}

const memory = /^jobmanager\.(?:memory|heap)\./u

/** What is wrong with this word, which the next one follows; null: nothing. */
const problem = (text: string, next: string | null): string | null => {
  const property = text === '-D' ? next : text.startsWith('-D') ? text.slice(2) : null
  if (property !== null && memory.test(property))
    return `sizes the JobManager by ${property}. Allowed: this option in flinkConfiguration, or an argument that does not look like it.`
  if (text === '-D' && (next === null || isOption(next) || !next.includes('=')))
    return `takes "-D" for its own option, and finds ${
      next === null ? 'nothing' : `"${next}"`
    } behind it. Allowed: -D with key=value behind it, or another name.`
  if (configurationFolder.includes(text) && (next === null || isOption(next)))
    return `takes "${text}" for its own option, and finds ${
      next === null ? 'nothing' : `"${next}"`
    } behind it. Allowed: a value behind it that is no option, or another name.`
  return null
}

const withoutNul = (args: readonly string[]): readonly Finding[] =>
  args.flatMap((arg, at) =>
    arg.includes('\u0000')
      ? error(`job.args.${at}`, 'A container takes no argument with the character NUL in it. Allowed: any other character.') : nothing
  )

/** U10: arguments of a standalone application that can't reach its main method. In native mode they stand in the configuration file. */
export const standaloneArgumentsArrive: Rule<FlinkDeploymentInput> = ({ spec: { job, mode } }) => {
  if (job === null || mode !== 'standalone') return nothing
  const words = wordsOf(job.args)
  return [
    ...withoutNul(job.args),
    ...words.flatMap(({ argument, text }, at) => {
      const found = problem(text, words[at + 1]?.text ?? null)
      return found === null ? nothing
        : error(`job.args.${argument}`, `In standalone mode the start script of Flink reads the arguments too: it ${found}`)
    }),
  ]
}

/** The beginnings of Flink's options that say where state is, when it is written, and what runs. */
const optionOfFlink = new RegExp(
  `^(?:${
    ['state', 'execution', 'high-availability', 'pipeline', 'parallelism', 'restart-strategy', 'taskmanager', 'jobmanager'].join('|')
  })\\.`,
  'u',
)

/** Such arguments were options of Flink in standalone mode, until they stood behind `--`. */
export const argumentsAreNoOptions: Rule<FlinkDeploymentInput> = ({ spec: { job, mode } }) =>
  job === null || mode !== 'standalone' ? nothing
    : job.args.flatMap((arg, at) => {
      const property = arg === '-D' ? (job.args[at + 1] ?? '') : arg.startsWith('-D') ? arg.slice(2) : ''
      return optionOfFlink.test(property) && property.includes('=')
        ? advice(
          `job.args.${at}`,
          `-D ${property.split('=')[0] ?? ''} goes to the main method and sets no option of Flink; options belong into flinkConfiguration`,
        )
        : nothing
    })
