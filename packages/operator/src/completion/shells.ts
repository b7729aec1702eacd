import type { ProgramName } from '../program-name.ts'

/** For whom there is a script. */
export type Shell = 'bash' | 'zsh' | 'fish' | 'kubectl'

/** The words of a plugin are completed by kubectl, whose own script the shell has. */
export const shellsOf = (name: ProgramName): readonly Shell[] => (name === 'flink-operator' ? ['bash', 'zsh', 'fish'] : ['kubectl'])
