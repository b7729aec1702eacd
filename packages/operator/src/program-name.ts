import { basename } from 'node:path'

export type ProgramName = 'flink-operator' | 'kubectl flink'

/** Under the name `kubectl-flink` the binary is a kubectl plugin. */
export const programName = (
  script: string | undefined,
): ProgramName => (/^kubectl-flink(\.[cm]?[jt]s)?$/.test(basename(script ?? '')) ? 'kubectl flink' : 'flink-operator')
