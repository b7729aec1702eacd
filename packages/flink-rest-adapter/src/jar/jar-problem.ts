import type { AdapterErrorTag } from '@flink-operator/core/action'

/** Why a jar could not be fetched. `words` begin with the finding. */
export class JarProblem extends Error {
  readonly tag: AdapterErrorTag
  constructor(tag: AdapterErrorTag, words: string) {
    super(words)
    this.name = 'JarProblem'
    this.tag = tag
  }
}
