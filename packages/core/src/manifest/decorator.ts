import * as E from 'fp-ts/lib/Either.js'
import { pipe } from 'fp-ts/lib/function.js'
import type { Cluster } from './cluster.ts'
import type { ManifestError } from './manifest-error.ts'
import type { FlinkPod } from './pod.ts'

/** One step of rendering a pod. Each step gets the result of the previous one (cluster-manifests.md, section 6). */
export type Decorator = (cluster: Cluster) => (pod: FlinkPod) => E.Either<ManifestError, FlinkPod>

/** Runs all steps in this order; the first error ends it. */
export const decorated = (steps: readonly Decorator[]): Decorator => cluster => pod =>
  steps.reduce<E.Either<ManifestError, FlinkPod>>((before, step) => pipe(before, E.chain(step(cluster))), E.right(pod))
