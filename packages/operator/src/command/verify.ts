import * as E from 'fp-ts/lib/Either.js'
import { environment, type Outcome } from '../exit-code.ts'

/** `flink-operator verify`: the model checker of core's simulation. */
export const verify = (_args: readonly string[]): Promise<Outcome> =>
  Promise.resolve(E.left(environment('the model checker is not part of this build')))
