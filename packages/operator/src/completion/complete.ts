import type { Command } from 'commander'
import { readLine } from './command-line.ts'
import { type Candidate, wantedAt } from './wanted.ts'

/** The last line of the answer, as programs made with cobra give it, so that kubectl understands ours. */
export const Directive = { Files: 0, NoFiles: 4, Folders: 16 } as const
export type Directive = (typeof Directive)[keyof typeof Directive]

/** The words after `__complete`, the last of which the cursor stands in: what may stand there. */
export interface Completion {
  readonly candidates: readonly Candidate[]
  readonly directive: Directive
}

/** Reads the line by the program itself: what is added to it is completed, too. */
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
      // the library behind it is most of what starting costs
      const { namesInCluster } = await import('./names-in-cluster.ts')
      const candidates = await namesInCluster(wanted, flags, line.word)
      return { candidates: candidates.filter(({ value: it }) => it.startsWith(line.word)), directive: Directive.NoFiles }
    }
  }
}

/** A line a candidate: its value, and after a tab what it is; then the directive. */
export const completionText = ({ candidates, directive }: Completion): string =>
  [...candidates.map(({ value, description }) => (description === '' ? value : `${value}\t${description}`)), `:${directive}`, ''].join('\n')
