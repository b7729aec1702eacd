import type { InputProblem } from '@flink-operator/simulation/plan'
import type { ExitCode } from '../exit-code.ts'

/** Why something can't be planned. */
export interface Problem extends InputProblem {
  /** The exit code for this problem. */
  readonly exitCode: ExitCode
}
