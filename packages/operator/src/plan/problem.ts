import type { InputProblem } from '@flink-operator/core/plan'
import type { ExitCode } from '../exit-code.ts'

/** Why something can't be planned. */
export interface Problem extends InputProblem {
  /** What kind of problem it is. */
  readonly exitCode: ExitCode
}
