import { basename } from 'node:path'

export type ProgramName = 'flink-operator' | 'kubectl flink'

/** Under the name `kubectl-flink`, the binary is a kubectl plugin. */
export const programName = (
  script: string | undefined,
): ProgramName => (/^kubectl(-|_complete-)flink(\.[cm]?[jt]s)?$/.test(basename(script ?? '')) ? 'kubectl flink' : 'flink-operator')

/** Under the name `kubectl_complete-flink`, kubectl runs the binary for completions of `kubectl flink`. */
export const isCompletion = (script: string | undefined): boolean => basename(script ?? '') === 'kubectl_complete-flink'
