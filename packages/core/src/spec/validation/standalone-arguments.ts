import type { Finding } from '../../contract/resource/finding.ts'
import type { FlinkDeploymentInput } from './flink-deployment-input.ts'
import { advice, error, nothing, type Rule } from './rule.ts'

/**
 * Flink's start script of a standalone application searches all its arguments for its own options, even after `--`, and splits them again
 * at blanks. An argument that looks like such an option must be complete, or the script starts no JVM. An argument that looks like a
 * JobManager memory option sizes the JVM.
 */

interface Word {
  readonly argument: number
  readonly text: string
}

const wordsOf = (args: readonly string[]): readonly Word[] =>
  args.flatMap((arg, argument) => arg.split(/[ \t\n]+/u).filter(text => text !== '').map(text => ({ argument, text })))

const configurationFolder = ['-c', '--c', '-configDir', '--configDir']

/** True if the parser reads the text as an option. Long names may be shortened. */
const isOption = (text: string): boolean => {
  if (text === '-' || !text.startsWith('-')) return false
  const [name = ''] = text.replace(/^--?/u, '').split('=')
  return /^-[cD]/u.test(text) || 'configDir'.startsWith(name)
}

const memory = /^jobmanager\.(?:memory|heap)\./u

/** The problem of this word, given the next word; null if it is fine. */
const problem = (text: string, next: string | null): string | null => {
  const property = text === '-D' ? next : text.startsWith('-D') ? text.slice(2) : null
  if (property !== null && memory.test(property))
    return `sizes the JobManager by ${property}. Allowed: this option in flinkConfiguration, or an argument that does not look like it.`
  if (text === '-D' && (next === null || isOption(next) || !next.includes('=')))
    return `reads "-D" as its own option, followed by ${
      next === null ? 'nothing' : `"${next}"`
    }. Allowed: -D followed by key=value, or another name.`
  if (configurationFolder.includes(text) && (next === null || isOption(next)))
    return `reads "${text}" as its own option, followed by ${
      next === null ? 'nothing' : `"${next}"`
    }. Allowed: a following value that is not an option, or another name.`
  return null
}

const withoutNul = (args: readonly string[]): readonly Finding[] =>
  args.flatMap((arg, at) =>
    arg.includes('\u0000')
      ? error(`job.args.${at}`, 'An argument of a container must not contain the character NUL. Allowed: any other character.') : nothing
  )

/** U10: errors for arguments of a standalone application that can't reach its main method. Native mode passes them in the configuration. */
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

/** Prefixes of Flink's options for state, checkpoints, high availability, the pipeline and the processes. */
const optionOfFlink = new RegExp(
  `^(?:${
    ['state', 'execution', 'high-availability', 'pipeline', 'parallelism', 'restart-strategy', 'taskmanager', 'jobmanager'].join('|')
  })\\.`,
  'u',
)

/** Advice: the operator now puts arguments after `--`, so that `-D` no longer sets an option of Flink in standalone mode. */
export const argumentsAreNoOptions: Rule<FlinkDeploymentInput> = ({ spec: { job, mode } }) =>
  job === null || mode !== 'standalone' ? nothing
    : job.args.flatMap((arg, at) => {
      const property = arg === '-D' ? (job.args[at + 1] ?? '') : arg.startsWith('-D') ? arg.slice(2) : ''
      return optionOfFlink.test(property) && property.includes('=')
        ? advice(
          `job.args.${at}`,
          `-D ${
            property.split('=')[0] ?? ''
          } is passed to the main method and sets no Flink option; put Flink options into flinkConfiguration`,
        )
        : nothing
    })
