import * as E from 'fp-ts/lib/Either.js'
import type { JsonObject } from '@flink-operator/core'
import { parseJson } from '@flink-operator/core/codec'
import { measured } from './json-limits.ts'
import { integerAt, messageAt, objectAt, textAt } from './json-path.ts'

/** One line of a watch. */
export type WatchEvent =
  | { readonly _tag: 'Changed'; readonly object: JsonObject; readonly resourceVersion: string }
  | { readonly _tag: 'Deleted'; readonly object: JsonObject; readonly resourceVersion: string }
  | { readonly _tag: 'Bookmark'; readonly resourceVersion: string }
  /** The resourceVersion is too old to continue from: a new list is needed. */
  | { readonly _tag: 'Expired'; readonly message: string }
  | { readonly _tag: 'Failed'; readonly message: string }

const failed = (message: string): WatchEvent => ({ _tag: 'Failed', message })

const fromStatus = (status: JsonObject): WatchEvent => {
  const message = messageAt(status, 'message') ?? 'the watch failed'
  const expired = integerAt(status, 'code') === 410 || ['Expired', 'Gone'].includes(textAt(status, 'reason') ?? '')
  return expired ? { _tag: 'Expired', message } : failed(message)
}

const ofType = (type: string | null, object: JsonObject, resourceVersion: string): WatchEvent => {
  switch (type) {
    case 'ADDED':
    case 'MODIFIED':
      return { _tag: 'Changed', object, resourceVersion }
    case 'DELETED':
      return { _tag: 'Deleted', object, resourceVersion }
    case 'BOOKMARK':
      return { _tag: 'Bookmark', resourceVersion }
    case null:
    default:
      return failed('a watch event of an unknown type')
  }
}

/** Parses one line. An unreadable line is a failure of the watch: a skipped event would be lost. */
export const watchEvent = (line: string): WatchEvent => {
  const json = parseJson(measured(line).text)
  const object = E.isRight(json) ? objectAt(json.right, 'object') : null
  if (E.isLeft(json) || object === null) return failed('a line of the watch is no event')
  const type = textAt(json.right, 'type')
  if (type === 'ERROR') return fromStatus(object)
  const resourceVersion = textAt(object, 'metadata', 'resourceVersion')
  return resourceVersion === null ? failed('an object without resourceVersion in the watch') : ofType(type, object, resourceVersion)
}
