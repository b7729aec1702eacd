/** A position in a file; lines and columns from 1. */
export interface Place {
  readonly file: string
  readonly line: number | null
  readonly column: number | null
}

/** Why a part of the input can't be planned. */
export interface InputProblem extends Place {
  /** `FlinkDeployment wordcount`; null: the resource is not known. */
  readonly resource: string | null
  /** As a user writes it: `spec.job.parallelism`; null: the whole document. */
  readonly field: string | null
  readonly message: string
}

/** In one line: place, field, what is wrong. */
export const problemText = ({ file, line, field, message }: InputProblem): string =>
  `${file}${line === null ? '' : `:${line}`}: ${field === null ? '' : `${field}: `}${message}`
