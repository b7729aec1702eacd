/** Where something stands in a file; lines and columns from 1. */
export interface Place {
  readonly file: string
  readonly line: number | null
  readonly column: number | null
}

/** Why something of the input can't be planned. */
export interface InputProblem extends Place {
  /** `FlinkDeployment wordcount`; null: it is not known of which. */
  readonly resource: string | null
  /** As a user writes it: `spec.job.parallelism`; null: of the whole. */
  readonly field: string | null
  readonly message: string
}

/** In one line: place, field, what is wrong. */
export const problemText = ({ file, line, field, message }: InputProblem): string =>
  `${file}${line === null ? '' : `:${line}`}: ${field === null ? '' : `${field}: `}${message}`
