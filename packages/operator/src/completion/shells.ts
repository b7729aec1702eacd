import type { ProgramName } from '../program-name.ts'

/** Targets of completion scripts. */
export type Shell = 'bash' | 'zsh' | 'fish' | 'kubectl'

/** For the plugin, kubectl completes: its own script is installed in the shell. */
export const shellsOf = (name: ProgramName): readonly Shell[] => (name === 'flink-operator' ? ['bash', 'zsh', 'fish'] : ['kubectl'])
