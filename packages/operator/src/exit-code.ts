import type { Either } from 'fp-ts/lib/Either.js'

/** Exit codes of every subcommand. */
export const ExitCode = {
  Ok: 0,
  /** `plan` found something that is wrong; `verify` found a violation; a round of `run --once` failed. */
  Findings: 1,
  /** Flags, arguments or input files. */
  Usage: 2,
  /** Cluster, credentials, configuration files, ports. */
  Environment: 3,
  /** `plan` and `explain`: a look that the answer rests on failed on its way (no route to Flink, say): the answer is not known. */
  Unseen: 4,
  /** A bug of ours. */
  Bug: 70,
} as const

export type ExitCode = (typeof ExitCode)[keyof typeof ExitCode]

/** Why a command can't go on, in one line for a person: what was wrong, and what is allowed or what mends it. */
export interface Refusal {
  readonly exitCode: ExitCode
  readonly message: string
}

/** What a subcommand answers: how to exit, or why it could not do its work. */
export type Outcome = Either<Refusal, ExitCode>

export const usage = (message: string): Refusal => ({ exitCode: ExitCode.Usage, message })
export const environment = (message: string): Refusal => ({ exitCode: ExitCode.Environment, message })
