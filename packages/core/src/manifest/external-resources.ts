import * as E from 'fp-ts/lib/Either.js'
import { pipe } from 'fp-ts/lib/function.js'
import type { FlinkConfiguration } from '../flink/configuration/flink-defaults.ts'
import type { ManifestError } from './manifest-error.ts'
import { findText, readInteger, readList } from './read-option.ts'

export interface ExternalResource {
  readonly name: string
  readonly amount: number
  /** Name of the resource in Kubernetes. Null: Flink counts it, but the pod does not request it. */
  readonly kubernetesName: string | null
}

const one = (configuration: FlinkConfiguration) => (name: string): E.Either<ManifestError, ExternalResource> =>
  pipe(
    readInteger(configuration, `external-resource.${name}.amount`, 0),
    E.map(amount => ({ name, amount, kubernetesName: findText(configuration, `external-resource.${name}.kubernetes.config-key`) })),
  )

/** Resources of TaskManagers that Flink does not know itself, such as GPUs (cluster-manifests.md, section 6.11). `none` means none. */
export const externalResources = (configuration: FlinkConfiguration): E.Either<ManifestError, readonly ExternalResource[]> =>
  pipe(
    readList(configuration, 'external-resources'),
    E.chain(names => pipe(names.filter(name => name !== 'none'), E.traverseArray(one(configuration)))),
    E.map(found => found.filter(({ amount }) => amount > 0)),
  )
