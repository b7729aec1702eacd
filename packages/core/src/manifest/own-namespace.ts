import * as E from 'fp-ts/lib/Either.js'
import { type Decorator, mapMetadata } from './pod.ts'

/**
 * Standalone mode, both roles: replaces a namespace in the pod template, because the pods are in their Deployment's namespace. In native
 * mode Flink reads the template itself and keeps its namespace (cluster-manifests.md, sections 6.1 and 7.2).
 */
export const ownNamespace: Decorator = ({ input }) => pod =>
  E.right(mapMetadata(metadata => (metadata['namespace'] === undefined ? metadata : { ...metadata, namespace: input.namespace }))(pod))
