import { type CrdForm, crdYaml } from '@flink-operator/core/crd'
import { kindNames, kindOf } from '@flink-operator/kinds'
import * as E from 'fp-ts/lib/Either.js'
import { ExitCode, type Outcome } from '../exit-code.ts'
import { writtenToStdout } from '../output/write.ts'

export interface CrdFlags {
  readonly lenient?: true
}

/** `flink-operator crds`: prints the CRDs, for `kubectl apply --server-side -f -`. */
export const crds = async ({ lenient }: CrdFlags): Promise<Outcome> => {
  const form: CrdForm = lenient === true ? 'Lenient' : 'Strict'
  await writtenToStdout(kindNames.map(name => crdYaml(kindOf(name), form)).join('---\n'))
  return E.right(ExitCode.Ok)
}
