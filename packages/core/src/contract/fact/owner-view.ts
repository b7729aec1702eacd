/** One entry of `metadata.ownerReferences`. */
export interface OwnerView {
  readonly kind: string
  readonly name: string
  readonly uid: string
}
