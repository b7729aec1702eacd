import type { ResourceMeta } from '@flink-operator/core'
import type { EmitEvent } from '@flink-operator/core/action'
import type { AnyKind } from '@flink-operator/core/kinds'
import * as E from 'fp-ts/lib/Either.js'
import { answerInTime } from '../effect/answer-in-time.ts'
import type { ClusterPort, ResourceKey } from '../port/cluster-port.ts'

export interface LeftSelectorOptions {
  readonly kind: Pick<AnyKind, 'type' | 'decode'>
  readonly port: Pick<ClusterPort, 'readResource' | 'perform'>
  readonly selector: string
  /** Called once with the message, whether or not the event could be sent. */
  readonly tell: (message: string) => void
}

const requestTimeout = 30_000

const ours = ({ finalizers }: ResourceMeta, { type }: Pick<AnyKind, 'type'>): string | undefined =>
  finalizers.find(it => it.toLowerCase() === `${type.plural}.${type.group}/finalizer`)

const leftEvent = (message: string): EmitEvent => ({
  _tag: 'EmitEvent',
  type: 'Warning',
  reason: 'LeftSelector',
  message,
  component: 'Operator',
  key: 'left-selector',
  repeat: 'Once',
  annotations: {},
})

/**
 * Warns the owner of a resource whose labels no longer match the operator's label selector. The watch reports it as deleted, but it
 * still exists: its job keeps running without supervision, and our finalizer blocks its deletion forever (E-43).
 */
export const tellLeftSelector = async ({ kind, port, selector, tell }: LeftSelectorOptions, key: ResourceKey): Promise<void> => {
  const read = await answerInTime(requestTimeout, signal => port.readResource(key, signal))
  if (read._tag !== 'Answer' || E.isLeft(read.value) || read.value.right === null) return
  const resource = read.value.right
  const decoded = kind.decode(resource)
  if (E.isLeft(decoded)) return
  const { meta } = decoded.right
  const finalizer = ours(meta, kind)
  const kept = finalizer === undefined ? ''
    : ` Its finalizer ${finalizer} keeps it from being deleted: to take it from the operator, remove that finalizer; its cluster is then yours.`
  const message =
    `The labels do not match the operator's selector ${selector} any more: its job or cluster keeps running, but the operator does not reconcile it. To have it reconciled again, put the label back.${kept}`
  tell(message)
  await answerInTime(
    requestTimeout,
    signal => port.perform(leftEvent(message), { meta, resourceVersion: meta.resourceVersion, resource, manifest: null, signal }),
  )
}
