import * as E from 'fp-ts/lib/Either.js'
import type { Decorator } from './decorator.ts'
import { mapMetadata } from './pod.ts'

/**
 * Standalone mode, both roles: a namespace that the pod template names is replaced, the pods are where their Deployment is. In native mode
 * Flink reads the template itself and keeps what it says (cluster-manifests.md, sections 6.1 and 7.2).
 */
export const ownNamespace: Decorator = ({ input }) => pod =>
  E.right(mapMetadata(metadata => (metadata['namespace'] === undefined ? metadata : { ...metadata, namespace: input.namespace }))(pod))
