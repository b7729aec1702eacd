import * as E from 'fp-ts/lib/Either.js'
import { environment, type Outcome } from '../exit-code.ts'

export interface SandboxFlags {
  readonly demo?: true
  readonly serve?: true
  readonly port?: number
}

/** `flink-operator sandbox`: the operator on a simulated cluster. */
export const sandbox = (_flags: SandboxFlags): Promise<Outcome> =>
  Promise.resolve(E.left(environment('the sandbox is not part of this build')))
