import * as E from 'fp-ts/lib/Either.js'
import { pipe } from 'fp-ts/lib/function.js'
import { sequenceS } from 'fp-ts/lib/Apply.js'
import type { JsonObject } from '../contract/resource/json.ts'
import type { Cluster } from './cluster.ts'
import { textAt } from './json-field.ts'
import { type ManifestError, manifestError } from './manifest-error.ts'
import { findText, readEnum } from './read-option.ts'

export interface ContainerImage {
  readonly image: string
  readonly imagePullPolicy: string
}

const policies = ['IfNotPresent', 'Always', 'Never'] as const

/** The reference operator's fallback image for every version. This operator uses it only for its own version. */
const fallback = ({ input }: Cluster): E.Either<ManifestError, string> =>
  input.flinkVersion === 'v1_20'
    ? E.right('apache/flink:1.20.1-scala_2.12')
    : E.left(
      manifestError(
        'ImageMissing',
        'kubernetes.container.image.ref',
        `spec.image is missing, and there is no default for Flink ${input.flinkVersion}.`,
      ),
    )

/** Image and pull policy: the configuration, else the template's, else the default (cluster-manifests.md, section 6.1). */
export const containerImage = (cluster: Cluster, template: JsonObject): E.Either<ManifestError, ContainerImage> => {
  const image = findText(cluster.configuration, 'kubernetes.container.image.ref') ?? textAt(template, 'image')
  const policy = 'kubernetes.container.image.pull-policy'
  return pipe(
    sequenceS(E.Apply)({
      image: image === null ? fallback(cluster) : E.right(image),
      imagePullPolicy: pipe(
        readEnum(cluster.configuration, policy, { allowed: policies, preset: 'IfNotPresent' }),
        E.map(
          configured => (findText(cluster.configuration, policy) === null ? (textAt(template, 'imagePullPolicy') ?? configured)
            : configured),
        ),
      ),
    }),
  )
}
