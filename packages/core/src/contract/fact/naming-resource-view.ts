/** A resource that names paths which were asked about, and which of them: in its spec or its status, as a text of its own or within one. */
export interface NamingResourceView {
  readonly kind: string
  readonly name: string
  readonly paths: readonly string[]
}
