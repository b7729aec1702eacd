/** A ConfigMap with its values, as one answer of the API server had it: what election, retrieval and the stores decide on. */
export interface ConfigMapContent {
  readonly name: string
  readonly uid: string
  readonly resourceVersion: string
  /** Its deletion was asked for, and something still holds it. */
  readonly deleting: boolean
  readonly labels: Readonly<Record<string, string>>
  readonly annotations: Readonly<Record<string, string>>
  readonly data: Readonly<Record<string, string>>
}

/** Keys to be written; null: to be removed. A key that is not named stays byte for byte. */
export type KeyChanges = Readonly<Record<string, string | null>>

/**
 * What a machine of this folder asks of the API server, one request at a time. Each write is compare-and-swap: a create fails where
 * something is there, an update or a deletion where the version is not the one that was read.
 */
export type ConfigMapRequest =
  | { readonly _tag: 'Get'; readonly name: string }
  | {
    readonly _tag: 'Create'
    readonly name: string
    readonly labels: Readonly<Record<string, string>>
    readonly annotations: Readonly<Record<string, string>>
    readonly data: Readonly<Record<string, string>>
  }
  /** A merge patch that carries the uid and the version as read. */
  | {
    readonly _tag: 'Update'
    readonly name: string
    readonly uid: string
    readonly resourceVersion: string
    readonly labels: KeyChanges
    readonly annotations: KeyChanges
    readonly data: KeyChanges
  }
  | { readonly _tag: 'Delete'; readonly name: string; readonly uid: string; readonly resourceVersion: string }

/** What came back. */
export type ConfigMapAnswer =
  /** Of a `Get`; null: there is none. */
  | { readonly _tag: 'Got'; readonly configMap: ConfigMapContent | null }
  /** Of a write: done, as it is now; null after a deletion. */
  | { readonly _tag: 'Written'; readonly configMap: ConfigMapContent | null }
  /** Surely not done. */
  | {
    readonly _tag: 'Refused'
    readonly why: 'Conflict' | 'AlreadyExists' | 'NotFound' | 'TooLarge' | 'Forbidden' | 'Other'
    readonly message: string
  }
  /** A read that failed, or a write that may or may not have been done. */
  | { readonly _tag: 'Unknown'; readonly message: string }
