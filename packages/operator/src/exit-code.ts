import type { Either } from 'fp-ts/lib/Either.js'

/** Exit codes of every subcommand. */
export const ExitCode = {
  Ok: 0,
  /** `plan` found an error; `verify` found a violation; a round of `run --once` failed. */
  Findings: 1,
  /** Wrong flags, arguments or input files. */
  Usage: 2,
  /** A problem with the cluster, credentials, configuration files or ports; `run --once`: another operator is in charge. */
  Environment: 3,
  /** `plan` and `explain`: a query that the answer needs failed (for example no route to Flink), so the answer is not known. */
  Unseen: 4,
  /** A bug of the operator. */
  Bug: 70,
} as const

export type ExitCode = (typeof ExitCode)[keyof typeof ExitCode]

/** Why a command can't continue, in one line for the user: what is wrong, and what is allowed or how to fix it. */
export interface Refusal {
  readonly exitCode: ExitCode
  readonly message: string
}

/** The result of a subcommand: the exit code, or why it could not do its work. */
export type Outcome = Either<Refusal, ExitCode>

export const usage = (message: string): Refusal => ({ exitCode: ExitCode.Usage, message })
export const environment = (message: string): Refusal => ({ exitCode: ExitCode.Environment, message })
