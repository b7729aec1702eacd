import * as E from 'fp-ts/lib/Either.js'
import type { JsonObject } from '@flink-operator/core'
import { createCache } from '../cache.ts'
import { textAt } from '../json-path.ts'
import { type ListWatch, listWatch } from '../list-watch.ts'
import { collectionPath } from '../resource-path.ts'
import { deploymentView } from '../view/deployment-view.ts'
import type { WatchedKindOptions } from './watched-kind.ts'
import { watchedTypes } from './watched-type.ts'

/** The parts of an object that may change a decision: a Deployment's ready pods, a Service's existence, and labels. */
interface Reported {
  readonly value: string
  readonly signature: string
}

/** A running watch of all objects with a label. */
export interface WatchedLabel {
  readonly watches: readonly (readonly [string, ListWatch])[]
  readonly stop: () => void
}

const labelsOf = (object: JsonObject): string => JSON.stringify((object['metadata'] as JsonObject | undefined)?.['labels'] ?? {})

const ofDeployment = (object: JsonObject): string | null => {
  const view = deploymentView(object)
  return E.isLeft(view) ? null : `${watchedTypes.Deployment.signature(view.right)} ${labelsOf(object)}`
}

const ofService = (object: JsonObject): string =>
  `${textAt(object, 'metadata', 'uid') ?? ''} ${textAt(object, 'metadata', 'deletionTimestamp') ?? ''} ${labelsOf(object)}`

/**
 * Watches Deployments and Services that have a label, with any value. Reports the label's value when a change of such an object may
 * change a decision. The watch answers no query: those are sent to the server.
 */
export const watchLabelled = (
  { http, clock, namespaces, onError }: Pick<WatchedKindOptions, 'http' | 'clock' | 'namespaces' | 'onError'>,
  label: string,
  onChange: (namespace: string, value: string) => void,
): WatchedLabel => {
  const watchesOf = (
    apiVersion: string,
    kind: string,
    metadataOnly: boolean,
    signatureOf: (object: JsonObject) => string | null,
  ): readonly (readonly [string, ListWatch])[] => {
    const signatures = new Map<string, string>()
    const cache = createCache<Reported, never>({
      clock,
      indexes: {},
      project: object => {
        const value = textAt(object, 'metadata', 'labels', label)
        const signature = signatureOf(object)
        return value === null || signature === null ? null : { value, signature }
      },
      onChange: (type, { namespace, name, view: { value, signature } }) => {
        const key = `${namespace}/${name}`
        if (type !== 'deleted' && signatures.get(key) === signature) return
        if (type === 'deleted') signatures.delete(key)
        else signatures.set(key, signature)
        onChange(namespace, value)
      },
    })
    return (namespaces ?? [null]).map(namespace => {
      const path = collectionPath({ apiVersion, kind, namespace })
      const name = `${path.split('/').at(-1) ?? ''} of ${label}${namespace === null ? '' : `/${namespace}`}`
      return [
        name,
        listWatch({
          http,
          clock,
          path,
          labelSelector: label,
          metadataOnly,
          onEvent: cache.onEvent,
          onError: message => onError(name, message),
        }),
      ] as const
    })
  }
  const watches = [...watchesOf('apps/v1', 'Deployment', false, ofDeployment), ...watchesOf('v1', 'Service', true, ofService)]
  return {
    watches,
    stop: () => {
      for (const [, watch] of watches) watch.stop()
    },
  }
}
