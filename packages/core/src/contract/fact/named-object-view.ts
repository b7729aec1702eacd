import type { OwnerView } from './owner-view.ts'

/** What identifies an object within its namespace. */
export interface ObjectName {
  readonly apiVersion: string
  readonly kind: string
  readonly name: string
}

/** An existing object that has a needed name, with the fields that decide its ownership. */
export interface NamedObjectView extends ObjectName {
  readonly uid: string
  readonly deleting: boolean
  readonly annotations: Readonly<Record<string, string>>
  readonly ownerUids: readonly string[]
  readonly owners?: readonly OwnerView[]
}
