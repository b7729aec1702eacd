import type { Command } from 'commander'
import { readLine } from './command-line.ts'
import { type Candidate, wantedAt } from './wanted.ts'

/** The last line of the answer, in the form of programs made with cobra, which kubectl understands. */
export const Directive = { Files: 0, NoFiles: 4, Folders: 16 } as const
export type Directive = (typeof Directive)[keyof typeof Directive]

/** The candidates for the word at the cursor. */
export interface Completion {
  readonly candidates: readonly Candidate[]
  readonly directive: Directive
}

/** Completes the line with the program's own commands, so that new commands are completed, too. */
export const complete = async (root: Command, words: readonly string[]): Promise<Completion> => {
  const line = readLine(root, words)
  const wanted = wantedAt(line)
  switch (wanted._tag) {
    case 'Files':
    case 'Folders':
      return { candidates: [], directive: Directive[wanted._tag] }
    case 'Anything':
      return { candidates: [], directive: Directive.NoFiles }
    case 'Words':
      return { candidates: wanted.words.filter(({ value }) => value.startsWith(line.word)), directive: Directive.NoFiles }
    case 'Namespaces':
    case 'Resources': {
      const value = (name: string) => line.values.get(`--${name}`)
      const flags = Object.fromEntries(
        ['kubeconfig', 'context', 'namespace'].flatMap(name => (value(name) === undefined ? [] : [[name, value(name)]])),
      )
      // imported late: this library takes most of the start time
      const { namesInCluster } = await import('./names-in-cluster.ts')
      const candidates = await namesInCluster(wanted, flags, line.word)
      return { candidates: candidates.filter(({ value: it }) => it.startsWith(line.word)), directive: Directive.NoFiles }
    }
  }
}

/** One line for each candidate: its value, and its description after a tab; then the directive. */
export const completionText = ({ candidates, directive }: Completion): string =>
  [...candidates.map(({ value, description }) => (description === '' ? value : `${value}\t${description}`)), `:${directive}`, ''].join('\n')
