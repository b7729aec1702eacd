/** A ConfigMap with its values, as the API server returned it: the input of election, retrieval and the stores. */
export interface ConfigMapContent {
  readonly name: string
  readonly uid: string
  readonly resourceVersion: string
  /** It is being deleted, but a finalizer still holds it. */
  readonly deleting: boolean
  readonly labels: Readonly<Record<string, string>>
  readonly annotations: Readonly<Record<string, string>>
  readonly data: Readonly<Record<string, string>>
}

/** Keys to write; null: to remove. Other keys stay unchanged. */
export type KeyChanges = Readonly<Record<string, string | null>>

/**
 * A request of a state machine of this package to the API server, one at a time. Each write is compare-and-swap: a create fails if
 * the object exists, an update or a deletion fails if the version is not the one that was read.
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
  /** A merge patch with the uid and the version that were read. */
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

/** The answer to a request. */
export type ConfigMapAnswer =
  /** Answer to a `Get`; null: the ConfigMap does not exist. */
  | { readonly _tag: 'Got'; readonly configMap: ConfigMapContent | null }
  /** The write succeeded: the new state; null after a deletion. */
  | { readonly _tag: 'Written'; readonly configMap: ConfigMapContent | null }
  /** Certainly not applied. */
  | {
    readonly _tag: 'Refused'
    readonly why: 'Conflict' | 'AlreadyExists' | 'NotFound' | 'TooLarge' | 'Forbidden' | 'Other'
    readonly message: string
  }
  /** A failed read, or a write that may have been applied. */
  | { readonly _tag: 'Unknown'; readonly message: string }
