import type { JsonObject } from '@flink-operator/core'
import { crdNameOf, type DefinedKind } from '@flink-operator/core/codec'
import type { CrdCheck, CrdQuestion } from '@flink-operator/k8s-adapter'
import { environment, type Refusal } from '../exit-code.ts'
import { schemaSample } from '../resource/schema-sample.ts'

/** The fields that the installed CRD of a kind has to keep. */
export const crdQuestion = ({ type, definition }: DefinedKind): CrdQuestion => ({
  ...type,
  status: schemaSample(definition.status.schema) as JsonObject,
})

/** The command that fixes a CRD: this program prints the CRDs that it needs. */
export const mendingCommand = 'flink-operator crds | kubectl apply --server-side --force-conflicts -f -'

/**
 * Why the operator can't work with the CRD of this kind; null: it can. A missing right to read the CRD is no reason (the first write
 * will show).
 */
export const crdRefusal = ({ type }: DefinedKind, check: CrdCheck, server: string): Refusal | null => {
  const name = crdNameOf(type)
  switch (check._tag) {
    case 'Usable':
      return null
    case 'NotInstalled':
      return environment(`the CRD ${name} is not installed: ${mendingCommand}`)
    case 'NotEstablished':
      return environment(
        `the CRD ${name} is not established yet${
          check.message === '' ? '' : ` (${check.message})`
        }: kubectl wait --for condition=established crd/${name}`,
      )
    case 'VersionNotServed':
      return environment(`the CRD ${name} does not serve ${type.version} but ${check.served.join(', ') || 'nothing'}: ${mendingCommand}`)
    case 'NoStatusSubresource':
      return environment(`the CRD ${name} has no status subresource: ${mendingCommand}`)
    case 'PrunesStatus':
      return environment(
        `the CRD ${name} would drop status.${check.paths[0] ?? ''}${
          check.paths.length > 1 ? ` and ${check.paths.length - 1} other fields` : ''
        }, without which operations in progress would be forgotten: ${mendingCommand}`,
      )
    case 'NotSeen': {
      const { _tag, message } = check.error
      if (_tag === 'Forbidden') return null
      if (_tag === 'Unauthorized') return environment(`${server} does not accept the credentials: ${message}`)
      return environment(`${server} cannot be reached: ${message}`)
    }
  }
}
